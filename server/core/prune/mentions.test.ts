import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eachIdentifier } from "./visible/identifiers";

function identifiers(text: string, isJson = false): string[] {
  const found: string[] = [];
  eachIdentifier(text, isJson, (identifier) => {
    found.push(identifier);
    return true;
  });
  return found;
}

describe("eachIdentifier", () => {
  it("finds names and leaves words", () => {
    expect(
      identifiers("The fooBar of src/a.ts (see snake_case, v1.2 and a.ts). It is well-known; end. ERROR 12345"),
    ).toEqual(["fooBar", "src/a.ts", "snake_case", "v1.2", "a.ts"]);
    expect(identifiers("issue 1234567, @scope/pkg, ./lib/x.js, --dry_run.")).toEqual([
      "1234567",
      "scope/pkg",
      "lib/x.js",
      "dry_run",
    ]);
    expect(identifiers("x".repeat(201).replace("x", "_"))).toEqual([]);
  });

  it("takes an escape in JSON for no part of a name", () => {
    expect(identifiers('{"new":"\\nfoo_bar\\tbaz_qux"}', true)).toEqual(["foo_bar", "baz_qux"]);
  });

  it("stops when it is told to", () => {
    const seen: string[] = [];
    expect(eachIdentifier("foo_bar baz_qux", false, (name) => seen.push(name) === 0)).toBe(false);
    expect(seen).toEqual(["foo_bar"]);
  });

  it("only names what stands in the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => identifiers(text).every((name) => text.includes(name))),
    );
  });
});
