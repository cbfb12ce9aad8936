import { describe, expect, it } from "vitest";
import { factsOf } from "./facts";
import type { SummaryParts } from "./form";
import { retainedList } from "./retained-list";

const DETAIL = { items: 10, names: 5, quoteCharacters: 80 };

describe("what a summary takes over from earlier ones", () => {
  it("is the account of the last, and the lists of all without accounts of accounts", () => {
    const earlier = (summary: string, retained: readonly string[]): SummaryParts => ({
      turns: 1,
      tokens: 1_000,
      retained,
      summary,
      evidence: ["DEC-001@1"],
    });
    const all = [earlier("First.", ["changed a.ts"]), earlier("Second.", ["earlier “First”", "changed b.ts"])];
    expect(retainedList(factsOf([]), [], all, DETAIL)).toEqual(["earlier “Second”", "changed a.ts", "changed b.ts"]);
  });
});
