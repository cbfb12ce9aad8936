import { describe, expect, it } from "vitest";
import { stem } from "./stem";

describe("stem", () => {
  // Pairs from the paper and its published word list.
  it.each([
    ["caresses", "caress"],
    ["ponies", "poni"],
    ["cats", "cat"],
    ["agreed", "agre"],
    ["plastered", "plaster"],
    ["motoring", "motor"],
    ["sing", "sing"],
    ["conflated", "conflat"],
    ["sized", "size"],
    ["hopping", "hop"],
    ["falling", "fall"],
    ["filing", "file"],
    ["happy", "happi"],
    ["sky", "sky"],
    ["relational", "relat"],
    ["conditional", "condit"],
    ["vietnamization", "vietnam"],
    ["operator", "oper"],
    ["triplicate", "triplic"],
    ["formative", "form"],
    ["goodness", "good"],
    ["revival", "reviv"],
    ["adjustment", "adjust"],
    ["adoption", "adopt"],
    ["effective", "effect"],
    ["rate", "rate"],
    ["cease", "ceas"],
    ["controll", "control"],
    ["roll", "roll"],
    ["yes", "ye"],
  ])("%s → %s", (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  it("brings the forms of a word together and leaves other scripts and identifiers alone", () => {
    expect(new Set(["retry", "retries", "retried", "retrying"].map(stem)).size).toBe(1);
    expect(new Set(["connect", "connected", "connecting", "connection", "connections"].map(stem)).size).toBe(1);
    for (const word of ["größe", "utf8", "a_b", "ok"]) expect(stem(word)).toBe(word);
  });
});
