import { describe, expect, it } from "vitest";
import { CONTRACT_VERSION } from "../events/limits";
import { isOlder, refuseContract } from "./skew";

describe("the contract of a call", () => {
  it("is taken when it is known, or not told", () => {
    expect(refuseContract(String(CONTRACT_VERSION))).toBeNull();
    expect(refuseContract(null)).toBeNull();
  });

  it.each([
    [String(CONTRACT_VERSION + 1), CONTRACT_VERSION + 1],
    ["0", 0],
    ["one", "an unknown one"],
    ["1.5", "an unknown one"],
  ])("%s is refused with the way out", (told, shown) => {
    expect(refuseContract(told)).toBe(
      `The server speaks contract ${CONTRACT_VERSION}, this steward ${shown}. Run: steward upgrade`,
    );
  });
});

describe("the order of versions", () => {
  it.each([
    ["0.1.0", "0.2.0", true],
    ["0.9.0", "0.10.0", true],
    ["1.0.0", "0.9.9", false],
    ["1.2.3", "1.2.3", false],
    ["1.2.3-beta.1", "1.2.3", true],
    ["1.2.3", "1.2.3-beta.1", false],
    ["unknown", "1.0.0", false],
    ["1.0.0", "", false],
  ])("%s before %s: %s", (own, other, expected) => {
    expect(isOlder(own, other)).toBe(expected);
  });
});
