import { describe, expect, it } from "vitest";
import { economicsOf } from "./economics";

const change = { savedTokens: 10_000, keptPrefixTokens: 5_000, rewrittenTokens: 40_000, isCacheCold: false };

describe("what a change costs and brings", () => {
  it("is paid back after the requests that one reckons by hand", () => {
    // Written instead of read once: 40,000 × (1.25 − 0.1) = 46,000. Not read any more, a request: 10,000 × 0.1 = 1,000.
    expect(economicsOf(change)).toEqual({ ...change, breakEvenRequests: 46 });
    expect(economicsOf({ ...change, savedTokens: 20_000 }).breakEvenRequests).toBe(23);
    expect(economicsOf({ ...change, rewrittenTokens: 40_001 }).breakEvenRequests).toBe(47);
    expect(economicsOf({ ...change, rewrittenTokens: 0 }).breakEvenRequests).toBe(0);
  });

  it("is nothing at a cold cache, which is written anew with or without the change", () => {
    expect(economicsOf({ ...change, isCacheCold: true }).breakEvenRequests).toBe(0);
  });

  it("is never paid back when nothing is saved, cold or warm", () => {
    for (const savedTokens of [0, -1]) {
      expect(economicsOf({ ...change, savedTokens }).breakEvenRequests).toBeNull();
      expect(economicsOf({ ...change, savedTokens, isCacheCold: true }).breakEvenRequests).toBeNull();
    }
    expect(economicsOf({ ...change, savedTokens: 1 }).breakEvenRequests).toBe(460_000);
  });
});
