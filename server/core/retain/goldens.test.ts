import { describe, expect, it } from "vitest";
import { TOOL_CLASSES, type ToolClass } from "../events/kinds";
import { estimateTokens } from "../events/tokens";
import type { SessionEvent } from "../prune/model";
import { STRICT_POLICY } from "../prune/policy";
import { aSession } from "../prune/testing/session-builder";
import { lineKey } from "../prune/visible/text-units";
import { keptMeaning, MAX_SHARE_LEFT, type RetainContext, withoutContext } from "./retained";
import { OUTPUTS } from "./testing/outputs";

const { retain } = STRICT_POLICY;

function eventOf(toolClass: ToolClass): SessionEvent {
  const { tool, target, command, text, exit } = OUTPUTS[toolClass];
  const outcome = exit === undefined || exit === 0 ? "ok" : "error";
  const used = { tool, toolClass, target: target ?? null, command, params: "", text };
  const event = aSession().used(used, { exit, outcome }).build().events.at(-1);
  if (event === undefined) throw new Error("A used tool leaves a result.");
  return event;
}

/** What was known of the session when the result had become old. */
function contextOf(toolClass: ToolClass): RetainContext {
  const { edited = [], used = [] } = OUTPUTS[toolClass];
  const keys = new Set(edited.map(lineKey));
  return {
    ...withoutContext(retain),
    isEdited: (key) => keys.has(key),
    isUsedSince: (name) => used.includes(name),
  };
}

const kept = (toolClass: ToolClass) => keptMeaning(eventOf(toolClass), contextOf(toolClass));

