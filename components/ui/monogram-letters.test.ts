import { describe, expect, it } from "vitest";
import { clientLetters, initials } from "./monogram-letters";

describe("letters", () => {
  it.each([
    ["claude-code", "CC"],
    ["code-reviewer", "CR"],
    ["codex", "CX"],
    ["copilot-cli", "CP"],
    ["opencode", "OC"],
    ["test_runner", "TR"],
    ["main", "MA"],
    ["x", "X"],
    ["", "?"],
    ["日本 語", "日語"],
  ])("of the agent %j are %s", (name, letters) => {
    expect(clientLetters(name)).toBe(letters);
  });

  it("of a person are the first and the last name's", () => {
    expect([initials("Ines Okafor"), initials("Ada"), initials("Ana Maria Silva"), initials(" ")]).toEqual([
      "IO",
      "A",
      "AS",
      "?",
    ]);
  });
});
