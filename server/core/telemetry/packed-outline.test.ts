import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packNumbers, packOutline, unpackNumbers, unpackOutline } from "./packed-outline";
import type { Outline } from "./session-views";

describe("packed columns", () => {
  it("come out as they went in", () => {
    const whole = fc.oneof(fc.integer({ min: -5, max: 40 }), fc.integer({ min: 0, max: 2 ** 45 }));
    fc.assert(
      fc.property(fc.array(whole), (values) => {
        expect(unpackNumbers(packNumbers(values))).toEqual(values);
      }),
    );
  });

  it("are short where a column is regular", () => {
    expect(packNumbers(Array.from({ length: 10_000 }, (_, index) => index))).toBe("0,1*7pr");
    expect(packNumbers(Array.from({ length: 10_000 }, () => 3))).toBe("3,0*7pr");
    expect(packNumbers([])).toBe("");
  });

  it("keep an outline whole", () => {
    const columns = { seqs: [4, 5], kinds: [1, 2], tokens: [9, 0], noise: [0, 1], residency: [0, 2], flags: [0, 3] };
    const more = { turns: [1, 1], userTurns: [1, 2], stages: [0, 1], tools: [0, 1], skills: [0, 0], sources: [2, 3] };
    const names = { thread: "main", refs: ["a", "b,*"], toolNames: ["", "Read"], skillNames: [""] };
    const outline: Outline = { ...names, ...columns, ...more, atSeconds: [1_795_000_000, 1_795_000_003] };
    expect(unpackOutline(packOutline(outline))).toEqual(outline);
  });
});
