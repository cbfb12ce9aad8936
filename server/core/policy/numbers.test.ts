import { describe, expect, it } from "vitest";
import { POLICIES, SEED_POLICY, STRICT_POLICY } from "../prune/policy";
import { checkPolicy } from "./check";
import { NUMBER_FIELDS, SWITCHES } from "./fields";
import { isSwitchedOn, mayBeMissing, numberAt, withNumber, withoutEntry, withSwitch } from "./numbers";
import { testPath, testTool } from "./test-pattern";
import { policyOf } from "./testing/policies";
import { boundsSentence, fromShown, readTyped, toShown, valueWords } from "./words";

describe("numbers as people read and write them", () => {
  it("shows shares in percent and pauses in minutes", () => {
    expect([
      valueWords("share", 0.4),
      valueWords("milliseconds", 300_000),
      valueWords("tokens", 45_000),
      valueWords("turns", 1),
    ]).toEqual(["40 %", "5 minutes", "45,000 tokens", "1 turn"]);
  });

  it("reads what people type, and nothing else", () => {
    expect(
      ["45,000", " 45 000 ", "35 %", "12.5", "", "ten", "-1", "1e3", "0x10"].map((typed) => readTyped("share", typed)),
    ).toEqual([450, 450, 0.35, 0.125, null, null, null, null, null]);
  });

  it("gives back the number that it showed", () => {
    for (const field of NUMBER_FIELDS) {
      for (const policy of Object.values(POLICIES)) {
        const value = numberAt(policy, field.path);
        if (value !== null)
          expect([field.path, fromShown(field.unit, toShown(field.unit, value))]).toEqual([field.path, value]);
      }
      expect(boundsSentence(field)).toContain(field.label);
    }
  });
});

describe("a part that may be off", () => {
  it("takes the numbers of strict when it is switched on", () => {
    for (const { path } of SWITCHES) {
      const on = withSwitch(withSwitch(SEED_POLICY, path, false), path, true);
      expect([path, isSwitchedOn(on, path)]).toEqual([path, true]);
      expect(checkPolicy(on)).toEqual([]);
    }
    expect(withSwitch(SEED_POLICY, "blocks", true).blocks).toEqual(STRICT_POLICY.blocks);
  });

  it("of a tool class comes with its first number and goes as a whole", () => {
    const added = withNumber(STRICT_POLICY, "callTail.web.turns", 7);
    expect(added.callTail.web).toEqual({ tokens: STRICT_POLICY.tail.web.tokens, turns: 7 });
    expect(withoutEntry(added, "callTail.web.tokens")).toEqual(STRICT_POLICY);
    expect(withNumber(STRICT_POLICY, "referenceAfterTurns.git", 12).referenceAfterTurns.git).toBe(12);
    expect([mayBeMissing("callTail.web.turns"), mayBeMissing("tail.web.turns")]).toEqual([true, false]);
  });

  it("has no numbers while it is off", () => {
    expect(numberAt(SEED_POLICY, "blocks.minLines")).toBeNull();
    expect(withNumber(SEED_POLICY, "blocks.minLines", 9)).toBe(SEED_POLICY);
  });
});

describe("the test of a path", () => {
  const policy = policyOf({
    protectedPaths: [{ pattern: "src/ledger/**/*.sql", reason: "Money." }],
    protectedTools: [{ pattern: "mcp__rules__*", reason: "Instructions." }],
  });

  it("names every pattern that protects it, with the reason", () => {
    expect(testPath(policy, "/app/src/ledger/2026/a.sql").matches).toEqual([
      { pattern: "src/ledger/**/*.sql", category: "project", reason: "Money." },
    ]);
    expect(testPath(policy, ".planning/STATE.md").matches).toMatchObject([{ pattern: "STATE.md", category: "core" }]);
    expect(testTool(policy, "mcp__rules__load").matches).toMatchObject([{ category: "tool", reason: "Instructions." }]);
  });

  it("says that nothing protects it, and which patterns cannot be read", () => {
    const broken = {
      ...policy,
      protectedPaths: [...policy.protectedPaths, { pattern: "a[", category: "project" as const, reason: "x" }],
    };
    expect(testPath(broken, "src/main.ts")).toEqual({
      matches: [],
      unreadable: [{ pattern: "a[", fault: expect.stringContaining("opens [ without ]") }],
    });
  });
});
