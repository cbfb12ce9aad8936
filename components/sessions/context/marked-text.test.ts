import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderAbsent } from "@/server/core/prune/projection";
import { markedParts } from "./marked-text";

const refs = (text: string) => markedParts(text).flatMap(({ ref }) => ref ?? []);

describe("markers in a projection", () => {
  it("name their events, whatever stands around them", () => {
    expect(refs(renderAbsent("toolu_01#2", "retained", "It read a.ts.", null))).toEqual(["toolu_01#2"]);
    expect(refs(renderAbsent("b", "reference", null, "a.1"))).toEqual(["b", "a.1"]);
    expect(refs(JSON.stringify({ text: "done\n[context-ref: ctx:e7]" }))).toEqual(["e7"]);
  });

  it("are nothing that a session only says", () => {
    expect(refs("See ctx:e7, the same as ctx:e8.")).toEqual([]);
    expect(refs("[context archived: ctx:]")).toEqual([]);
  });

  it("leave the text as it is", () => {
    const piece = fc.constantFrom("[context-ref: ctx:e7]", "Same as ctx:e1.", "\n", "]", "ctx:", "words ");
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        expect(
          markedParts(text)
            .map((part) => part.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });
});
