import { describe, expect, it } from "vitest";
import { type ReviewedDecision, reviewReasons } from "./review-due";

const NOW = Date.parse("2026-11-20T09:00:00.000Z");
const daysAgo = (days: number) => NOW - days * 86_400_000;
const OLD: ReviewedDecision = {
  status: "accepted",
  confidence: "medium",
  risk: "low",
  hasEvidence: true,
  decidedAtMs: daysAgo(91),
  reviewedAtMs: null,
  gonePaths: [],
};
const reasons = (change: Partial<ReviewedDecision>) => reviewReasons({ ...OLD, ...change }, NOW);

describe("a review", () => {
  it("is due of what was decided long ago with little confidence", () => {
    expect(reasons({})).toEqual(["Decided 91 days ago with medium confidence."]);
    expect(reasons({ confidence: "Low (a guess)" })).toHaveLength(1);
    expect(reasons({ confidence: "high" })).toEqual([]);
    expect(reasons({ decidedAtMs: daysAgo(90) })).toEqual([]);
  });

  it("is due of high risk that rests on nothing, however new", () => {
    expect(reasons({ risk: "High", hasEvidence: false, decidedAtMs: NOW })).toHaveLength(1);
    expect(reasons({ risk: "high", hasEvidence: true, decidedAtMs: NOW })).toEqual([]);
  });

  it("is due when what it is about is gone, and names some of it", () => {
    const gonePaths = ["src/a.ts", "src/b.ts", "src/c.ts", "src/d.ts"];
    expect(reasons({ confidence: "high", gonePaths })).toEqual([
      "The file index no longer has src/a.ts, src/b.ts, src/c.ts and 1 more.",
    ]);
  });

  it("is quiet for ninety days once somebody said that it still holds", () => {
    expect(reasons({ reviewedAtMs: daysAgo(90) })).toEqual([]);
    expect(reasons({ reviewedAtMs: daysAgo(91) })).toHaveLength(1);
  });

  it("is due only of what holds", () => {
    for (const status of ["draft", "proposed", "rejected", "superseded", "deprecated"]) {
      expect(reasons({ status })).toEqual([]);
    }
  });
});
