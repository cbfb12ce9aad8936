import { describe, expect, it } from "vitest";
import { toCsv } from "./csv";

describe("comma-separated values", () => {
  it("quotes what would break a row and leaves numbers numbers", () => {
    expect(
      toCsv(
        ["a", "b"],
        [
          ['say "hi", then\nstop', -5],
          [null, true],
        ],
      ),
    ).toBe('a,b\r\n"say ""hi"", then\nstop",-5\r\n,true\r\n');
  });

  it("never lets a name become a formula", () => {
    const csv = toCsv(
      ["tool"],
      ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "\tx", "＝1"].map((name) => [name]),
    );
    for (const line of csv.split("\r\n").slice(1, -1)) expect(line).toMatch(/^"'/);
  });
});
