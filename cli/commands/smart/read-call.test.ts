import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMANDS, commandOf } from "@/server/core/commands/table";
import { readCall, readPhrase } from "./read-call";
import { exampleHere, usageHere } from "./usage";

/** As a shell takes a line apart. */
const shell = (line: string) => [...line.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(([all, a, b]) => a ?? b ?? all);

describe("what is typed behind a command", () => {
  it("is read as the phrase is", () => {
    expect(readCall("decisions", { words: ["retry", "policy"] }).args).toEqual({ words: "retry policy" });
    expect(readCall("search", { words: ["kind:decision", "refresh token", "rotate"] }).args).toEqual({
      query: 'kind:decision "refresh token" rotate',
    });
    expect(readCall("search", { words: ["stale lock"] }).args).toEqual({ query: "stale lock" });
    expect(readCall("priority", { words: ["my notes.md", "p0"] }).args).toEqual({ file: "my notes.md", level: "P0" });
    expect(readCall("budget", { words: ["200k"] }).args).toEqual({ size: 200_000 });
    expect(readCall("record decision", { words: ["Use Zustand because it is small"] }).args).toEqual({
      title: "Use Zustand because it is small",
      because: "",
    });
    expect(readCall("record decision", { words: ["Use", "Zustand", "because", "it", "is", "small"] }).args).toEqual({
      title: "Use Zustand",
      because: "it is small",
    });
    expect(readCall("check failure", { words: ['say "no" twice'] }).args).toEqual({ text: 'say "no" twice' });
  });

  it("takes options for arguments, each once", () => {
    const words = ["ctx:a1"];
    expect(readCall("pin", { words, named: { because: "the API" } }).args).toEqual({ refs: words, because: "the API" });
    expect(() => readCall("checkpoint", { words: ["Mind", "it"], named: { note: "x" } })).toThrow(
      "checkpoint was told its note twice. Give it once.",
    );
  });

  it("may name the session", () => {
    for (const words of [["12"], ["S-12"], ["#12"], ["on", "S-12"]]) {
      expect(readCall("status", { words })).toEqual({ name: "status", args: {}, session: 12 });
    }
    expect(readCall("checkpoint", { words: ["12"] })).toMatchObject({ args: { note: "" }, session: 12 });
    expect(readCall("checkpoint", { words: ["Mind", "12"] })).toMatchObject({
      args: { note: "Mind 12" },
      session: null,
    });
    expect(readCall("budget", { words: ["200000"], session: 3 })).toMatchObject({
      args: { size: 200_000 },
      session: 3,
    });
    expect(readPhrase(["status", "on", "S-12"], undefined)).toMatchObject({ session: 12 });
    expect(() => readCall("status", { words: ["12"], session: 3 })).toThrow("status was told two sessions");
  });

  it("is refused with the usage of the command line", () => {
    expect(() => readCall("search", { words: [] })).toThrow(
      "search wants words to look for. Write it as: steward search <query...> [options]",
    );
    expect(() => readCall("priority", { words: ["a.ts", "P9"] })).toThrow(/Write it as: steward priority <file>/);
    expect(() => readCall("budget", { words: ["big"] })).toThrow("budget wants a size such as 200k, or auto.");
    expect(() => readCall("pin", { words: [] })).toThrow("pin wants names such as ctx:a1.");
    expect(() => readCall("claim", { words: ["HND"] })).toThrow("claim wants a handoff such as HND-007.");
    expect(() => readCall("load", { words: ["cooking"] })).toThrow("load wants a stage: discuss");
    expect(() => readCall("status", { words: ["all", "of", "it"] })).toThrow(/steward status \[session\] \[options\]/);
    expect(() => readPhrase(["statsu"], undefined)).toThrow("There is no command “statsu”. Did you mean status?");
  });

  it("never fails otherwise", () => {
    const words = fc.array(fc.string(), { maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...COMMANDS), words, ({ name }, said) => {
        try {
          expect(readCall(name, { words: said }).name).toBe(name);
        } catch (error) {
          expect(error).toHaveProperty("name", "CliFault");
        }
      }),
    );
  });
});

describe("the examples of the table", () => {
  it("read as themselves when they are typed in a shell", () => {
    for (const { name, params, examples } of COMMANDS) {
      for (const example of examples) {
        const [, ...typed] = shell(exampleHere(name, params, example));
        const { words, named, session } = takeOptions(typed.slice(name.split(" ").length));
        const call = readCall(name, { words, named, session });
        expect(call).toMatchObject({ args: example.args, session: example.session ?? null });
      }
    }
  });

  it("show the shell what it must not take apart", () => {
    const { params, examples } = commandOf("check failure");
    expect(examples.map((one) => exampleHere("check failure", params, one))).toEqual([
      'steward check failure "npm test -- prices"',
    ]);
    expect(usageHere(commandOf("pin"))).toBe("steward pin <refs...> [options]");
  });
});

function takeOptions(typed: readonly string[]) {
  const words: string[] = [];
  const named: Record<string, string> = {};
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at] ?? "";
    if (word.startsWith("--")) named[word.slice(2)] = typed[++at] ?? "";
    else words.push(word);
  }
  const { session, ...rest } = named;
  return { words, named: rest, session: session === undefined ? undefined : Number(session) };
}
