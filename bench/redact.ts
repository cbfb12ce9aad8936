import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import { globSync } from "tinyglobby";
import { redact } from "../server/core/redact/redact";
import { plantedSecrets } from "../server/core/redact/testing/planted-secrets";

/** Speed of redaction on texts of about 1 MB and on strings of 2 KB, beside secretlint on the same texts in the same run. */

const root = fileURLToPath(new URL("../", import.meta.url));
const TEXT_CHARACTERS = 1_000_000;
const SHORT_CHARACTERS = 2_048;
const ROUNDS = 15;

interface Row {
  readonly text: string;
  readonly mbPerSecond: number;
  readonly secretlintMbPerSecond: number;
}

function filled(parts: readonly string[]): string {
  let text = "";
  for (let at = 0; text.length < TEXT_CHARACTERS; at++) text += parts[at % parts.length];
  // A round trip through bytes makes it a flat string, as texts from the network are.
  return Buffer.from(text.slice(0, TEXT_CHARACTERS)).toString("utf8");
}

function codeText(): string {
  const files = globSync("node_modules/zod/src/**/*.ts", { cwd: root, absolute: true }).sort();
  return filled(files.map((file) => readFileSync(file, "utf8")));
}

function lockfileText(): string {
  return filled([readFileSync(`${root}package-lock.json`, "utf8")]);
}

/** Listings, test output, stack traces and JSON as tools print them; on request with a planted secret now and then. */
function toolOutput(withSecrets: boolean): string {
  const planted = plantedSecrets();
  const blocks = Array.from({ length: 400 }, (_, block) => {
    const lines = Array.from(
      { length: 12 },
      (_, line) =>
        `-rw-r--r-- 1 ana ana ${block * 7 + line} Mar  3 10:${10 + line} src/rooms/room-${block}/part-${line}.ts\n` +
        `src/rooms/room-${block}/part-${line}.ts:${line * 31}:  const value = await load({ id: "${block}-${line}", retries: 3 });\n`,
    );
    const trace = `Error: expected 200, got 500 at ${block}\n    at Object.run (/app/src/server.ts:${block}:17)\n    at async /app/node_modules/vitest/dist/index.js:104:5\n`;
    const json = `${JSON.stringify({ level: 30, time: 1_700_000_000_000 + block, msg: "request", url: `https://acme.io/a/${block}`, ms: block % 90 })}\n`;
    const secret = withSecrets && block % 100 === 0 ? `${planted[(block / 100) % planted.length]?.line}\n` : "";
    return lines.join("") + trace + json + secret;
  });
  return filled(blocks);
}

/** The best of several rounds: the machine is shared, and the best round is the one least disturbed. */
async function bestMs(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function lint(content: string): Promise<unknown> {
  return lintSource({
    source: { content, filePath: "/tmp/a.txt", ext: ".txt", contentType: "text" },
    options: { config: { rules: [{ id: "preset", rule: creator }] }, noPhysicFilePath: true },
  });
}

async function measure(name: string, text: string): Promise<Row> {
  const megabytes = text.length / 1_000_000;
  const ours = await bestMs(() => redact(text));
  const theirs = await bestMs(() => lint(text));
  return { text: name, mbPerSecond: (megabytes / ours) * 1000, secretlintMbPerSecond: (megabytes / theirs) * 1000 };
}

function chunks(text: string): string[] {
  return Array.from({ length: Math.floor(text.length / SHORT_CHARACTERS) }, (_, at) =>
    Buffer.from(text.slice(at * SHORT_CHARACTERS, (at + 1) * SHORT_CHARACTERS)).toString("utf8"),
  );
}

async function measureShort(text: string): Promise<{ msPer2Kb: number; secretlintMsPer2Kb: number }> {
  const short = chunks(text);
  const ours = await bestMs(() => short.map((chunk) => redact(chunk).total));
  const theirs = await bestMs(async () => {
    for (const chunk of short.slice(0, 50)) await lint(chunk);
  });
  return { msPer2Kb: ours / short.length, secretlintMsPer2Kb: theirs / 50 };
}

export interface RedactBench {
  readonly bench: "redact";
  readonly codeMbPerSecond: number;
  readonly lockfileMbPerSecond: number;
  readonly toolOutputMbPerSecond: number;
  readonly toolOutputWithSecretsMbPerSecond: number;
  readonly secretlintCodeMbPerSecond: number;
  readonly secretlintLockfileMbPerSecond: number;
  readonly secretlintToolOutputMbPerSecond: number;
  readonly msPer2Kb: number;
  readonly secretlintMsPer2Kb: number;
}

/** Prints the table and, as the last line, its figures as one JSON object, which it also returns. */
export async function run(): Promise<RedactBench> {
  const code = await measure("code, 1 MB", codeText());
  const lockfile = await measure("lockfile, 1 MB", lockfileText());
  const tool = await measure("tool output, 1 MB", toolOutput(false));
  const secrets = await measure("tool output with 4 secrets, 1 MB", toolOutput(true));
  const short = await measureShort(toolOutput(false));
  console.log(`${"text".padEnd(34)}${"redact MB/s".padStart(14)}${"secretlint MB/s".padStart(18)}`);
  for (const row of [code, lockfile, tool, secrets]) {
    console.log(
      `${row.text.padEnd(34)}${row.mbPerSecond.toFixed(1).padStart(14)}${row.secretlintMbPerSecond.toFixed(1).padStart(18)}`,
    );
  }
  console.log(
    `${"strings of 2 KB, ms each".padEnd(34)}${short.msPer2Kb.toFixed(4).padStart(14)}${short.secretlintMsPer2Kb.toFixed(4).padStart(18)}`,
  );
  const figures: RedactBench = {
    bench: "redact",
    codeMbPerSecond: rounded(code.mbPerSecond),
    lockfileMbPerSecond: rounded(lockfile.mbPerSecond),
    toolOutputMbPerSecond: rounded(tool.mbPerSecond),
    toolOutputWithSecretsMbPerSecond: rounded(secrets.mbPerSecond),
    secretlintCodeMbPerSecond: rounded(code.secretlintMbPerSecond),
    secretlintLockfileMbPerSecond: rounded(lockfile.secretlintMbPerSecond),
    secretlintToolOutputMbPerSecond: rounded(tool.secretlintMbPerSecond),
    msPer2Kb: rounded(short.msPer2Kb, 4),
    secretlintMsPer2Kb: rounded(short.secretlintMsPer2Kb, 4),
  };
  console.log(JSON.stringify(figures));
  return figures;
}

function rounded(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
