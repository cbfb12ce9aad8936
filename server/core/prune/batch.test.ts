import { describe, expect, it } from "vitest";
import type { BoundaryKind } from "../events/kinds";
import { decideCommit, type Moment } from "./batch";
import type { BatchingPolicy, Plan } from "./model";
import { STRICT_POLICY } from "./policy";
import { planned } from "./testing/reading";
import { aSession } from "./testing/session-builder";

/** Four results of 1,000 tokens, of which the third goes whole, so that each number can be reckoned by hand. */
const session = ["a", "b", "c", "d"].reduce((so, path) => so.read(path, { tokens: 500 }), aSession());
const input = session.build();
const nothing: Plan = { ...planned(session), verdicts: [] };
const [, , third = ""] = session.results();

/** The third result goes and so many tokens are left of it. */
function taking(tokensAfter: number, ref = third): Plan {
  const verdict = {
    ref,
    from: "full",
    to: "reference",
    pass: "dedup",
    rule: "test",
    reason: "It is a test.",
    evidence: [],
    tokensBefore: 500,
    tokensAfter,
    noise: null,
    noiseSinceTurn: null,
    retained: null,
  } as const;
  return { ...nothing, verdicts: [verdict] };
}

const POLICY: BatchingPolicy = {
  minSavingTokens: 400,
  adaptive: null,
  cheapSavingTokens: 100,
  coldGapMs: 1_000,
  lookTokens: 1,
};
const decide = (plan: Plan, moment: Partial<Moment> = {}, policy: Partial<BatchingPolicy> = {}) =>
  decideCommit(
    input,
    plan,
    { ...POLICY, ...policy },
    { thread: "main", pauseMs: 10, boundaries: [], isAsked: false, ...moment },
  );

