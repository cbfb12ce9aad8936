import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STRICT_POLICY } from "../prune/policy";
import { type Age, IMPORTANCE_TERMS, importanceOf } from "./importance";
import { capInjection } from "./injection";
import { relevanceTo, topicWords } from "./relevance";
import { checkOf, type ReliefFacts, reliefFor } from "./relief";
import { inShort, startLine } from "./start-line";
import { type BudgetItem, ITEM_KIND_NAMES, ITEM_KINDS, placeItems, TIERS } from "./tiers";

const { budget } = STRICT_POLICY;
const SHARES = budget.tiers;

function anItem(
  id: string,
  kind: BudgetItem["kind"],
  tokens: number,
  facts: Partial<BudgetItem["facts"]> = {},
): BudgetItem {
  const none = { anchor: false, age: null, references: 0, relevance: 0 };
  return { id, kind, title: id, tokens, facts: { ...none, ...facts } };
}

const age = fc.oneof(
  fc.constant(null),
  fc.nat(200).map((turns): Age => ({ turns })),
  fc.nat(900).map((days): Age => ({ days })),
);
const anyItem = fc.record({
  kind: fc.constantFrom(...ITEM_KIND_NAMES),
  tokens: fc.oneof(fc.nat(50), fc.nat(5_000), fc.nat(90_000)),
  facts: fc.record({
    anchor: fc.boolean(),
    age,
    references: fc.nat(40),
    relevance: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
});
const anyItems = fc
  .array(anyItem, { maxLength: 80 })
  .map((items) => items.map((item, at): BudgetItem => ({ ...item, id: `item-${at}`, title: `Item ${at}` })));
const anyWindow = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 1_000_000 }));

describe("tiers", () => {
  it("never hold more than their share, and place every item once", () => {
    fc.assert(
      fc.property(anyItems, anyWindow, (items, windowTokens) => {
        const { tiers, beyond } = placeItems(items, windowTokens, SHARES);
        for (const { tier, budgetTokens, usedTokens, items: held } of tiers) {
          expect(usedTokens).toBe(held.reduce((sum, { tokens }) => sum + tokens, 0));
          if (windowTokens === null) expect(budgetTokens).toBeNull();
          else expect(usedTokens).toBeLessThanOrEqual(windowTokens * SHARES[tier]);
        }
        const ids = [...tiers.flatMap(({ items: held }) => held), ...beyond].map(({ id }) => id);
        expect(ids.toSorted()).toEqual(items.map(({ id }) => id).toSorted());
      }),
      { numRuns: 500 },
    );
  });

  it("never lift an item above its home, never skip a tier, and say why it fell", () => {
    fc.assert(
      fc.property(anyItems, anyWindow, (items, windowTokens) => {
        const { tiers, beyond } = placeItems(items, windowTokens, SHARES);
        const groups = [...tiers.map(({ items: held }) => held), beyond];
        groups.forEach((held, at) => {
          for (const { home, kind, why } of held) {
            const from = TIERS.indexOf(home);
            expect(from).toBeLessThanOrEqual(at);
            expect(why.startsWith(ITEM_KINDS[kind].why)).toBe(true);
            expect(why.includes("It fell")).toBe(at > from);
            for (const passed of TIERS.slice(from, at)) expect(why).toContain(passed);
          }
        });
      }),
    );
  });

  it("do not depend on the order in which items come", () => {
    fc.assert(
      fc.property(anyItems, anyWindow, (items, windowTokens) => {
        expect(placeItems(items.toReversed(), windowTokens, SHARES)).toEqual(placeItems(items, windowTokens, SHARES));
      }),
    );
  });

  it("keep the more important of two that do not both fit", () => {
    const items = [
      anItem("task", "task", 20, { anchor: true }),
      anItem("file:a.ts", "active-file", 15, { age: { turns: 40 } }),
      anItem("DEC-001", "decision", 10, { age: { days: 2 }, references: 4, relevance: 0.5 }),
    ];
    const { tiers, beyond } = placeItems(items, 100, SHARES);
    expect(tiers.map(({ tier, budgetTokens, usedTokens }) => [tier, budgetTokens, usedTokens])).toEqual([
      ["hot", 30, 30],
      ["warm", 40, 15],
      ["cold", 30, 0],
    ]);
    expect(tiers[0]?.items.map(({ id }) => id)).toEqual(["task", "DEC-001"]);
    expect(tiers[1]?.items[0]?.why).toBe(
      "The file is being worked on. It fell, because hot had no room for it. Importance 0.013: touched 40 turns ago, never named, 0 % about the task.",
    );
    expect(beyond).toEqual([]);
  });

  it("hold all of it while the window is unknown", () => {
    const { tiers } = placeItems([anItem("task", "task", 1e9), anItem("x", "history", 1e9)], null, SHARES);
    expect(tiers.map(({ items }) => items.length)).toEqual([1, 0, 1]);
  });
});

