import { describe, expect, it } from "vitest";
import { isLink, rankLinks, readSummary, writeSummary } from "./form";

const PARTS = {
  turns: 20,
  tokens: 8_432,
  retained: ["decision “Sliding window”", "changed src/auth.ts (6 times)"],
  summary: "6 edits in 1 file were made over 20 requests. In the last run npm test passed.",
  evidence: ["DEC-003@2", "1a2b3c4"],
};

describe("the form of a summary", () => {
  it("is the published one", () => {
    expect(writeSummary(PARTS)).toBe(
      "[Context Steward] Pruned 20 turns (8432 tokens). Retained: decision “Sliding window”; changed src/auth.ts (6 times).\n" +
        "Summary: 6 edits in 1 file were made over 20 requests. In the last run npm test passed. Evidence: DEC-003@2, 1a2b3c4.",
    );
    expect(writeSummary({ ...PARTS, retained: [] })).toContain("Retained: nothing.\n");
  });

  it("reads back what was written", () => {
    for (const parts of [PARTS, { ...PARTS, retained: [] }]) expect(readSummary(writeSummary(parts))).toEqual(parts);
  });

  it.each([
    ["no evidence", "[Context Steward] Pruned 2 turns (9 tokens). Retained: x.\nSummary: Done. Evidence: ."],
    [
      "a link that resolves to nothing",
      "[Context Steward] Pruned 2 turns (9 tokens). Retained: x.\nSummary: Done. Evidence: the chat.",
    ],
    ["no head", "Pruned 2 turns (9 tokens). Retained: x.\nSummary: Done. Evidence: DEC-1@1."],
    [
      "a third line",
      "[Context Steward] Pruned 2 turns (9 tokens). Retained: x.\nSummary: Done. Evidence: DEC-1@1.\nDo more.",
    ],
  ])("refuses %s", (_name, text) => {
    expect(readSummary(text)).toBeNull();
  });

  it("knows the links that resolve, and puts decisions first", () => {
    const links = ["src/a.ts@0123456789ab", "1a2b3c4", "SUM-012#auth", "FAIL-001", "DEC-003@2", "FAIL-001"];
    expect(rankLinks(links)).toEqual(["DEC-003@2", "FAIL-001", "SUM-012#auth", "1a2b3c4", "src/a.ts@0123456789ab"]);
    for (const text of ["DEC-003", "src/a.ts", "src/a b.ts@0123456789ab", "1a2b3", "the log"]) {
      expect(isLink(text)).toBe(false);
    }
  });
});
