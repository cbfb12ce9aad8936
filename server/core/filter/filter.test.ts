import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STAGES, type Stage } from "../events/kinds";
import { STRICT_POLICY } from "../prune/policy";
import { CATEGORIES, CATEGORY_WORDS } from "./categories";
import { composeLoad } from "./compose-load";
import { guessCategory } from "./guess-category";
import { mergeSameFiles, type SeenRule } from "./same-file";
import type { CatalogueEntry } from "./stage-filter";

function rule(name: string, category: string | null, tokens = 100): CatalogueEntry {
  return { kind: "rule", name, path: name, category, tokens };
}

const RULES = CATEGORIES.map((category) => rule(`rules/on-${category}.md`, category));
const load = (entries: readonly CatalogueEntry[], stage: Stage, windowTokens: number | null = 200_000) =>
  composeLoad(entries, stage, STRICT_POLICY, windowTokens);
const deferred = (stage: Stage) => load(RULES, stage).waits.map(({ entry }) => entry.category);
const named = (stage: Stage) =>
  load(RULES, stage)
    .now.filter((one) => one.rule === "stage-loads")
    .map(({ entry }) => entry.category);

describe("the stage table", () => {
  it("names only categories that can be guessed or set", () => {
    const used = Object.values(STRICT_POLICY.stages).flatMap(({ load: loads, defer }) => [...loads, ...defer]);
    expect(used.filter((name) => !CATEGORIES.some((category) => category === name))).toEqual([]);
    expect(CATEGORY_WORDS.map(({ category }) => category).sort()).toEqual([...CATEGORIES].sort());
  });

  it.each<[Stage, string[], string[]]>([
    ["discuss", ["behavior", "agents"], ["coding", "testing"]],
    ["plan", ["architecture", "planning"], ["linting", "security"]],
    ["execute", ["coding", "language", "security"], ["debugging"]],
    ["verify", ["linting", "security", "testing"], ["planning"]],
    ["fix-bug", ["debugging", "testing"], ["architecture"]],
  ])("%s loads its categories and defers its own", (stage, loads, defers) => {
    expect(named(stage).sort()).toEqual([...loads].sort());
    expect(deferred(stage).sort()).toEqual([...defers].sort());
  });

  it("loads what stands in neither list, and what has no category, and says so", () => {
    const { now } = load([rule("a.md", "debugging"), rule("b.md", null)], "discuss");
    expect(now.map(({ rule: id, why }) => `${id}: ${why}`)).toEqual([
      "by-default: The stage discuss neither loads nor defers debugging; it loads by default.",
      "by-default: It has no category, so it loads by default. Set one to gate it.",
    ]);
  });

  it("loads core files at every stage, whatever their category; folders of rules are gated file by file", () => {
    const core = [rule("AGENTS.md", "testing"), rule("packages/a/CLAUDE.md", "coding"), rule("PLAN.md", "planning")];
    for (const stage of STAGES) expect(load(core, stage).waits).toEqual([]);
    expect(load([rule(".cursor/rules/testing.mdc", "testing")], "discuss").waits).toHaveLength(1);
    expect(load([{ ...rule("AGENTS.md", "testing"), kind: "skill" }], "discuss").waits).toHaveLength(1);
  });
});

describe("the limit of a load", () => {
  it("is a share of the window; core comes first, what does not fit is offered by its path", () => {
    const entries = [rule("big.md", "coding", 9_000), rule("small.md", "coding", 500), rule("CLAUDE.md", null, 4_000)];
    const found = load(entries, "execute", 100_000);
    expect(found.limitTokens).toBe(10_000);
    expect(found.now.map(({ entry }) => entry.name)).toEqual(["CLAUDE.md", "small.md"]);
    expect(found.waits).toMatchObject([
      { rule: "over-budget", why: expect.stringMatching(/^At most 10 % of the window \(10000 tokens\)/) },
    ]);
    expect(found).toMatchObject({ tokensNow: 4_500, tokensDeferred: 0, tokensOffered: 9_000 });
  });

  it("is not spent on what the window holds already", () => {
    const entries = [rule("held.md", "coding", 9_000), rule("new.md", "coding", 8_000)];
    const found = composeLoad(entries, "execute", STRICT_POLICY, 100_000, ({ name }) => name === "held.md");
    expect(found).toMatchObject({ tokensNow: 8_000, tokensHeld: 9_000, tokensOffered: 0, waits: [] });
  });

  it("holds for any catalogue, and every entry stands in one of the two lists", () => {
    const anyEntry = fc.record({
      kind: fc.constantFrom("rule" as const, "skill" as const),
      name: fc.string({ minLength: 1 }),
      path: fc.option(fc.constantFrom("CLAUDE.md", "a/b.md", ".cursor/rules/x.mdc")),
      category: fc.option(fc.constantFrom(...CATEGORIES)),
      tokens: fc.nat(30_000),
    });
    fc.assert(
      fc.property(
        fc.array(anyEntry, { maxLength: 30 }),
        fc.constantFrom(...STAGES),
        fc.option(fc.nat(300_000)),
        (entries, stage, window) => {
          const found = load(entries, stage, window);
          expect(found.tokensNow).toBeLessThanOrEqual(found.limitTokens);
          const all = [...found.now, ...found.waits].map(({ entry }) => entry);
          expect(all).toHaveLength(entries.length);
          expect(new Set(all)).toEqual(new Set(entries));
          const total = entries.reduce((sum, { tokens }) => sum + tokens, 0);
          expect(found.tokensNow + found.tokensDeferred + found.tokensOffered).toBe(total);
        },
      ),
    );
  });
});

