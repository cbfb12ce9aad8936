import { describe, expect, it } from "vitest";
import type { PrunePolicy } from "../prune/model";
import { plan } from "../prune/pipeline";
import { EAGER_POLICY } from "../prune/testing/policies";
import { aSession } from "../prune/testing/session-builder";
import { differingVerdicts, figuresOf } from "./preview";

const LONG = "one line of the file\n".repeat(300);

/** What the passes find in these files is held back. */
const GUARDED_POLICY: PrunePolicy = {
  ...EAGER_POLICY,
  protectedPaths: [{ pattern: "src/**", category: "project", reason: "Ours." }],
};

/** Three files read twice: the second reads are duplicates. */
const session = ["a", "b", "c"]
  .reduce((built, name, index) => {
    const text = LONG.repeat(index + 1);
    return built.read(`src/${name}.ts`, { text }).read(`src/${name}.ts`, { text });
  }, aSession().prompted("Look at the files"))
  .said("Seen them.")
  .build();

const planOf = (policy: PrunePolicy) => plan(session, policy);

describe("what two policies leave in different states", () => {
  it("is counted in full, the heaviest first, with both reasons", () => {
    const { count, examples } = differingVerdicts(session, planOf(GUARDED_POLICY), planOf(EAGER_POLICY), 2);
    expect(count).toBe(3);
    expect(examples.map(({ target }) => target)).toEqual(["src/c.ts", "src/b.ts"]);
    const [heaviest] = examples;
    expect(heaviest).toMatchObject({ now: { to: "full" }, draft: { to: "reference", rule: "dedup.identical-result" } });
    expect(heaviest?.draft.reason).toMatch(/^Same result as ctx:/);
    expect(heaviest?.moreSavedTokens).toBeGreaterThan(1_000);
  });

  it("turns its sign when the draft keeps more", () => {
    const { examples } = differingVerdicts(session, planOf(EAGER_POLICY), planOf(GUARDED_POLICY), 1);
    expect(examples[0]?.moreSavedTokens).toBeLessThan(0);
  });

  it("is nothing for equal plans", () => {
    expect(differingVerdicts(session, planOf(EAGER_POLICY), planOf(EAGER_POLICY), 5)).toEqual({
      count: 0,
      examples: [],
    });
  });
});

describe("what a policy makes of a session", () => {
  const figures = (policy: PrunePolicy, windowTokens: number | null = 200_000) =>
    figuresOf(session, planOf(policy), policy, windowTokens);

  it("is what the plan could save, and what it leaves", () => {
    const guarded = figures(GUARDED_POLICY);
    const eager = figures(EAGER_POLICY);
    expect(eager.beforeTokens).toBe(guarded.beforeTokens);
    expect([guarded.changedEvents, eager.changedEvents]).toEqual([0, 3]);
    expect(eager.savedTokens).toBeGreaterThan(guarded.savedTokens);
    expect(guarded.provenTokens).toBe(0);
    expect(eager.provenTokens).toBeGreaterThan(1_000);
    expect(guarded.blockedRemovals).toBe(3);
  });

  it("counts no advice without a known window", () => {
    expect(figures(GUARDED_POLICY, null).advised).toBeNull();
    expect(figures(GUARDED_POLICY).advised).toEqual({ prune: 0, compact: 0, checkpoint: 0 });
  });

  it("says whether the last plan would be committed, and why", () => {
    const batching = { ...EAGER_POLICY.batching, adaptive: null, minSavingTokens: 1 };
    expect(figures({ ...EAGER_POLICY, batching }).commit).toMatchObject({ commits: true });
    expect(figures(GUARDED_POLICY).commit).toEqual({ commits: false, reason: expect.stringMatching(/\S/) });
  });
});