describe("the kept meaning of each tool class", () => {
  it("of a source read: its symbols, the line that an edit matched and the one that was spoken of", () => {
    expect(kept("source_read")).toMatchInlineSnapshot(`
      "src/cart/total.ts: 44 lines. Declares MAX_DISCOUNTS, totalOf, sum, price, Receipt
          const price = line.price.times(line.quantity);
          sum = sum.plus(line.discounts.reduce((rest, discount) => discount.apply(rest), price));
        return sum;
      Also named: Money.zero line.label this.lines.map"
    `);
  });

  it("of a document: its headings and the line whose name was used", () => {
    expect(kept("doc_read")).toMatchInlineSnapshot(`
      "docs/deploy.md: 47 lines. Declares Deploying, Secrets, Rollback
      # Deploying
      ## Secrets
      The key lies in vault/payments/STRIPE_LIVE_KEY and is rotated each quarter.
      ## Rollback"
    `);
  });

  it("of a dependency: its symbols and the option that was used", () => {
    expect(kept("dependency_read")).toMatchInlineSnapshot(`
      "node_modules/tiny-queue/index.d.ts: 38 lines. Declares QueueOptions
        timeoutMs?: number;
      Also named: TinyQueue"
    `);
  });

  it("of a search: the hit that was used, with path and line number, and the paths of the others", () => {
    expect(kept("search")).toMatchInlineSnapshot(`
      "applyDiscount: 41 lines.
      src/cart/checkout.ts:88:  return applyDiscount(subtotal, customer.loyaltyRate);
      Also named: src/discount src/pages/page00.tsx src/pages/page01.tsx src/pages/page02.tsx src/pages/page03.tsx src/pages/page04.tsx src/pages/page05.tsx src/pages/page06.tsx src/pages/page07.tsx src/pages/page08.tsx src/pages/page09.tsx src/pages/page10.tsx src/pages/page11.tsx src/pages/page12.tsx src/pages/page13.tsx src/pages/page14.tsx src/pages/page15.tsx src/pages/page16.tsx src/pages/page17.tsx src/pages/page18.tsx src/pages/page19.tsx src/pages/page20.tsx src/pages/page21.tsx src/pages/page22.tsx src/pages/page23.tsx src/pages/page24.tsx src/pages/page25.tsx src/pages/page26.tsx src/pages/page27.tsx src/pages/page28.tsx src/pages/page29.tsx test/page00.test.tsx test/page01.test.tsx test/page02.test.tsx test/page03.test.tsx test/page04.test.tsx test/page05.test.tsx test/page06.test.tsx test/page07.test.tsx test/page08.test.tsx test/page09.test.tsx"
    `);
  });

  it("of a git log: its ends and the commit that was named", () => {
    expect(kept("git")).toMatchInlineSnapshot(`
      "git log --oneline -40 (exit 0): 40 lines.
      f00dfeed Round each line of the receipt
      7c3e9a1b Drop the second currency conversion
      5d6e7f0c Update the snapshot of page 12 and its neighbours
      5d6e7f0d Update the snapshot of page 13 and its neighbours
      5d6e7f0e Update the snapshot of page 14 and its neighbours
      5d6e7f0f Update the snapshot of page 15 and its neighbours
      5d6e7f10 Update the snapshot of page 16 and its neighbours
      5d6e7f11 Update the snapshot of page 17 and its neighbours
      Also named: 1a2b3c00 1a2b3c01 1a2b3c02 1a2b3c03 1a2b3c04 1a2b3c05 1a2b3c06 1a2b3c07 1a2b3c08 1a2b3c09 1a2b3c0a 1a2b3c0b 1a2b3c0c 1a2b3c0d 1a2b3c0e 1a2b3c0f 1a2b3c10 1a2b3c11 1a2b3c12 1a2b3c13 5d6e7f00 5d6e7f01 5d6e7f02 5d6e7f03 5d6e7f04 5d6e7f05 5d6e7f06 5d6e7f07 5d6e7f08 5d6e7f09 5d6e7f0a 5d6e7f0b"
    `);
  });

  it("of a command that failed: the exact exit code, the error line and how it ended", () => {
    expect(kept("shell")).toMatchInlineSnapshot(`
      "./scripts/seed.sh --all (exit 127): 63 lines.
      seeding…
      ./scripts/seed.sh: line 41: pgloader: command not found
      cleaning up temporary table 15, nothing else to do
      cleaning up temporary table 16, nothing else to do
      cleaning up temporary table 17, nothing else to do
      cleaning up temporary table 18, nothing else to do
      cleaning up temporary table 19, nothing else to do
      seed stopped at step 3 of 5"
    `);
  });

  it("of a test run: the failing test, the assertion, the place and the counts", () => {
    expect(kept("test")).toMatchInlineSnapshot(`
      "npx vitest run src/cart (exit 1): 47 lines.
       RUN  v4.1.12 /repo
       FAIL  src/cart/total.test.ts > totalOf > rounds each line
      AssertionError: expected 10.05 to be 10.04 // Object.is equality
      - Expected
      + Received
      - 10.04
      + 10.05
       ❯ src/cart/total.test.ts:42:31
          47|   expect(totalOf(cart(11))).toBe(Money.of("10.01"));
          48|   expect(totalOf(cart(12))).toBe(Money.of("10.02"));
          49|   expect(totalOf(cart(13))).toBe(Money.of("10.03"));
       Test Files  1 failed | 18 passed (19)
            Tests  1 failed | 131 passed (132)
         Duration  2.31s
      Also named: src/cart/rules/rule00.test.ts src/cart/rules/rule01.test.ts src/cart/rules/rule02.test.ts src/cart/rules/rule03.test.ts src/cart/rules/rule04.test.ts src/cart/rules/rule05.test.ts src/cart/rules/rule06.test.ts src/cart/rules/rule07.test.ts src/cart/rules/rule08.test.ts src/cart/rules/rule09.test.ts src/cart/rules/rule10.test.ts src/cart/rules/rule11.test.ts src/cart/rules/rule12.test.ts src/cart/rules/rule13.test.ts src/cart/rules/rule14.test.ts src/cart/rules/rule15.test.ts src/cart/rules/rule16.test.ts src/cart/rules/rule17.test.ts"
    `);
  });

  it("of a type check: each error with file, line and column", () => {
    expect(kept("build")).toMatchInlineSnapshot(`
      "npx tsc --noEmit -p . (exit 2): 53 lines.
      Projects in this build: packages/part00/tsconfig.json is up to date
      src/cart/total.ts(10,24): error TS2339: Property 'times' does not exist on type 'Money'.
      src/cart/receipt.ts(31,9): error TS2322: Type 'string' is not assignable to type 'Label'.
      Skipping emit of packages/part20, because its references have problems
      Skipping emit of packages/part21, because its references have problems
      Skipping emit of packages/part22, because its references have problems
      Skipping emit of packages/part23, because its references have problems
      Skipping emit of packages/part24, because its references have problems
      Found 2 problems in 2 files.
      Also named: packages/part00 packages/part01 packages/part01/tsconfig.json packages/part02 packages/part02/tsconfig.json packages/part03 packages/part03/tsconfig.json packages/part04 packages/part04/tsconfig.json packages/part05 packages/part05/tsconfig.json packages/part06 packages/part06/tsconfig.json packages/part07 packages/part07/tsconfig.json packages/part08 packages/part08/tsconfig.json packages/part09 packages/part09/tsconfig.json packages/part10 packages/part10/tsconfig.json packages/part11 packages/part11/tsconfig.json packages/part12 packages/part12/tsconfig.json packages/part13 packages/part13/tsconfig.json packages/part14 packages/part14/tsconfig.json packages/part15 packages/part15/tsconfig.json packages/part16 packages/part16/tsconfig.json packages/part17 packages/part17/tsconfig.json packages/part18 packages/part18/tsconfig.json packages/part19 packages/part19/tsconfig.json packages/part20/tsconfig.json packages/part21/tsconfig.json packages/part22/tsconfig.json packages/part23/tsconfig.json packages/part24/tsconfig.json"
    `);
  });

  it("of a web page: its address, its headings and the setting that was used", () => {
    expect(kept("web")).toMatchInlineSnapshot(`
      "https://docs.example.org/queue/retries: 53 lines. Declares Retries, Backoff
      # Retries
      ## Backoff
      Set \`retry.maxBackoffMs\` to cap the wait; the default is 30000.
      Footnote 19: see also the page about dead letters, and the one about idempotency.
      Footnote 20: see also the page about dead letters, and the one about idempotency.
      Footnote 21: see also the page about dead letters, and the one about idempotency.
      Footnote 22: see also the page about dead letters, and the one about idempotency.
      Footnote 23: see also the page about dead letters, and the one about idempotency.
      © Example. All rights reserved."
    `);
  });

  it("of a report of another agent: its first line, its warning and its recommendation", () => {
    expect(kept("agent")).toMatchInlineSnapshot(`
      "Explore how receipts are rounded: 44 lines. Declares Findings
      ## Findings
      Warning: src/cart/legacy.ts failed to parse, so its callers are not counted.
      I looked at view 5 and it only shows what it is given.
      I looked at view 6 and it only shows what it is given.
      I looked at view 7 and it only shows what it is given.
      I looked at view 8 and it only shows what it is given.
      I looked at view 9 and it only shows what it is given.
      Recommendation: round once, in totalOf of src/cart/total.ts."
    `);
  });

  it("of a written file: the confirmation and the line that was used", () => {
    expect(kept("write")).toMatchInlineSnapshot(`
      "src/cart/rounding.ts: 18 lines.
      File created successfully at: src/cart/rounding.ts
        8→export const step07 = roundStep(7);
        12→export const step11 = roundStep(11);
        13→export const step12 = roundStep(12);
        14→export const step13 = roundStep(13);
        15→export const step14 = roundStep(14);
        16→export const step15 = roundStep(15);
      It has 16 lines."
    `);
  });

  it("of an edit: the confirmation and the changed line", () => {
    expect(kept("edit")).toMatchInlineSnapshot(`
      "src/cart/total.ts: 30 lines.
      The file src/cart/total.ts has been updated. Here's the result of running \`cat -n\` on a snippet:
          17→    sum = sum.plus(price.rounded(2));
          26→  // Tax rule 8: taxes are rounded once for the whole receipt.
          27→  // Tax rule 9: taxes are rounded once for the whole receipt.
          28→  // Tax rule 10: taxes are rounded once for the whole receipt.
          29→  // Tax rule 11: taxes are rounded once for the whole receipt.
          30→  // Tax rule 12: taxes are rounded once for the whole receipt.
          31→  // Tax rule 13: taxes are rounded once for the whole receipt."
    `);
  });

  it("of a skill: its name and the rule that was used", () => {
    expect(kept("skill")).toMatchInlineSnapshot(`
      "test-first: 42 lines. Declares Test first
      # Test first
      Never commit while \`scripts/check-all.sh\` is red."
    `);
  });

  it("of a task list: its ends and the task at hand", () => {
    expect(kept("todo")).toMatchInlineSnapshot(`
      "TodoWrite: 24 lines.
      Todos have been modified successfully.
      [>] Step 14: round in totalOf
      [ ] Step 17: delete the second rounding of view 2
      [ ] Step 18: delete the second rounding of view 3
      [ ] Step 19: delete the second rounding of view 4
      [ ] Step 20: delete the second rounding of view 5
      [ ] Step 21: delete the second rounding of view 6
      [ ] Step 22: delete the second rounding of view 7"
    `);
  });

  it("of an answer of the user: the answer itself", () => {
    expect(kept("ask")).toMatchInlineSnapshot(`
      "How should receipts round?: 14 lines.
      User has answered your questions:
      Option 7 was shown with its advantages, its costs and what it would mean for old receipts.
      Option 8 was shown with its advantages, its costs and what it would mean for old receipts.
      Option 9 was shown with its advantages, its costs and what it would mean for old receipts.
      Option 10 was shown with its advantages, its costs and what it would mean for old receipts.
      Option 11 was shown with its advantages, its costs and what it would mean for old receipts.
      "How should receipts round?" = "Once, in the total (half up)""
    `);
  });

  it("of a plan: its headings, what was forbidden and when it is done", () => {
    expect(kept("plan")).toMatchInlineSnapshot(`
      "ExitPlanMode: 37 lines. Declares Plan: round once, Done when
      User has approved your plan. You can now start coding.
      Do not touch src/cart/legacy.ts before the audit in May.
      29. Tell the owner of view 12 that its numbers come from totalOf now.
      30. Tell the owner of view 13 that its numbers come from totalOf now.
      31. Tell the owner of view 14 that its numbers come from totalOf now.
      32. Tell the owner of view 15 that its numbers come from totalOf now.
      ## Done when
      All receipts of the fixture set print the same total."
    `);
  });

  it("of memories: the one that was used", () => {
    expect(kept("memory")).toMatchInlineSnapshot(`
      "rounding: 50 lines.
      12 memories found
      - (1 week ago) CON-004: money is never a float; use Money.ofCents.
      - (48 months ago) The team talked about views and came to no conclusion that day.
      - (49 months ago) The team talked about views and came to no conclusion that day.
      - (50 months ago) The team talked about views and came to no conclusion that day.
      - (51 months ago) The team talked about views and came to no conclusion that day.
      - (52 months ago) The team talked about views and came to no conclusion that day.
      - (53 months ago) The team talked about views and came to no conclusion that day."
    `);
  });

  it("of a graph query: the symbol that was used and the names of the others", () => {
    expect(kept("graph")).toMatchInlineSnapshot(`
      "callers of totalOf: 37 lines.
      CALLS  exportReceiptCsv  src/export/csv.ts:57
      Also named: src/views/row00.tsx src/views/row01.tsx src/views/row02.tsx src/views/row03.tsx src/views/row04.tsx src/views/row05.tsx src/views/row06.tsx src/views/row07.tsx src/views/row08.tsx src/views/row09.tsx src/views/row10.tsx src/views/row11.tsx src/views/row12.tsx src/views/row13.tsx src/views/row14.tsx src/views/row15.tsx src/views/row16.tsx src/views/row17.tsx src/views/row18.tsx src/views/row19.tsx src/views/row20.tsx src/views/row21.tsx src/views/row22.tsx src/views/row23.tsx test/row00.test.tsx test/row01.test.tsx test/row02.test.tsx test/row03.test.tsx test/row04.test.tsx test/row05.test.tsx test/row06.test.tsx test/row07.test.tsx test/row08.test.tsx test/row09.test.tsx test/row10.test.tsx test/row11.test.tsx checkRow00 checkRow01 checkRow02 checkRow03 checkRow04 checkRow05 checkRow06 checkRow07 checkRow08 checkRow09 checkRow10 checkRow11 renderRow00 renderRow01 renderRow02 renderRow03 renderRow04 renderRow05 renderRow06 renderRow07 renderRow08 renderRow09 renderRow10 renderRow11 renderRow12 renderRow13 renderRow14 renderRow15 renderRow16 renderRow17 renderRow18 renderRow19 renderRow20 renderRow21 renderRow22 renderRow23"
    `);
  });

  it("of the output of any other tool: its source and its error", () => {
    expect(kept("other")).toMatchInlineSnapshot(`
      "http://localhost:3000/cart: 53 lines.
      [log] hydrated in 41 ms
      [error] Uncaught TypeError: line.discounts is undefined (cart-row.tsx:19)
      [debug] store event 45: the row was drawn again with the same values as before
      [debug] store event 46: the row was drawn again with the same values as before
      [debug] store event 47: the row was drawn again with the same values as before
      [debug] store event 48: the row was drawn again with the same values as before
      [debug] store event 49: the row was drawn again with the same values as before
      [log] idle"
    `);
  });
});

