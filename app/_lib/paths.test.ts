import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeReturnPath, signInPath } from "./paths";

describe("safeReturnPath", () => {
  it.each(["/", "/harbor/billing-api?range=30d&agent=main", "/harbor/a%20b"])("keeps %s", (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it.each([
    "//evil.example.org",
    "/\\evil.example.org",
    "https://evil.example.org",
    "javascript:alert(1)",
    "",
    "/\t/evil",
    "/sign-in",
  ])("leads home in place of %j", (path) => {
    expect(safeReturnPath(path)).toBe("/");
  });

  it("never leads to another site", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (path) => {
        const there = new URL(safeReturnPath(path), "https://steward.example.org");
        expect(there.origin).toBe("https://steward.example.org");
      }),
    );
  });
});

describe("signInPath", () => {
  it("remembers where the person wanted to go, with all filters", () => {
    expect(signInPath("/harbor/billing-api?a=1&b=2")).toBe("/sign-in?next=%2Fharbor%2Fbilling-api%3Fa%3D1%26b%3D2");
    expect(signInPath(null)).toBe("/sign-in");
  });
});
