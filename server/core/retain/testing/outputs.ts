import type { ToolClass } from "../../events/kinds";

/**
 * One result of each tool class as agents meet it. `needed` are lines that a later edit matches or a later turn quotes;
 * `edited` are lines that an edit has matched before the result gets old, `used` the names that were spoken of since.
 */
export interface Output {
  readonly tool: string;
  readonly target?: string;
  readonly command?: string;
  readonly exit?: number;
  readonly text: string;
  readonly needed: readonly string[];
  readonly edited?: readonly string[];
  readonly used?: readonly string[];
}

const many = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at));
const text = (...parts: readonly (string | readonly string[])[]) => parts.flat().join("\n");
const two = (at: number) => String(at).padStart(2, "0");

export const OUTPUTS: Readonly<Record<ToolClass, Output>> = {
  source_read: {
    tool: "Read",
    target: "src/cart/total.ts",
    text: text(
      'import { Money } from "../money";',
      'import type { Line } from "./line";',
      "",
      "/** Discounts that a line may carry. */",
      "export const MAX_DISCOUNTS = 3;",
      "",
      "export function totalOf(lines: readonly Line[]): Money {",
      "  let sum = Money.zero();",
      "  for (const line of lines) {",
      "    const price = line.price.times(line.quantity);",
      "    sum = sum.plus(line.discounts.reduce((rest, discount) => discount.apply(rest), price));",
      "  }",
      "  return sum;",
      "}",
      "",
      many(24, (at) => `// Rounding rule ${at}: banks round half to even, and shops round half up at each line.`),
      "export class Receipt {",
      "  print(): string {",
      '    return this.lines.map((line) => line.label).join(", ");',
      "  }",
      "}",
    ),
    edited: ["    const price = line.price.times(line.quantity);"],
    used: ["line.discounts.reduce"],
    needed: [
      "    const price = line.price.times(line.quantity);",
      "    sum = sum.plus(line.discounts.reduce((rest, discount) => discount.apply(rest), price));",
    ],
  },
  doc_read: {
    tool: "Read",
    target: "docs/deploy.md",
    text: text(
      "# Deploying",
      "",
      "Releases go out on Tuesdays.",
      many(20, (at) => `Paragraph ${at} tells at length why the process is what it is, and who was asked.`),
      "## Secrets",
      "The key lies in vault/payments/STRIPE_LIVE_KEY and is rotated each quarter.",
      many(20, (at) => `Note ${at}: nothing here was changed since the spring of last year, as far as anybody knows.`),
      "## Rollback",
      "Run `deployctl rollback --to previous` within ten minutes.",
    ),
    used: ["vault/payments/STRIPE_LIVE_KEY"],
    needed: ["The key lies in vault/payments/STRIPE_LIVE_KEY and is rotated each quarter."],
  },
  dependency_read: {
    tool: "Read",
    target: "node_modules/tiny-queue/index.d.ts",
    text: text(
      "export interface QueueOptions {",
      "  concurrency?: number;",
      "  timeoutMs?: number;",
      "}",
      many(30, (at) => `  /** Overload ${at}, kept for callers of version one; do not use it in new code. */`),
      "export declare class TinyQueue {",
      "  constructor(options?: QueueOptions);",
      "  add<T>(task: () => Promise<T>): Promise<T>;",
      "}",
    ),
    used: ["timeoutMs"],
    needed: ["  timeoutMs?: number;"],
  },
  search: {
    tool: "Grep",
    target: "applyDiscount",
    text: text(
      many(30, (at) => `src/pages/page${two(at)}.tsx:${at + 10}:  const shown = applyDiscount(price, rate${two(at)});`),
      "src/cart/checkout.ts:88:  return applyDiscount(subtotal, customer.loyaltyRate);",
      many(10, (at) => `test/page${two(at)}.test.tsx:7:import { applyDiscount } from "../src/discount";`),
    ),
    used: ["customer.loyaltyRate"],
    needed: ["src/cart/checkout.ts:88:  return applyDiscount(subtotal, customer.loyaltyRate);"],
  },
  git: {
    tool: "Bash",
    command: "git log --oneline -40",
    exit: 0,
    text: text(
      "f00dfeed Round each line of the receipt",
      many(20, (at) => `${(0x1a2b3c00 + at).toString(16)} Tidy the imports of package number ${at}`),
      "7c3e9a1b Drop the second currency conversion",
      many(18, (at) => `${(0x5d6e7f00 + at).toString(16)} Update the snapshot of page ${at} and its neighbours`),
    ),
    used: ["7c3e9a1b"],
    needed: ["7c3e9a1b Drop the second currency conversion"],
  },
  shell: {
    tool: "Bash",
    command: "./scripts/seed.sh --all",
    exit: 127,
    text: text(
      "seeding…",
      many(40, (at) => `inserted batch ${at} of customers, with their addresses and orders`),
      "./scripts/seed.sh: line 41: pgloader: command not found",
      many(20, (at) => `cleaning up temporary table ${at}, nothing else to do`),
      "seed stopped at step 3 of 5",
    ),
    needed: ["./scripts/seed.sh: line 41: pgloader: command not found", "seed stopped at step 3 of 5"],
  },
  test: {
    tool: "Bash",
    command: "npx vitest run src/cart",
    exit: 1,
    text: text(
      " RUN  v4.1.12 /repo",
      "",
      many(18, (at) => ` ✓ src/cart/rules/rule${two(at)}.test.ts (${at + 3} tests) ${at + 2}ms`),
      " FAIL  src/cart/total.test.ts > totalOf > rounds each line",
      "AssertionError: expected 10.05 to be 10.04 // Object.is equality",
      "",
      "- Expected",
      "+ Received",
      "",
      "- 10.04",
      "+ 10.05",
      "",
      " ❯ src/cart/total.test.ts:42:31",
      many(14, (at) => `    ${at + 36}|   expect(totalOf(cart(${at}))).toBe(Money.of("10.0${at % 10}"));`),
      " Test Files  1 failed | 18 passed (19)",
      "      Tests  1 failed | 131 passed (132)",
      "   Duration  2.31s",
    ),
    used: ["src/cart/total.test.ts"],
    needed: [
      " FAIL  src/cart/total.test.ts > totalOf > rounds each line",
      "AssertionError: expected 10.05 to be 10.04 // Object.is equality",
      " ❯ src/cart/total.test.ts:42:31",
      "      Tests  1 failed | 131 passed (132)",
    ],
  },
  build: {
    tool: "Bash",
    command: "npx tsc --noEmit -p .",
    exit: 2,
    text: text(
      many(25, (at) => `Projects in this build: packages/part${two(at)}/tsconfig.json is up to date`),
      "src/cart/total.ts(10,24): error TS2339: Property 'times' does not exist on type 'Money'.",
      "src/cart/receipt.ts(31,9): error TS2322: Type 'string' is not assignable to type 'Label'.",
      many(25, (at) => `Skipping emit of packages/part${two(at)}, because its references have problems`),
      "Found 2 problems in 2 files.",
    ),
    needed: [
      "src/cart/total.ts(10,24): error TS2339: Property 'times' does not exist on type 'Money'.",
      "src/cart/receipt.ts(31,9): error TS2322: Type 'string' is not assignable to type 'Label'.",
    ],
  },
  web: {
    tool: "WebFetch",
    target: "https://docs.example.org/queue/retries",
    text: text(
      "# Retries",
      "Skip to content · Home · Docs · Blog",
      many(24, (at) => `Section ${at}: a queue that is used by many people has to be patient with each of them.`),
      "## Backoff",
      "Set `retry.maxBackoffMs` to cap the wait; the default is 30000.",
      many(24, (at) => `Footnote ${at}: see also the page about dead letters, and the one about idempotency.`),
      "© Example. All rights reserved.",
    ),
    used: ["retry.maxBackoffMs"],
    needed: ["Set `retry.maxBackoffMs` to cap the wait; the default is 30000."],
  },
  agent: {
    tool: "Task",
    target: "Explore how receipts are rounded",
    text: text(
      "## Findings",
      "Receipts round twice: once a line and once in total.",
      many(30, (at) => `I looked at module ${at} and it does not touch money in any way that matters here.`),
      "Warning: src/cart/legacy.ts failed to parse, so its callers are not counted.",
      many(10, (at) => `I looked at view ${at} and it only shows what it is given.`),
      "Recommendation: round once, in totalOf of src/cart/total.ts.",
    ),
    needed: [
      "Warning: src/cart/legacy.ts failed to parse, so its callers are not counted.",
      "Recommendation: round once, in totalOf of src/cart/total.ts.",
    ],
  },
  write: {
    tool: "Write",
    target: "src/cart/rounding.ts",
    text: text(
      "File created successfully at: src/cart/rounding.ts",
      many(16, (at) => `  ${at + 1}→export const step${two(at)} = roundStep(${at});`),
      "It has 16 lines.",
    ),
    used: ["step07"],
    needed: ["  8→export const step07 = roundStep(7);"],
  },
  edit: {
    tool: "Edit",
    target: "src/cart/total.ts",
    text: text(
      "The file src/cart/total.ts has been updated. Here's the result of running `cat -n` on a snippet:",
      many(14, (at) => `    ${at + 3}→  // Rounding rule ${at}: shops round half up at each line.`),
      "    17→    sum = sum.plus(price.rounded(2));",
      many(14, (at) => `    ${at + 18}→  // Tax rule ${at}: taxes are rounded once for the whole receipt.`),
    ),
    used: ["price.rounded"],
    needed: ["    17→    sum = sum.plus(price.rounded(2));"],
  },
  skill: {
    tool: "Skill",
    target: "test-first",
    text: text(
      "# Test first",
      many(20, (at) => `Step ${at}: write down what a user would notice, and let it fail before you go on.`),
      "Never commit while `scripts/check-all.sh` is red.",
      many(20, (at) => `Hint ${at}: a test has one reason to fail, and its name says what that is.`),
    ),
    used: ["scripts/check-all.sh"],
    needed: ["Never commit while `scripts/check-all.sh` is red."],
  },
  todo: {
    tool: "TodoWrite",
    text: text(
      "Todos have been modified successfully.",
      many(14, (at) => `[x] Step ${at}: move the rounding of module ${at} into one place`),
      "[>] Step 14: round in totalOf",
      many(8, (at) => `[ ] Step ${at + 15}: delete the second rounding of view ${at}`),
    ),
    used: ["totalOf"],
    needed: ["[>] Step 14: round in totalOf"],
  },
  ask: {
    tool: "AskUserQuestion",
    target: "How should receipts round?",
    text: text(
      "User has answered your questions:",
      many(
        12,
        (at) => `Option ${at} was shown with its advantages, its costs and what it would mean for old receipts.`,
      ),
      '"How should receipts round?" = "Once, in the total (half up)"',
    ),
    needed: ['"How should receipts round?" = "Once, in the total (half up)"'],
  },
  plan: {
    tool: "ExitPlanMode",
    text: text(
      "User has approved your plan. You can now start coding.",
      "## Plan: round once",
      many(16, (at) => `${at + 1}. Look at module ${at}, take its own rounding out, and run the tests of the module.`),
      "Do not touch src/cart/legacy.ts before the audit in May.",
      many(16, (at) => `${at + 17}. Tell the owner of view ${at} that its numbers come from totalOf now.`),
      "## Done when",
      "All receipts of the fixture set print the same total.",
    ),
    used: ["src/cart/legacy.ts"],
    needed: [
      "Do not touch src/cart/legacy.ts before the audit in May.",
      "All receipts of the fixture set print the same total.",
    ],
  },
  memory: {
    tool: "mcp__memory__search",
    target: "rounding",
    text: text(
      "12 memories found",
      many(24, (at) => `- (${at + 2} months ago) The team talked about prices and came to no conclusion that day.`),
      "- (1 week ago) CON-004: money is never a float; use Money.ofCents.",
      many(24, (at) => `- (${at + 30} months ago) The team talked about views and came to no conclusion that day.`),
    ),
    used: ["Money.ofCents"],
    needed: ["- (1 week ago) CON-004: money is never a float; use Money.ofCents."],
  },
  graph: {
    tool: "code-graph",
    target: "callers of totalOf",
    text: text(
      many(24, (at) => `CALLS  renderRow${two(at)}  src/views/row${two(at)}.tsx:${at + 11}`),
      "CALLS  exportReceiptCsv  src/export/csv.ts:57",
      many(12, (at) => `CALLS  checkRow${two(at)}  test/row${two(at)}.test.tsx:${at + 3}`),
    ),
    used: ["exportReceiptCsv"],
    needed: ["CALLS  exportReceiptCsv  src/export/csv.ts:57"],
  },
  other: {
    tool: "mcp__browser__console",
    target: "http://localhost:3000/cart",
    text: text(
      "[log] hydrated in 41 ms",
      many(30, (at) => `[debug] store event ${at}: the row was drawn again with the same values as before`),
      "[error] Uncaught TypeError: line.discounts is undefined (cart-row.tsx:19)",
      many(20, (at) => `[debug] store event ${at + 30}: the row was drawn again with the same values as before`),
      "[log] idle",
    ),
    needed: ["[error] Uncaught TypeError: line.discounts is undefined (cart-row.tsx:19)"],
  },
};
