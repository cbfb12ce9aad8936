import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { besideRows } from "./beside";
import { diffLines } from "./diff";

describe("two columns", () => {
  it("put what went beside what came in its place", () => {
    const [hunk] = diffLines("one\ntwo\nthree", "one\n2\n2b\nthree").hunks;
    const rows = besideRows(hunk?.lines ?? []).map(({ before, after }) => [before?.text ?? null, after?.text ?? null]);
    expect(rows).toEqual([
      ["one", "one"],
      ["two", "2"],
      [null, "2b"],
      ["three", "three"],
    ]);
  });

  it("have every line of either text on its side, in order", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d e"), { minLength: 1 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = diffLines(before, after, Number.POSITIVE_INFINITY).hunks.flatMap(({ lines }) => besideRows(lines));
        if (before === after) return;
        expect(rows.flatMap((row) => row.before?.text ?? []).join("\n")).toBe(before);
        expect(rows.flatMap((row) => row.after?.text ?? []).join("\n")).toBe(after);
      }),
    );
  });
});
