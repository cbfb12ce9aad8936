import { Random } from "./random";

/** The demo team's code base: each path has one content that looks like its kind, and versions after edits. */
interface DemoFile {
  readonly path: string;
  readonly nouns: readonly [string, ...string[]];
  readonly functions: number;
}

export const SOURCE_FILES: readonly [DemoFile, ...DemoFile[]] = [
  { path: "src/webhooks/deliver.ts", nouns: ["delivery", "attempt", "endpoint"], functions: 26 },
  { path: "src/webhooks/sign.ts", nouns: ["signature", "secret"], functions: 8 },
  { path: "src/invoices/emit.ts", nouns: ["invoice", "line", "number"], functions: 22 },
  { path: "src/invoices/pdf.ts", nouns: ["page", "total", "footer"], functions: 14 },
  { path: "src/refunds/handler.ts", nouns: ["refund", "charge", "reason"], functions: 18 },
  { path: "src/ledger/post.ts", nouns: ["posting", "account", "balance"], functions: 30 },
  { path: "src/ledger/money.ts", nouns: ["amount", "currency"], functions: 12 },
  { path: "src/tax/providers.ts", nouns: ["rate", "region", "provider"], functions: 24 },
  { path: "src/dunning/schedule.ts", nouns: ["reminder", "step", "customer"], functions: 16 },
  { path: "src/usage/meter.ts", nouns: ["meter", "window", "reading"], functions: 20 },
  { path: "src/proration/calculate.ts", nouns: ["period", "share", "plan"], functions: 18 },
  { path: "src/db/client.ts", nouns: ["connection", "transaction"], functions: 10 },
  { path: "src/config.ts", nouns: ["setting"], functions: 9 },
  { path: "src/http/routes.ts", nouns: ["route", "handler"], functions: 16 },
];

const VERBS = [
  "load",
  "check",
  "apply",
  "merge",
  "store",
  "find",
  "list",
  "build",
  "parse",
  "notify",
  "retry",
  "close",
] as const;

export function fileOf(path: string): DemoFile {
  return SOURCE_FILES.find((file) => file.path === path) ?? { path, nouns: ["case"], functions: 12 };
}

/** Content of a file at a version; a version changes the body of one function and leaves the rest as it was. */
export function contentOf(path: string, version = 0): string {
  const file = fileOf(path);
  const random = new Random(hashOf(path));
  const parts = [`import { db } from "../db/client";`, `import { settings } from "../config";`, ""];
  for (let index = 0; index < file.functions; index++) parts.push(functionOf(file, index, random, version), "");
  return numbered(parts.join("\n"));
}

/** The name of the function that the n-th edit of a file touches. */
export function functionNameOf(path: string, index: number): string {
  const { nouns, functions } = fileOf(path);
  const at = index % functions;
  return nameOf(nouns, at);
}

function nameOf(nouns: readonly [string, ...string[]], index: number): string {
  const verb = VERBS[index % VERBS.length] ?? "load";
  const noun = nouns[Math.floor(index / VERBS.length + index) % nouns.length] ?? nouns[0];
  return `${verb}${noun.charAt(0).toUpperCase()}${noun.slice(1)}${index >= VERBS.length ? String(Math.floor(index / VERBS.length)) : ""}`;
}

function functionOf(file: DemoFile, index: number, random: Random, version: number): string {
  const name = nameOf(file.nouns, index);
  const noun = file.nouns[index % file.nouns.length] ?? file.nouns[0];
  const limit = random.between(2, 90) + (version > index ? version : 0);
  return [
    `/** ${name}: one ${noun} at a time, at most ${limit} a minute. */`,
    `export async function ${name}(${noun}Id: string, now: Date): Promise<${noun.charAt(0).toUpperCase()}${noun.slice(1)} | null> {`,
    `  const row = await db.${noun}.findFirst({ where: { id: ${noun}Id, closedAt: null } });`,
    `  if (!row) return null;`,
    `  const due = new Date(row.createdAt.getTime() + settings.${noun}Minutes * 60_000);`,
    `  if (due > now || row.attempts >= ${limit}) return row;`,
    `  return db.${noun}.update({ where: { id: row.id }, data: { attempts: row.attempts + 1, seenAt: now } });`,
    `}`,
  ].join("\n");
}

function numbered(text: string): string {
  return text
    .split("\n")
    .map((line, index) => `${String(index + 1).padStart(6)}\t${line}`)
    .join("\n");
}

const ERRORS = [
  "AssertionError: expected 2 to be 1 // Object.is equality",
  "TypeError: Cannot mix BigInt and other types, use explicit conversions",
  "AssertionError: expected '2026-10-31T23:00:00.000Z' to be '2026-11-01T00:00:00.000Z'",
  'Error: duplicate key value violates unique constraint "event_pkey"',
  "AssertionError: expected { region: 'ES' } to match object { region: 'PT' }",
  "Error: Test timed out in 5000ms.",
] as const;

/** Each test file fails in its own way. */
function errorOf(path: string): string {
  return ERRORS[hashOf(path) % ERRORS.length] ?? ERRORS[0];
}

export function testOutput(path: string, failing: number, passing: number, random: Random): string {
  const lines = [` RUN  v4.1.0 /work/billing-api`, ""];
  for (let index = 0; index < failing; index++) {
    const line = random.between(20, 180);
    lines.push(
      ` FAIL  ${path} > ${functionNameOf(path, index)} > keeps the second event out`,
      errorOf(path),
      ` ❯ ${path}:${line}:31`,
      ...Array.from(
        { length: 9 },
        (_, depth) => `    at processTicksAndRejections (node:internal/process/task_queues:${95 + depth}:5)`,
      ),
      `    at ${functionNameOf(path, index)} (/work/billing-api/${path.replace(".test", "").replace("tests/", "src/")}:${line}:11)`,
      "",
    );
  }
  for (let index = 0; index < passing; index++)
    lines.push(` ✓ ${path} > case ${index + 1} (${random.between(1, 40)} ms)`);
  lines.push(
    "",
    ` Tests  ${failing > 0 ? `${failing} failed | ` : ""}${passing} passed`,
    ` Duration  ${random.between(900, 6_000)}ms`,
  );
  return lines.join("\n");
}

export function grepOutput(word: string, random: Random): string {
  const lines: string[] = [];
  for (const file of SOURCE_FILES) {
    for (let hit = 0; hit < random.between(1, 6); hit++) {
      lines.push(
        `${file.path}:${random.between(3, 240)}:  ${functionNameOf(file.path, hit)}(${word}Id, now); // ${word}`,
      );
    }
  }
  return lines.join("\n");
}

export function pageText(topic: string, paragraphs: number): string {
  const one =
    `Webhook endpoints receive each event at least once. When your endpoint does not answer with a 2xx status in time, ` +
    `the event is sent again with growing pauses for up to three days. Store the event's id before you act on it, and answer first. ` +
    `Events may arrive in another order than they were made; read the object again when the order matters.`;
  return [
    `# ${topic}`,
    ...Array.from(
      { length: paragraphs },
      (_, index) => `## ${index + 1}. ${topic}\n\n${one} See section ${index + 2}.`,
    ),
  ].join("\n\n");
}

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  return hash >>> 0;
}