describe("the guess of a category", () => {
  const skill = (name: string, text = "") => guessCategory({ kind: "skill", name, path: null, text })?.category ?? null;
  const file = (path: string, text = "") => guessCategory({ kind: "rule", name: path, path, text })?.category ?? null;

  it.each([
    ["systematic-debugging", "debugging"],
    ["writing-plans", "planning"],
    ["executing-plans", "planning"],
    ["brainstorming", "planning"],
    ["subagent-driven-development", "agents"],
    ["dispatching-parallel-agents", "agents"],
    ["test-driven-development", "testing"],
    ["verification-before-completion", "testing"],
    ["requesting-code-review", "coding"],
    ["security-review", "security"],
    ["python-patterns", "language"],
    ["coordinator", "agents"],
    ["worktree", null],
  ])("of the skill %s is %s", (name, category) => expect(skill(name)).toBe(category));

  it.each([
    ["/home/dev/app/CLAUDE.md", "behavior"],
    ["AGENTS.md", "agents"],
    [".cursor/rules/typescript.mdc", "language"],
    ["rules/common/coding-style.md", "coding"],
    [".claude/rules/eslint.md", "linting"],
    ["rules/security/cookies.md", "security"],
    ["rules/address-book.md", null],
    [".claude/rules/dashboard.md", null],
  ])("of the file %s is %s", (path, category) => expect(file(path)).toBe(category));

  it("looks at the heading when the name tells nothing, and at no other text", () => {
    const text = "---\nname: x\ndescription: Format the code\n---\n# Architecture of the dashboard\n\nTesting is fun";
    expect(file(".claude/rules/dashboard.md", text)).toBe("architecture");
    expect(skill("ship", "---\ndescription: Format the code\n---\nTest it")).toBeNull();
  });

  it("takes no folder of a machine for a clue", () => {
    expect(file("/home/mia/test-lab/claude-code/.claude/rules/dashboard.md")).toBeNull();
    expect(file("/home/mia/test-lab/.claude/rules/security/dashboard.md")).toBe("security");
    expect(file("security/dashboard.md")).toBe("security");
  });

  it("says which word it went by", () => {
    expect(guessCategory({ kind: "skill", name: "writing-plans", path: null })?.why).toBe(
      'Guessed: its name has "plans".',
    );
  });
});

describe("the same file under several paths", () => {
  const seen = (name: string, more: Partial<SeenRule> = {}): SeenRule => ({
    kind: "rule",
    name,
    path: name,
    category: null,
    categorySet: false,
    loads: 0,
    lastSeenAt: new Date(0),
    ...more,
  });
  const names = (rules: readonly SeenRule[]) => rules.map(({ name, loads }) => `${name} ${loads}`);

  it("is one: the index's path, with the loads of all", () => {
    const rules = [
      seen("/home/dev/app/CLAUDE.md", { loads: 2 }),
      seen("/work/tree/app/CLAUDE.md", { loads: 3 }),
      seen("CLAUDE.md"),
      seen("packages/a/CLAUDE.md"),
      seen("/home/dev/app/packages/a/CLAUDE.md", { loads: 1 }),
      seen("/home/dev/.claude/OTHER.md", { loads: 4 }),
    ];
    expect(names(mergeSameFiles(rules))).toEqual([
      "CLAUDE.md 5",
      "packages/a/CLAUDE.md 1",
      "/home/dev/.claude/OTHER.md 4",
    ]);
  });

  it("keeps the category that a person chose for either", () => {
    const rules = [
      seen("CLAUDE.md", { category: "behavior" }),
      seen("/x/CLAUDE.md", { category: "coding", categorySet: true }),
    ];
    expect(mergeSameFiles(rules)).toMatchObject([{ name: "CLAUDE.md", category: "coding", categorySet: true }]);
  });

  it("is none of a skill's, which has a name of its own", () => {
    const rules = [seen("review", { kind: "skill" }), seen("/x/review", { kind: "skill" })];
    expect(mergeSameFiles(rules)).toHaveLength(2);
  });
});