describe("every kept meaning", () => {
  it.each(TOOL_CLASSES)("of %s is at least a fifth shorter than what it replaces", (toolClass) => {
    const event = eventOf(toolClass);
    const text = kept(toolClass);
    expect(text).not.toBeNull();
    expect(estimateTokens(text ?? "")).toBeLessThanOrEqual(event.tokens * MAX_SHARE_LEFT);
  });

  it.each(TOOL_CLASSES)("of %s keeps what was asked and how many lines came", (toolClass) => {
    const { command, target, tool, text } = OUTPUTS[toolClass];
    const [head = ""] = (kept(toolClass) ?? "").split("\n");
    expect(head.startsWith(command ?? target ?? tool)).toBe(true);
    expect(head).toContain(`${text.split("\n").length} lines.`);
  });

  it.each(TOOL_CLASSES)("of %s keeps the lines that a later turn needs", (toolClass) => {
    const lines = (kept(toolClass) ?? "").split("\n");
    for (const line of OUTPUTS[toolClass].needed) expect(lines).toContain(line);
  });

  it("keeps the exact exit code: 127 and 1 are two failures", () => {
    const withExit = (exit: number) => keptMeaning({ ...eventOf("shell"), exitCode: exit }, withoutContext(retain));
    expect(withExit(127)).toMatch(/^\.\/scripts\/seed\.sh --all \(exit 127\): /);
    expect(withExit(1)).toMatch(/^\.\/scripts\/seed\.sh --all \(exit 1\): /);
    expect(withExit(0)).toMatch(/^\.\/scripts\/seed\.sh --all \(exit 0\): /);
  });

  it("keeps the first error lines when there is room for little else", () => {
    const root = "Error: ENOENT: no such file or directory, open 'config/app.json'";
    const noise = Array.from({ length: 6 }, (_, at) => `step ${at} of many went as it should, in ${at} ms`);
    const text = [...noise, root, ...noise.map((line) => `${line} again`)].join("\n");
    const event = { ...eventOf("shell"), text, tokens: 40 };
    expect(keptMeaning(event, withoutContext(retain))).toContain(root);
  });
});

