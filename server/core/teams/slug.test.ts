import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isReservedSlug, SLUG_MAX_CHARACTERS, SLUG_SHAPE, slugCandidate, slugOf } from "./slug";

describe("slugOf", () => {
  it.each([
    ["Billing API", "billing-api"],
    ["  Über — Straße  ", "uber-stra-e"],
    ["東京", "my-team"],
    ["", "my-team"],
    ["API", "api-team"],
    ["Sign-in", "sign-in-team"],
    ["x".repeat(90), "x".repeat(SLUG_MAX_CHARACTERS)],
  ])("makes an address of the name %j", (name, slug) => {
    expect(slugOf("team", name)).toBe(slug);
  });

  it("gives any name an address that is well formed and not one of the program's own", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 999 }), (name, attempt) => {
        for (const kind of ["team", "project"] as const) {
          const slug = slugOf(kind, name);
          expect(slug).toMatch(SLUG_SHAPE);
          expect(isReservedSlug(kind, slug)).toBe(false);
          expect(slugCandidate(slug, attempt)).toMatch(SLUG_SHAPE);
        }
      }),
    );
  });

  it("gives different candidates for different attempts, also for the longest names", () => {
    const long = slugOf("project", "a".repeat(100));
    expect(new Set([1, 2, 3, 99, 100].map((attempt) => slugCandidate(long, attempt))).size).toBe(5);
  });
});
