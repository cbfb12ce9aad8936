import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STRICT_POLICY } from "../prune/policy";
import type { PolicyBodyInput } from "./body";
import { changeWords, policyChanges } from "./diff";
import { bodyOf } from "./merge";
import { rebase } from "./rebase";
import { aPolicy, policyOf } from "./testing/policies";
import { valueWords } from "./words";

describe("what differs between two policies", () => {
  const wordsOf = (from: PolicyBodyInput, to: PolicyBodyInput) =>
    policyChanges(policyOf(from), policyOf(to)).map(changeWords);

  it("says it in words, in the order of the page", () => {
    expect(
      wordsOf(
        { protectedTools: [{ pattern: "rules", reason: "Instructions." }] },
        {
          idleTurns: 1,
          budget: { pruneShare: 0.35 },
          batching: { coldGapMs: 600_000, adaptive: null },
          callTail: { edit: null },
          retain: { declarations: !STRICT_POLICY.retain.declarations },
          staleTo: "reference",
          protectedPaths: [{ pattern: "docs/**", reason: "Ours." }],
          stages: { verify: { load: ["testing", "security"] } },
        },
      ),
    ).toEqual([
      "Adapt to the window: on → off",
      "Prune at: 40 % → 35 %",
      "Cache gone cold after: 5 minutes → 10 minutes",
      "Idle after: 10 turns → 1 turn",
      `Edits: arguments stay within: ${valueWords("tokens", STRICT_POLICY.callTail.edit?.tokens ?? 0)} → never`,
      `Edits: arguments stay for: ${STRICT_POLICY.callTail.edit?.turns} turns → never`,
      "Age and superseding lead to: the kept meaning → the marker alone",
      expect.stringMatching(/^Declarations of a file: .* → /),
      "Protected file added: docs/** (Ours.)",
      "Protected tool removed: rules (Instructions.)",
      "Stage verify loads removed: linting",
    ]);
  });

  it("names a preset with every number that came with it", () => {
    const words = wordsOf({}, { preset: "seed" });
    expect(words[0]).toBe("Preset: Strict → Seed");
    expect(words).toContain(`Edits: results stay for: ${STRICT_POLICY.tail.edit.turns} turns → 10 turns`);
    expect(words).toContain("Cut repeated runs of lines: on → never");
  });

  it("is empty for equal policies and never empty for different ones", () => {
    fc.assert(
      fc.property(aPolicy, aPolicy, (a, b) => {
        expect(policyChanges(a, { ...a, version: 9 })).toEqual([]);
        const isEqual = JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));
        if (isEqual) expect(policyChanges(a, b)).toEqual([]);
        else if (policyChanges(a, b).length === 0) expect({ ...a, version: 0 }).toEqual({ ...b, version: 0 });
      }),
    );
  });
});

describe("changes over a version that somebody else saved meanwhile", () => {
  const base = policyOf({ protectedPaths: [{ pattern: "a/**", reason: "A." }] });
  const mine = policyOf({
    idleTurns: 8,
    tail: { web: { turns: 3 } },
    protectedPaths: [{ pattern: "b/**", reason: "B." }],
  });
  const theirs = policyOf({
    idleTurns: 20,
    tail: { web: { tokens: 1 } },
    protectedPaths: [
      { pattern: "a/**", reason: "A." },
      { pattern: "c/**", reason: "C." },
    ],
  });

  it("keep both sides, and mine where both changed the same", () => {
    const both = rebase(base, mine, theirs);
    expect([both.idleTurns, both.tail.web]).toEqual([8, { tokens: 1, turns: 3 }]);
    expect(both.protectedPaths.slice(STRICT_POLICY.protectedPaths.length).map(({ pattern }) => pattern)).toEqual([
      "c/**",
      "b/**",
    ]);
  });

  it("are theirs when I changed nothing, and mine when they did not", () => {
    fc.assert(
      fc.property(aPolicy, aPolicy, (a, b) => {
        expect(policyChanges(rebase(a, a, b), b)).toEqual([]);
        expect(policyChanges(rebase(a, b, a), b)).toEqual([]);
      }),
    );
  });
});
