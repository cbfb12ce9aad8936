import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOOSE_POLICY, POLICIES, SEED_POLICY, STRICT_POLICY } from "../prune/policy";
import { PolicyBody } from "./body";
import { checkPolicy } from "./check";
import { policyChanges } from "./diff";
import { CHOICE_FIELDS, NUMBER_FIELDS } from "./fields";
import { bodyOf } from "./merge";
import { checkBody, parseBody, readSavedPolicy } from "./read";
import { aPolicy, policyOf } from "./testing/policies";

function problemsOf(body: unknown) {
  const checked = checkBody(body, 1);
  return checked.ok ? [] : checked.problems;
}

/** Paths of everything in a policy that is no list. */
function leafPaths(value: unknown, prefix = ""): string[] {
  if (Array.isArray(value) || value === null) return [];
  if (typeof value !== "object") return [prefix];
  return Object.entries(value).flatMap(([key, own]) => leafPaths(own, prefix === "" ? key : `${prefix}.${key}`));
}

describe("the table of fields", () => {
  it("has every number and choice of a policy, once", () => {
    const rows = [...NUMBER_FIELDS, ...CHOICE_FIELDS].map(({ path }) => path);
    const known = new Set([...rows, "version", "preset"]);
    expect(known.size).toBe(rows.length + 2);
    const missing = Object.values(POLICIES).flatMap((policy) => leafPaths(policy).filter((path) => !known.has(path)));
    expect(missing).toEqual([]);
  });

  it("lets a body change every setting of a policy", () => {
    const settings = Object.keys(STRICT_POLICY).filter((key) => key !== "version");
    expect(settings.filter((key) => !(key in PolicyBody.shape))).toEqual([]);
  });

  it("holds every preset within its bounds", () => {
    for (const policy of Object.values(POLICIES)) expect(checkPolicy(policy)).toEqual([]);
  });
});

describe("a body over its preset", () => {
  it("is the preset when it changes nothing", () => {
    expect(policyOf({})).toEqual({ ...STRICT_POLICY, version: 1 });
    expect(policyOf({ preset: "seed" })).toEqual({ ...SEED_POLICY, version: 1 });
  });

  it("changes only what it names, at every depth", () => {
    const policy = policyOf({
      preset: "loose",
      idleTurns: 8,
      tail: { web: { turns: 3 } },
      budget: { pruneShare: 0.35, tiers: { hot: 0.2, cold: 0.4 } },
      batching: { coldGapMs: 60_000 },
    });
    expect(policy).toEqual({
      ...LOOSE_POLICY,
      version: 1,
      idleTurns: 8,
      tail: { ...LOOSE_POLICY.tail, web: { ...LOOSE_POLICY.tail.web, turns: 3 } },
      budget: { ...LOOSE_POLICY.budget, pruneShare: 0.35, tiers: { hot: 0.2, warm: 0.4, cold: 0.4 } },
      batching: { ...LOOSE_POLICY.batching, coldGapMs: 60_000 },
    });
  });

  it("takes windows of arguments, ages and switched parts away with null", () => {
    const policy = policyOf({
      callTail: { edit: null, web: { tokens: 5, turns: 6 } },
      referenceAfterTurns: { test: null, git: 12 },
      blocks: null,
      batching: { adaptive: null },
    });
    expect(policy.callTail).not.toHaveProperty("edit");
    expect(policy.callTail.web).toEqual({ tokens: 5, turns: 6 });
    const { test: _, ...others } = STRICT_POLICY.referenceAfterTurns;
    expect(policy.referenceAfterTurns).toEqual({ ...others, git: 12 });
    expect([policy.blocks, policy.batching.adaptive]).toEqual([null, null]);
  });

  it("adds to the protected files of the preset and can take none away", () => {
    const own = { pattern: "src/ledger/**", category: "project", reason: "Money." } as const;
    const policy = policyOf({ protectedPaths: [own, { ...own, pattern: "AGENTS.md" }] });
    expect(policy.protectedPaths).toEqual([...STRICT_POLICY.protectedPaths, own]);
    expect(policyOf({ protectedPaths: [] }).protectedPaths).toEqual(STRICT_POLICY.protectedPaths);
  });

  it("comes back as the least body that gives the same policy", () => {
    const { tokens } = STRICT_POLICY.tail.web;
    expect(bodyOf(policyOf({ idleTurns: STRICT_POLICY.idleTurns, tail: { web: { tokens, turns: 4_321 } } }))).toEqual({
      preset: "strict",
      tail: { web: { turns: 4_321 } },
    });
    fc.assert(
      fc.property(aPolicy, (policy) => {
        expect(policyOf(bodyOf(policy))).toEqual({ ...policy, version: 1 });
        expect(policyChanges(policyOf(bodyOf(policy)), policy)).toEqual([]);
      }),
    );
  });
});

