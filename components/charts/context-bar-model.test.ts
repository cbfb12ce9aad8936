import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeBar, layOut } from "./context-bar-model";
import { CONTEXT_KINDS } from "./palette";

const segment = fc.record({
  kind: fc.constantFrom(...CONTEXT_KINDS.filter((kind) => kind !== "free")),
  tokens: fc.nat(500_000),
});

describe("layOut", () => {
  it("draws the parts in the fixed order, whatever order they come in", () => {
    fc.assert(
      fc.property(fc.array(segment), fc.nat(1_000_000), (segments, windowTokens) => {
        const kinds = layOut(segments, windowTokens).map((part) => CONTEXT_KINDS.indexOf(part.kind));
        expect(kinds).toEqual([...new Set(kinds)].sort((a, b) => a - b));
      }),
    );
  });

  it("fills the whole bar and loses no token", () => {
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1 }), fc.nat(1_000_000), (segments, windowTokens) => {
        const parts = layOut(segments, windowTokens);
        const used = segments.reduce((sum, item) => sum + item.tokens, 0);
        const drawn = parts.filter((part) => part.kind !== "free").reduce((sum, part) => sum + part.tokens, 0);
        expect(drawn).toBe(used);
        if (parts.length > 0) expect(parts.reduce((sum, part) => sum + part.share, 0)).toBeCloseTo(1, 9);
      }),
    );
  });

  it("draws no free space when the thread outgrew its window", () => {
    expect(layOut([{ kind: "talk", tokens: 300 }], 200).map((part) => part.kind)).toEqual(["talk"]);
  });

  it("marks where kept turns into noise, once", () => {
    const parts = layOut([
      { kind: "results", tokens: 5 },
      { kind: "idle", tokens: 5 },
      { kind: "superseded", tokens: 5 },
    ]);
    expect(parts.filter((part) => part.startsNoise).map((part) => part.kind)).toEqual(["superseded"]);
  });

  it("marks nothing when there is only noise", () => {
    expect(layOut([{ kind: "duplicate", tokens: 5 }]).some((part) => part.startsNoise)).toBe(false);
  });
});

describe("describeBar", () => {
  it("says the fill, the window and each part", () => {
    const said = describeBar(
      [
        { kind: "rules", tokens: 18_400 },
        { kind: "duplicate", tokens: 27_400 },
      ],
      200_000,
    );
    expect(said).toBe("45.8k of 200k tokens, 23\u00a0%: rules 18.4k, duplicate 27.4k.");
  });

  it("says that a window is empty", () => {
    expect(describeBar([], 200_000)).toBe("An empty window.");
  });
});
