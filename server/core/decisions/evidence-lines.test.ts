import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEvidenceLines, writeEvidenceLines } from "./evidence-lines";

describe("evidence as people write it", () => {
  it("is an event, a record, a commit, an address or a note", () => {
    const text = [
      "S-12 ctx:01a4#2 it said so",
      "FAIL-009 sent twice",
      "DEC-027@3",
      "commit 3f91520 the fix",
      "https://example.org/a?b=1 the manual",
      "Ines told us at lunch",
    ].join("\n");
    expect(readEvidenceLines(text)).toEqual([
      { kind: "event", session: 12, ref: "01a4#2", note: "it said so" },
      { kind: "record", session: null, ref: "FAIL-009", note: "sent twice" },
      { kind: "record", session: null, ref: "DEC-027@3", note: "" },
      { kind: "commit", session: null, ref: "3f91520", note: "the fix" },
      { kind: "link", session: null, ref: "https://example.org/a?b=1", note: "the manual" },
      { kind: "note", session: null, ref: "Ines told us at lunch", note: "" },
    ]);
    expect(writeEvidenceLines(readEvidenceLines(text))).toBe(text);
  });

  it("reads the same after it was written, whatever it says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const once = readEvidenceLines(text);
        expect(readEvidenceLines(writeEvidenceLines(once))).toEqual(
          readEvidenceLines(writeEvidenceLines(readEvidenceLines(writeEvidenceLines(once)))),
        );
      }),
    );
  });
});
