import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json";
import { cleanJson } from "./clean";

describe("the canonical text of a JSON value", () => {
  it("is the same for equal values, however their keys stand", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
      }),
    );
  });

  it("holds the cleaned value and nothing else", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: "binary" }), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(cleanJson(value))));
      }),
    );
  });

  it("keeps a key named __proto__ and the six typed characters of an escape", () => {
    expect(canonicalJson(JSON.parse('{"__proto__":1,"a":"\\\\u0000"}'))).toBe('{"__proto__":1,"a":"\\\\u0000"}');
  });

  it("ends hostile nesting with a note", () => {
    const deep = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
    expect(canonicalJson(deep)).toMatch(/^\[+"\[nested deeper than 100 levels\]"\]+$/);
  });

  it("puts a stub in the place of a binary payload", () => {
    const image = { source: { type: "base64", media_type: "image/png", data: "A".repeat(400) } };
    expect(canonicalJson(image, () => "cafe")).toBe('{"source":"[image/png, 300 bytes, sha256 cafe]"}');
  });
});