describe("a body that cannot be used", () => {
  it.each([
    [{ idleTurns: 0 }, "idleTurns", "Idle after: write a whole number from 1 to 10,000 turns."],
    [{ idleTurns: 2.5 }, "idleTurns", "Idle after: write a whole number from 1 to 10,000 turns."],
    [{ budget: { planShare: 1.2 } }, "budget.planShare", "Plan above: write a share from 5 to 100 %."],
    [
      { batching: { coldGapMs: 5 } },
      "batching.coldGapMs",
      "Cache gone cold after: write a number from 1 to 1,440 minutes.",
    ],
    [
      { tail: { web: { turns: -1 } } },
      "tail.web.turns",
      "Web pages: results stay for: write a whole number from 0 to 10,000 turns.",
    ],
    [
      { budget: { pruneShare: 0.7 } },
      "budget.compactShare",
      "Compact at: 60 % must lie above Prune at, which is 70 %.",
    ],
    [
      { budget: { tiers: { hot: 0.5 } } },
      "budget.tiers.cold",
      "Hot, warm and cold tier: together they are 120 %; make them 100 %.",
    ],
    [{ idleTurn: 3 }, "idleTurn", "idleTurn is no setting of the policy. Remove it, or look at its name."],
    [
      { tail: { wen: { turns: 1 } } },
      "tail.wen",
      "tail.wen is no setting of the policy. Remove it, or look at its name.",
    ],
    [
      { budget: { tiers: { hott: 1 } } },
      "budget.tiers.hott",
      "budget.tiers.hott is no setting of the policy. Remove it, or look at its name.",
    ],
    [
      { pinPhrases: ["ab"] },
      "pinPhrases.0",
      'The phrase "ab" is too short and would pin almost every message; write at least 4 characters.',
    ],
    [
      { stages: { plan: { load: ["security", "planning"] } } },
      "stages.plan.defer",
      "Stage plan: security is loaded and waits at once; remove it from one side.",
    ],
    [
      { stages: { plan: { load: ["cooking"] } } },
      "stages.plan.load",
      'Stage plan: "cooking" is no category; use behavior, agents, coding, testing, architecture, planning, security, linting, language, debugging.',
    ],
  ])("%j names the field and the remedy", (body, field, message) => {
    expect(problemsOf(body)).toContainEqual({ field, message });
  });

  it("says of a pattern what is wrong with it and what to write", () => {
    const body = { protectedPaths: [{ pattern: "docs/[**", category: "project", reason: "" }] };
    expect(problemsOf(body)).toEqual([
      {
        field: "protectedPaths.0.pattern",
        message: 'Pattern "docs/[**" opens [ without ]; close it, or write \\[ for the character.',
      },
      {
        field: "protectedPaths.0.reason",
        message: "Say why docs/[** is protected: agents and people read it as the reason.",
      },
    ]);
  });

  it("names the first fault and the fields of the others", () => {
    const answer = parseBody({ idleTurns: 0, workingSetTurns: -1 }, 1);
    expect(answer).toMatchObject({ ok: false, fault: { code: "bad_request", field: "idleTurns" } });
    expect(answer.ok ? "" : answer.fault.message).toMatch(/1 more: workingSetTurns\.$/);
  });

  it.each([null, 3, "strict", [], { preset: "mild" }])("%j is refused, not guessed at", (body) => {
    expect(problemsOf(body)).not.toEqual([]);
  });
});

describe("a stored body that cannot be read", () => {
  it.each([null, "x", [], { preset: "mild" }, { tail: 3 }, { idleTurns: -4, preset: "loose" }, { later: true }])(
    "%j counts as strict and says so",
    (body) => {
      const saved = readSavedPolicy(7, body);
      expect(saved.policy).toEqual({ ...STRICT_POLICY, version: 7 });
      expect(saved.problem).toMatch(/\S/);
    },
  );

  it("keeps what it protected, row by row", () => {
    const { policy, problem } = readSavedPolicy(7, {
      preset: "loose",
      unknown: 1,
      protectedPaths: [{ pattern: "src/ledger/**", category: "newer", reason: "Money." }, { patern: "x" }, 4],
      protectedTools: [{ pattern: "mcp__rules__*", reason: "Instructions." }],
      pinPhrases: ["mark my words", 3],
    });
    expect(problem).toMatch(/category/);
    expect(policy.preset).toBe("strict");
    expect(policy.protectedPaths.at(-1)).toEqual({ pattern: "src/ledger/**", category: "project", reason: "Money." });
    expect(policy.protectedTools).toEqual([{ pattern: "mcp__rules__*", reason: "Instructions." }]);
    expect(policy.pinPhrases).toEqual([...STRICT_POLICY.pinPhrases, "mark my words"]);
  });
});