describe("beside the head and the tail of equal length", () => {
  it.each(TOOL_CLASSES)("the kept meaning of %s recalls at least as many needed lines", (toolClass) => {
    expect(recalled(toolClass, kept(toolClass) ?? "")).toBeGreaterThanOrEqual(
      recalled(toolClass, headAndTail(toolClass)),
    );
  });

  it("recalls all of the needed lines of all classes, where head and tail recall less than half", () => {
    const sum = (of: (toolClass: ToolClass) => number) => TOOL_CLASSES.reduce((total, one) => total + of(one), 0);
    const needed = sum((toolClass) => OUTPUTS[toolClass].needed.length);
    expect(sum((toolClass) => recalled(toolClass, kept(toolClass) ?? ""))).toBe(needed);
    expect(sum((toolClass) => recalled(toolClass, headAndTail(toolClass)))).toBeLessThan(needed / 2);
  });
});

function recalled(toolClass: ToolClass, text: string): number {
  const lines = new Set(text.split("\n"));
  return OUTPUTS[toolClass].needed.filter((line) => lines.has(line)).length;
}

/** The text's first and last characters, half and half, with as many in all as the kept meaning has. */
function headAndTail(toolClass: ToolClass): string {
  const { text } = OUTPUTS[toolClass];
  const half = Math.floor((kept(toolClass)?.length ?? 0) / 2);
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
}
