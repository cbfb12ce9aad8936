import { describe, expect, it } from "vitest";
import { fieldConditions, firstLookBack, largestShare, nextLookBack } from "./density";
import type { Vocabulary } from "./expand";
import { parseQuery } from "./parse-query";

const MILLION = 1_000_000;
const vocabulary = {
  entries: MILLION,
  documents: new Map([
    ["test", 500_000],
    ["error", 200_000],
    ["rare", 30],
  ]),
  corrections: new Map(),
  related: new Map(),
} satisfies Vocabulary;
const one = (...lexemes: string[]) => ({ lexemes });

describe("which way leads to the newest matches", () => {
  it("is told by the rarest condition, whose alternatives add up", () => {
    expect(largestShare([[one("test")], [one("error"), one("rare")]], vocabulary)).toBeCloseTo(0.20003);
    expect(largestShare([[one("test", "rare")]], vocabulary)).toBeCloseTo(0.00003);
    expect(largestShare([[one("test")], [one("unknown")]], vocabulary)).toBe(0);
    expect(largestShare([], vocabulary)).toBe(1);
  });

  it("counts values of one field together, and what is excluded not at all", () => {
    const parsed = parseQuery("tool:bash,read -kind:event");
    if (!parsed.ok) throw new Error(parsed.fault.message);
    const documents = new Map([...vocabulary.documents, ["tool:bash", 200_000], ["tool:read", 100_000]]);
    expect(largestShare(fieldConditions(parsed.value.fields), { ...vocabulary, documents })).toBeCloseTo(0.3);
  });

  it("looks back for what is frequent, and asks the index for what is rare", () => {
    expect(firstLookBack(0.5, MILLION, 400)).toBe(1_200);
    expect(firstLookBack(0.001, MILLION, 400)).toBe(0);
  });

  it("looks further while that reads less than the index would", () => {
    expect(nextLookBack(0.1, MILLION, 400)).toBe(6_000);
    expect(nextLookBack(0, MILLION, 400)).toBe(0);
  });

  it("never looks back through a small project, where the index reads little", () => {
    expect(firstLookBack(0.9, 1_000, 400)).toBe(0);
  });
});
