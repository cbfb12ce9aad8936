import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readQuery } from "./read-query";

describe("what somebody searches for", () => {
  it.each([
    ["S-12", "session", "12"],
    ["dec-003", "decision", "3"],
    ["FAIL2", "failure", "2"],
    ["CON-007", "constraint", "7"],
    ["pref-2", "preference", "2"],
    ["hnd-1", "handoff", "1"],
    ["SUM-40", "summary", "40"],
  ])("%s is a record of one kind", (query, kind, digits) => {
    expect(readQuery(query)).toEqual({ kind, digits, words: [] });
  });

  it("takes a bare number for a number and for a word, and #12 for a number only", () => {
    expect(readQuery(" 12 ")).toEqual({ kind: null, digits: "12", words: ["12"] });
    expect(readQuery("#012")).toEqual({ kind: null, digits: "12", words: [] });
  });

  it("takes everything else for words, of which phrases in quotes are one", () => {
    expect(readQuery('fix "retry queue" now')).toEqual({
      kind: null,
      digits: null,
      words: ["fix", "retry queue", "now"],
    });
    expect(readQuery("S-0").words).toEqual(["S-0"]);
    expect(readQuery("DEC-9999999999").words).toEqual(["DEC-9999999999"]);
  });

  it("never names a number that a column of 32 bits cannot hold", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.nat({ max: 2 ** 52 }).map((n) => `DEC-${n}`),
        ),
        (query) => {
          const { digits, words } = readQuery(query);
          expect(Number(digits ?? 0)).toBeLessThan(2 ** 31);
          expect(words.length).toBeLessThanOrEqual(8);
        },
      ),
    );
  });
});
