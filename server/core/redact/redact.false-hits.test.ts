import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { globSync } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { redact } from "./redact";
import { findSecrets } from "./scan";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const SAMPLE_LIMIT_CHARACTERS = 5_000_000;

interface Sample {
  readonly megabytes: number;
  readonly hits: readonly string[];
}

/** Reads files up to the limit and lists what would be redacted, with the text before it. */
function sample(patterns: readonly string[], ignore: readonly string[] = []): Sample {
  const hits: string[] = [];
  let characters = 0;
  for (const file of globSync([...patterns], { cwd: root, absolute: true, ignore: [...ignore] }).sort()) {
    if (characters > SAMPLE_LIMIT_CHARACTERS) break;
    const text = readFileSync(file, "utf8");
    characters += text.length;
    for (const { start, end, kind } of findSecrets(text)) {
      hits.push(`${file.slice(root.length)}: ${kind}: ${text.slice(Math.max(0, start - 40), end)}`);
    }
  }
  return { megabytes: characters / 1_000_000, hits };
}

const SAMPLES: readonly { name: string; patterns: readonly string[]; ignore?: readonly string[] }[] = [
  { name: "the lockfile", patterns: ["package-lock.json"] },
  {
    name: "this project's TypeScript",
    patterns: ["{app,components,server,cli,prisma,bench,e2e,scripts,integrations}/**/*.{ts,tsx,mjs}"],
    // Tests may hold values that are made to look like secrets, and generated code is not ours.
    ignore: ["**/*.test.ts", "**/testing/**", "**/generated/**", "e2e/**"],
  },
  { name: "TypeScript of libraries", patterns: ["node_modules/{zod,effect,ajv,@better-auth,@trpc,@noble}/**/*.ts"] },
  {
    name: "JavaScript of libraries",
    patterns: ["node_modules/{langsmith,better-auth,pg,pino,graphile-worker}/**/*.{js,mjs}"],
  },
  { name: "manifests and documentation", patterns: ["node_modules/*/{package.json,README.md}"] },
];

describe("texts without secrets", () => {
  it.each(SAMPLES)("$name: at most one false hit per MB", ({ name, patterns, ignore }) => {
    const { megabytes, hits } = sample(patterns, ignore);
    console.log(
      `${name}: ${hits.length} false hits in ${megabytes.toFixed(2)} MB${hits.map((hit) => `\n  ${hit}`).join("")}`,
    );
    expect(megabytes).toBeGreaterThan(0.05);
    expect(hits.length).toBeLessThanOrEqual(Math.max(1, megabytes));
  });

  it("leaves the lockfile byte for byte as it is", () => {
    const lockfile = readFileSync(`${root}package-lock.json`, "utf8");
    expect(redact(lockfile)).toMatchObject({ text: lockfile, total: 0 });
  });
});

const corpus = process.env["STEWARD_CORPUS"];

describe("real sessions", () => {
  if (!corpus) console.log("STEWARD_CORPUS is not set: the count of hits over real sessions is skipped.");

  it.skipIf(!corpus)("hold at most one hit per MB", { timeout: 120_000 }, () => {
    let characters = 0;
    let hits = 0;
    for (const file of globSync("**/*", { cwd: corpus ?? ".", absolute: true }).sort()) {
      const text = readFileSync(file, "utf8");
      characters += text.length;
      hits += findSecrets(text).length;
    }
    console.log(`corpus: ${hits} hits in ${(characters / 1_000_000).toFixed(1)} MB`);
    expect(hits).toBeLessThanOrEqual(characters / 1_000_000);
  });
});