describe("importance", () => {
  it("has weights that add up to one, and lies between 0 and 1", () => {
    expect(Object.values(IMPORTANCE_TERMS).reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1);
    expect(importanceOf({ anchor: true, age: { turns: 0 }, references: 1e9, relevance: 1 }).score).toBeCloseTo(1);
    expect(importanceOf({ anchor: false, age: null, references: 0, relevance: 0 }).score).toBe(0);
  });

  it("of an anchor is above that of all else", () => {
    const most = { anchor: false, age: { turns: 0 }, references: 1e9, relevance: 1 };
    const least = { anchor: true, age: null, references: 0, relevance: 0 };
    expect(importanceOf(least).score).toBeGreaterThan(importanceOf(most).score);
  });

  it("falls by half every ten turns or thirty days, and grows with references", () => {
    const recency = (since: Age) =>
      importanceOf({ anchor: false, age: since, references: 0, relevance: 0 }).terms.find(
        ({ term }) => term === "recency",
      )?.value;
    expect([0, 10, 20].map((turns) => recency({ turns }))).toEqual([1, 0.5, 0.25]);
    expect([0, 30, 60].map((days) => recency({ days }))).toEqual([1, 0.5, 0.25]);
    const score = (references: number) => importanceOf({ anchor: false, age: null, references, relevance: 0 }).score;
    expect(score(3)).toBe(0.05);
    expect(score(9)).toBeGreaterThan(score(3));
  });

  it("finds in an item what the task names", () => {
    const task = topicWords("Add rate limiting to the login endpoint in src/api/authToken.ts");
    expect(relevanceTo(task, topicWords("src/api/authToken.ts"))).toBe(1);
    expect(relevanceTo(task, topicWords("Rate limits for logins"))).toBeGreaterThan(0);
    expect(relevanceTo(task, topicWords("Colours of the charts"))).toBe(0);
    expect(relevanceTo(topicWords(""), topicWords("login"))).toBe(0);
  });
});

describe("the check of the window", () => {
  it.each([
    [0, { atTurn: 0, nextTurn: 5, isDue: false }],
    [4, { atTurn: 0, nextTurn: 5, isDue: false }],
    [5, { atTurn: 5, nextTurn: 10, isDue: true }],
    [6, { atTurn: 5, nextTurn: 10, isDue: false }],
  ])("at turn %i is %o", (turn, expected) => {
    expect(checkOf(turn, budget.checkEveryTurns)).toEqual(expected);
  });

  const placement = placeItems(
    [
      anItem("FAIL-001", "failure", 5, { anchor: true, age: { turns: 0 } }),
      anItem("DEC-001", "old-decision", 7),
      anItem("FAIL-002", "resolved-failure", 3),
    ],
    1_000,
    SHARES,
  );
  const facts: ReliefFacts = {
    share: 0.7,
    placement,
    oldest: [{ ref: "a", tokens: 100 }],
    redundant: [{ ref: "b", savedTokens: 40 }],
  };

  it("asks for nothing below 70 %, and from there for all four steps", () => {
    expect(reliefFor({ ...facts, share: 0.699_999 }, budget)).toEqual([]);
    expect(reliefFor({ ...facts, share: null }, budget)).toEqual([]);
    expect(reliefFor(facts, budget).map(({ step, targets, tokens }) => [step, targets, tokens])).toEqual([
      ["summarize", ["a"], 100],
      ["archive", ["DEC-001", "FAIL-002"], 10],
      ["compress", ["b"], 40],
      ["promote", ["FAIL-001"], 0],
    ]);
  });

  it("leaves out a step that has nothing to work on", () => {
    const bare = { ...facts, oldest: [], redundant: [], placement: placeItems([], 1_000, SHARES) };
    expect(reliefFor(bare, budget)).toEqual([]);
  });
});

describe("the cap of what is put into a window", () => {
  const items = fc.array(fc.record({ tokens: fc.nat(30_000), reference: fc.string({ maxLength: 200 }) }), {
    maxLength: 60,
  });

  it("holds, and nothing is lost or doubled", () => {
    fc.assert(
      fc.property(items, anyWindow, (wanted, windowTokens) => {
        const { injected, offered, unlisted, usedTokens } = capInjection(wanted, windowTokens, budget);
        expect(usedTokens).toBeLessThanOrEqual((windowTokens ?? 128_000) * budget.maxInjectionShare);
        const parts = [...injected, ...offered, ...unlisted];
        expect(parts).toHaveLength(wanted.length);
        expect(new Set(parts)).toEqual(new Set(wanted));
      }),
      { numRuns: 500 },
    );
  });

  it("takes all that fits to the token, and offers the rest by its line", () => {
    const item = (tokens: number) => ({ tokens, reference: "DEC-001" });
    expect(capInjection([item(60), item(40)], 1_000, budget)).toMatchObject({ usedTokens: 100, offered: [] });
    const over = capInjection([item(60), item(41), item(5)], 1_000, budget);
    expect(over.injected.map(({ tokens }) => tokens)).toEqual([60, 5]);
    expect(over).toMatchObject({ offered: [{ tokens: 41 }], unlisted: [], capTokens: 100, usedTokens: 67 });
  });
});

describe("the start line", () => {
  it("has the published form, without the size of a window that nobody knows", () => {
    expect(startLine({ filesIndexed: 47, decisionsLoaded: 23, windowTokens: 128_000 })).toBe(
      "Context Steward: 47 files indexed, 23 decisions loaded, budget: 128K tokens",
    );
    expect(startLine({ filesIndexed: 1, decisionsLoaded: 1, windowTokens: null })).toBe(
      "Context Steward: 1 file indexed, 1 decision loaded",
    );
  });

  it.each([
    [999, "999"],
    [200_000, "200K"],
    [258_400, "258K"],
    [1_000_000, "1M"],
    [1_050_000, "1.05M"],
  ])("writes %i as %s", (tokens, text) => {
    expect(inShort(tokens)).toBe(text);
  });
});
