import type { Random } from "./random";

/** A made-up code base in memory: modules that import each other, their tests, rules and documents. */

export interface Module {
  readonly path: string;
  readonly noun: string;
  readonly functions: readonly string[];
  readonly fields: readonly string[];
}

const NOUNS = [
  "invoice",
  "tenant",
  "shipment",
  "voucher",
  "session",
  "webhook",
  "ledger",
  "catalogue",
  "refund",
].concat([
  "subscription",
  "warehouse",
  "delivery",
  "audit",
  "currency",
  "contract",
  "reminder",
  "discount",
  "supplier",
]);
const VERBS = [
  "load",
  "settle",
  "collect",
  "merge",
  "archive",
  "publish",
  "resolve",
  "validate",
  "schedule",
  "reconcile",
];
const ASPECTS = ["Total", "Window", "State", "Batch", "Draft", "History", "Limit", "Owner", "Channel", "Digest"];
const FIELDS = [
  "createdAt",
  "tenantId",
  "amountCents",
  "retryCount",
  "externalId",
  "closedAt",
  "ownerEmail",
  "dueInDays",
];
const FOLDERS = ["src/billing", "src/orders", "src/platform", "src/jobs", "src/http"];

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export class Repository {
  readonly modules: Module[] = [];
  private readonly files = new Map<string, string[]>();

  constructor(
    readonly root: string,
    private readonly random: Random,
  ) {
    for (const noun of random.sample(NOUNS, 14)) this.addModule(noun);
    for (const module of this.modules) this.write(module.path, this.moduleLines(module));
    for (const module of this.modules) this.write(testPathOf(module.path), this.testLines(module));
    this.write("CLAUDE.md", this.ruleLines());
    this.write("docs/architecture.md", this.documentLines());
  }

  paths(): string[] {
    return [...this.files.keys()].sort();
  }

  lines(path: string): readonly string[] {
    const lines = this.files.get(path);
    if (lines === undefined) throw new Error(`The made-up repository has no ${path}.`);
    return lines;
  }

  write(path: string, lines: readonly string[]): void {
    this.files.set(path, [...lines]);
  }

  /** Puts new lines in the place of `count` lines from `at` (0-based). */
  replace(path: string, at: number, count: number, lines: readonly string[]): void {
    const own = [...this.lines(path)];
    own.splice(at, count, ...lines);
    this.write(path, own);
  }

  /** Each line that holds the text, as a search prints it. */
  search(text: string): string[] {
    return this.paths().flatMap((path) =>
      this.lines(path).flatMap((line, at) => (line.includes(text) ? [`${path}:${at + 1}:${line}`] : [])),
    );
  }

  private addModule(noun: string): void {
    const { random } = this;
    const aspects = random.sample(ASPECTS, 6);
    const functions = aspects.map((aspect) => `${random.pick(VERBS)}${capital(noun)}${aspect}`);
    const path = `${random.pick(FOLDERS)}/${noun}-${random.pick(["service", "store", "worker", "rules"])}.ts`;
    this.modules.push({ path, noun, functions, fields: random.sample(FIELDS, 5) });
  }

  private moduleLines(module: Module): string[] {
    const { random } = this;
    const { noun, functions, fields } = module;
    const others = random.sample(
      this.modules.filter((one) => one !== module),
      3,
    );
    const used = others.map((other) => ({ other, name: random.pick(other.functions) }));
    return [
      ...used.map(({ other, name }) => `import { ${name} } from "@/${other.path.replace(/\.ts$/, "")}";`),
      'import { logger } from "@/src/platform/logger";',
      "",
      `/** What the ${noun} keeps between two runs. */`,
      `export interface ${capital(noun)}Record {`,
      ...fields.map((field) => `  readonly ${field}: ${/At$|Id$|Email$/.test(field) ? "string | null" : "number"};`),
      "}",
      "",
      `const MAX_${noun.toUpperCase()}_ROWS = ${random.between(2, 90) * 50};`,
      `const ${noun.toUpperCase()}_TIMEOUT_MS = ${random.between(2, 60)}_000;`,
      "",
      ...functions.flatMap((name) => [...this.functionLines(module, name, random.pick(used).name), ""]),
    ];
  }

  private functionLines({ noun, fields }: Module, name: string, imported: string): string[] {
    const { random } = this;
    const record = `${capital(noun)}Record`;
    const [first = "createdAt", second = "tenantId"] = random.sample(fields, 2);
    const kept = random.pick(["open", "late", "paid", "stale", "valid", "pending"]);
    const body = [
      `  const ${kept}${capital(noun)}s = rows.filter((row) => row.${first} !== null);`,
      `  if (${kept}${capital(noun)}s.length > MAX_${noun.toUpperCase()}_ROWS) {`,
      `    logger.warn("${name} got more rows than it takes", { count: rows.length, limit: MAX_${noun.toUpperCase()}_ROWS });`,
      `    throw new RangeError(\`${name}: at most \${MAX_${noun.toUpperCase()}_ROWS} rows at once.\`);`,
      "  }",
      `  const by${capital(second)} = new Map<string, ${record}[]>();`,
      `  for (const row of ${kept}${capital(noun)}s) {`,
      `    const key = String(row.${second});`,
      `    by${capital(second)}.set(key, [...(by${capital(second)}.get(key) ?? []), row]);`,
      "  }",
      `  const sent = await ${imported}([...by${capital(second)}.keys()], { timeoutMs: ${noun.toUpperCase()}_TIMEOUT_MS });`,
      `  for (const [key, group] of by${capital(second)}) {`,
      `    if (!sent.includes(key)) logger.info("${name} skipped a group", { key, rows: group.length });`,
      "  }",
      `  return { ${second}: [...by${capital(second)}.keys()], count: ${random.between(1, 9)} * ${kept}${capital(noun)}s.length };`,
    ];
    return [
      `/** ${capital(random.pick(VERBS))}s the ${kept} ${noun} rows of one ${random.pick(NOUNS)}, grouped by ${second}. */`,
      `export async function ${name}(rows: readonly ${record}[]) {`,
      ...body,
      "}",
    ];
  }

  private testLines(module: Module): string[] {
    const { noun, functions, fields } = module;
    return [
      'import { describe, expect, it } from "vitest";',
      `import { ${functions.slice(0, 3).join(", ")} } from "@/${module.path.replace(/\.ts$/, "")}";`,
      "",
      ...functions
        .slice(0, 4)
        .flatMap((name) => [
          `describe("${name}", () => {`,
          `  it("groups the ${noun} rows by ${fields[0]}", async () => {`,
          `    const rows = [make${capital(noun)}({ ${fields[0]}: ${this.random.between(1, 900)} })];`,
          `    const answer = await ${name}(rows);`,
          `    expect(answer.count).toBe(${this.random.between(1, 9)});`,
          "  });",
          `  it("refuses more ${noun} rows than it takes", async () => {`,
          `    await expect(${name}(make${capital(noun)}s(${this.random.between(100, 9000)}))).rejects.toThrow(RangeError);`,
          "  });",
          "});",
          "",
        ]),
    ];
  }

  private ruleLines(): string[] {
    return [
      "# Rules of this repository",
      "",
      "- Money is kept in cents, as whole numbers.",
      "- Each module has its test beside it; run `bun test <path>` before a commit.",
      "- Never call a store from `src/http`; go through a service.",
      ...this.modules.map(
        ({ noun, path }) => `- The ${noun} rules live in \`${path}\`; ask before changing its limits.`,
      ),
    ];
  }

  private documentLines(): string[] {
    return this.modules.flatMap(({ noun, path, functions }) => [
      `## ${capital(noun)}`,
      "",
      `\`${path}\` owns the ${noun} rows. It is called by the jobs at night and by the API during the day.`,
      `Entry points: ${functions.map((name) => `\`${name}\``).join(", ")}.`,
      "",
    ]);
  }
}

export function testPathOf(path: string): string {
  return path.replace(/\.ts$/, ".test.ts");
}
