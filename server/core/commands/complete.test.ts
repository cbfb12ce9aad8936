import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMAND_NAMES } from "./args";
import { completionsOf } from "./complete";
import { parseCommand } from "./parse";

const labels = (phrase: string) => completionsOf(phrase).options.map(({ label }) => label);

describe("completion", () => {
  it("offers every command while nothing is written", () => {
    expect(completionsOf("").options).toHaveLength(COMMAND_NAMES.length);
    expect(completionsOf("context ").options).toHaveLength(COMMAND_NAMES.length);
  });

  it("offers what begins like the words, then what is about them", () => {
    expect(labels("pri")).toEqual(["priority <file> [P0|P1|P2|P3|auto]"]);
    expect(labels("usage")[0]).toBe("status");
    expect(labels("failure")).toEqual(["record failure <title> [because <why>]", "check failure <text>"]);
    expect(labels("checkp")[0]).toBe("checkpoint [note]");
    expect(labels("zzz")).toEqual([]);
  });

  it("offers the values of an argument at its place, and how the command is used", () => {
    expect(labels("budget ")).toEqual(["128k", "200k", "400k", "1m", "auto"]);
    expect(labels("context budget 1")).toEqual(["128k", "1m"]);
    expect(labels("priority src/a.ts p")).toEqual(["P0", "P1", "P2", "P3"]);
    expect(labels("priority ")).toEqual([]);
    expect(labels("load ex")).toEqual(["execute"]);
    expect(completionsOf("priority ")).toMatchObject({ usage: "context priority <file> [P0|P1|P2|P3|auto]" });
  });

  it("offers whole phrases that can be run, and never throws", () => {
    const phrase = fc.oneof(
      fc.string(),
      fc.constantFrom(...COMMAND_NAMES.map((name) => `${name} `), "budget 2", "load "),
    );
    fc.assert(
      fc.property(phrase, (text) => {
        const whole = completionsOf(text).options.filter(({ isWhole }) => isWhole);
        expect(whole.filter((one) => !parseCommand(one.text).ok)).toEqual([]);
      }),
    );
  });
});
