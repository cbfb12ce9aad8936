import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { faultPosition, parseJson } from "./parse-json";

describe("a fault in JSON", () => {
  it.each([
    ["", 0],
    ["{", 1],
    ['{"a":}', 5],
    ['{"a":1,}', 7],
    ['{"a" 1}', 1],
    ["[1,2", 4],
    ["[1 2]", 3],
    ["[01]", 2],
    ['["a\nb"]', 1],
    ["nul", 0],
    ["{} x", 3],
    ["[]]", 2],
    [`${"[".repeat(100_000)}x`, 100_000],
  ])("in %j stands at %i", (text, position) => {
    expect(faultPosition(text)).toBe(position);
  });

  it("is never found in what JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), fc.constantFrom(undefined, 1, "\t"), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(faultPosition(text)).toBe(text.length);
      }),
    );
  });

  it("is told with line and column, and without the text around it", () => {
    const text = '{\n  "password": "hunter2",\n  "x": oops\n}';
    expect(() => parseJson(text, "body")).toThrow(/character 34 \(line 3, column 8\)/);
    expect(() => parseJson(text, "body")).not.toThrow(/hunter2/);
  });
});
