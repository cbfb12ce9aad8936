import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseEnvironment } from "./env";

const Schema = z.object({
  NEEDED: z.string().min(3, "must have at least 3 characters"),
  PORT: z.string().default("1"),
});

describe("the environment", () => {
  it("names every variable that is missing or wrong, and the remedy, but not the value", () => {
    expect(() => parseEnvironment(Schema, {})).toThrow(/NEEDED is not set/);
    expect(() => parseEnvironment(Schema, { NEEDED: "xy" })).toThrow(/NEEDED must have at least 3 characters/);
    expect(() => parseEnvironment(Schema, { NEEDED: "xy" })).toThrow(/npm run quickstart/);
    expect(() => parseEnvironment(Schema, { NEEDED: "xy" })).not.toThrow(/xy/);
  });

  it("takes an empty value for one that is not set", () => {
    expect(parseEnvironment(Schema, { NEEDED: "abc", PORT: "" })).toEqual({ NEEDED: "abc", PORT: "1" });
  });
});