describe("whether a plan is committed", () => {
  it("measures what is saved, what stays cached and what is written anew on the projection", () => {
    // Calls have 500 tokens too: two pairs and a call stand in front of the change, a pair behind it.
    expect(decide(taking(100)).economics).toMatchObject({
      savedTokens: 400,
      keptPrefixTokens: 2_500,
      rewrittenTokens: 1_100,
      isCacheCold: false,
      breakEvenRequests: Math.ceil((1_100 * 1.15) / 40),
    });
  });

  it("waits for the least saving while the cache is warm, to the token", () => {
    expect(decide(taking(100))).toMatchObject({ commits: true, trigger: "window", neededTokens: 400 });
    const refused = decide(taking(101));
    expect(refused).toMatchObject({ commits: false, trigger: "window", neededTokens: 400 });
    expect(refused.reason).toBe(
      "It would save 399 tokens; 400 tokens are needed before rewriting 1,101 tokens of prompt cache pays.",
    );
    expect(decide(taking(100)).reason).toBe(
      "Saves 400 tokens. It pays for the prompt cache that it rewrites after 32 requests.",
    );
  });

  it("takes a share of the visible tokens instead, between two bounds", () => {
    const adaptive = (share: number, minTokens: number, maxTokens: number) =>
      decide(taking(100), {}, { adaptive: { share, minTokens, maxTokens } }).neededTokens;
    expect(adaptive(0.1, 1, 9_999)).toBe(400);
    expect(adaptive(0.1, 401, 9_999)).toBe(401);
    expect(adaptive(0.1, 1, 399)).toBe(399);
    expect(adaptive(0.10009, 1, 9_999)).toBe(400);
  });

  it.each<[BoundaryKind, boolean]>([
    ["task-start", true],
    ["task-end", true],
    ["stage", true],
    ["wave-done", true],
    ["route-change", true],
    ["exploration-end", true],
    ["verification-settled", true],
    ["resume", true],
    ["compaction", false],
    ["clear", false],
    ["rewind", false],
  ])("at the boundary %s needs the smaller saving: %s", (kind, isCheap) => {
    const decision = decide(taking(400), { boundaries: ["clear", kind] });
    expect(decision.trigger).toBe(isCheap ? "boundary" : "window");
    expect(decision.commits).toBe(isCheap);
    expect(decide(taking(401), { boundaries: [kind] }).commits).toBe(false);
  });

  it("needs the smaller saving once the cache is cold, and then costs nothing", () => {
    const cold = decide(taking(400), { pauseMs: 1_000 });
    expect(cold).toMatchObject({ commits: true, trigger: "cold-cache", neededTokens: 100 });
    expect(cold.economics).toMatchObject({ isCacheCold: true, breakEvenRequests: 0 });
    expect(cold.reason).toBe("Saves 100 tokens. The prompt cache has gone cold, so the change costs nothing.");
    expect(decide(taking(400), { pauseMs: 999 })).toMatchObject({ commits: false, trigger: "window" });
    expect(decide(taking(400), { pauseMs: null })).toMatchObject({ commits: false, trigger: "window" });
    expect(decide(taking(401), { pauseMs: 5_000 }).commits).toBe(false);
  });

  it("is done when it is asked for, however little it saves, and comes before every other reason", () => {
    const asked = { isAsked: true, pauseMs: 9_999, boundaries: ["stage" as const] };
    expect(decide(taking(499), asked)).toMatchObject({ commits: true, trigger: "asked", neededTokens: 1 });
    expect(decide(taking(400), { pauseMs: 9_999, boundaries: ["stage"] }).trigger).toBe("cold-cache");
    expect(decide(taking(499), asked).reason).toContain("The prompt cache has gone cold");
  });

  it("is refused when nothing would be taken out, or the context would grow, asked or not", () => {
    const reason = "Nothing to take out: the context would not get smaller.";
    for (const plan of [nothing, taking(500), taking(501)]) {
      expect(decide(plan, { isAsked: true })).toMatchObject({ commits: false, reason });
    }
    const free = { minSavingTokens: 0, cheapSavingTokens: 0 };
    expect(decide(nothing, {}, free)).toMatchObject({ commits: false, neededTokens: 1, reason });
    expect(decide(nothing, { boundaries: ["stage"] }, free)).toMatchObject({ commits: false, neededTokens: 1 });
    expect(decide(nothing).economics).toMatchObject({ rewrittenTokens: 0, keptPrefixTokens: 4_000 });
  });

  it("says one request in the singular", () => {
    const [, , , fourth = ""] = session.results();
    const last = decide(taking(40, fourth), { isAsked: true });
    expect(last.economics).toMatchObject({ rewrittenTokens: 40, breakEvenRequests: 1 });
    expect(last.reason).toBe("Saves 460 tokens. It pays for the prompt cache that it rewrites after 1 request.");
  });

  it("looks at one thread alone", () => {
    expect(decide(taking(100), { thread: "sub", isAsked: true })).toMatchObject({ commits: false });
  });

  it("counts a summary for the range that it stands for", () => {
    const refs = input.events.slice(2, 6).map(({ ref }) => ref);
    const summary = {
      thread: "main",
      refs,
      text: "short",
      tokens: 100,
      evidence: ["DEC-001@1"],
      replacedTokens: 2_000,
    };
    const verdicts = refs.flatMap((ref) => taking(0, ref).verdicts);
    const plan: Plan = { ...nothing, verdicts, summaries: [summary] };
    expect(decide(plan).economics).toMatchObject({
      savedTokens: 1_900,
      keptPrefixTokens: 1_000,
      rewrittenTokens: 1_100,
    });
  });

  it("asks at the default for 15,000 to 50,000 tokens on a warm cache and for 4,000 at a boundary", () => {
    expect(decide(nothing, {}, STRICT_POLICY.batching).neededTokens).toBe(15_000);
    expect(decide(nothing, { boundaries: ["stage"] }, STRICT_POLICY.batching).neededTokens).toBe(4_000);
  });
});
