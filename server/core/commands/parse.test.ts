import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMAND_NAMES } from "./args";
import { checkArgs, MAX_PHRASE_CHARACTERS, parseCommand } from "./parse";
import { COMMANDS, commandOf, rightFor, usageOf } from "./table";

const faultOf = (text: string) => {
  const parsed = parseCommand(text);
  return parsed.ok ? `parsed as ${parsed.value.name}` : parsed.fault.message;
};

describe("the table of commands", () => {
  it("has each command once, with an example that is read as itself", () => {
    expect(COMMANDS.map(({ name }) => name)).toEqual([...COMMAND_NAMES]);
    for (const { name, examples } of COMMANDS) {
      expect(examples.length).toBeGreaterThan(0);
      for (const { text, args, session = null } of examples) {
        const parsed = parseCommand(text);
        expect([text, parsed]).toEqual([text, expect.objectContaining({ ok: true })]);
        if (!parsed.ok) continue;
        expect(parsed.value).toMatchObject({ name, session });
        expect(parsed.value.args).toEqual(checked(name, args));
      }
    }
  });

  it("gives no phrase to two commands", () => {
    const phrases = COMMANDS.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(phrases).size).toBe(phrases.length);
  });

  it("knows the eight commands of the skill by their published phrases", () => {
    const phrases = [
      "status",
      "summarize",
      "decisions",
      "handoff",
      "priority a.ts",
      'search "x"',
      "compact",
      "budget 1m",
    ];
    for (const phrase of phrases) expect(parseCommand(`context ${phrase}`).ok).toBe(true);
  });

  it.each([
    ["/fd-checkpoint", "checkpoint", { note: "" }],
    ["/fd-checkpoint Mind the cache", "checkpoint", { note: "Mind the cache" }],
    ["/fd-resume 12.3", "resume", { from: "12.3" }],
    ["load-rules execute", "load", { stage: "execute" }],
    ["fdx-graph src/auth.ts", "graph", { of: "src/auth.ts" }],
    ["memory retry policy", "decisions", { words: "retry policy" }],
    ["decision-trace Use Zustand because it is smaller", "record decision", { title: "Use Zustand" }],
  ])("knows the tools of FlowDeck by their names: %s", (phrase, name, args) => {
    const parsed = parseCommand(phrase);
    expect(parsed).toMatchObject({ ok: true, value: { name, args } });
  });

  it("asks for more rights where something is changed", () => {
    expect(rightFor(commandOf("budget"), { size: null })).toBe("session:read");
    expect(rightFor(commandOf("budget"), { size: 200_000 })).toBe("session:prune");
    expect(rightFor(commandOf("archive"), { refs: [] })).toBe("session:read");
    expect(rightFor(commandOf("archive"), { refs: ["ctx:a"] })).toBe("session:prune");
    expect(rightFor(commandOf("status"), {})).toBe("session:read");
  });

  it("writes how a command is used", () => {
    expect(usageOf(commandOf("priority"))).toBe("context priority <file> [P0|P1|P2|P3|auto]");
    expect(usageOf(commandOf("pin"))).toBe("context pin <refs> [because <why>]");
  });
});

function checked(name: (typeof COMMAND_NAMES)[number], args: unknown) {
  const result = checkArgs(name, args);
  return result.ok ? result.value : result;
}

describe("a phrase", () => {
  it("may begin as people, skills and slash commands write it", () => {
    for (const phrase of [
      "status",
      "context status",
      "Context Status",
      ":status",
      "/context status",
      ": context status",
      "“context status”",
      '"context status"',
      "context:status",
    ]) {
      expect([phrase, parseCommand(phrase)]).toMatchObject([phrase, { ok: true, value: { name: "status" } }]);
    }
  });

  it("names its session at its end, where the command is about one", () => {
    expect(parseCommand("pin ctx:a because of the API on #7")).toMatchObject({
      value: { session: 7, args: { refs: ["ctx:a"], because: "of the API" } },
    });
    expect(parseCommand("record decision Measure on S-7")).toMatchObject({
      value: { session: null, args: { title: "Measure on S-7" } },
    });
  });

  it("reads sizes as people write them", () => {
    const sizes: [string, unknown][] = [
      ["200k", 200_000],
      ["128K tokens", 128_000],
      ["1M", 1_000_000],
      ["1.05m", 1_050_000],
      ["200,000", 200_000],
      ["200_000", 200_000],
      ["Auto", "auto"],
    ];
    for (const [written, size] of sizes) {
      expect([written, parseCommand(`budget ${written}`)]).toMatchObject([written, { value: { args: { size } } }]);
    }
  });

  it("keeps quotes inside of a search, and takes them off around all of it", () => {
    expect(parseCommand('search a "b c"')).toMatchObject({ value: { args: { query: 'a "b c"' } } });
    expect(parseCommand('search "b c"')).toMatchObject({ value: { args: { query: "b c" } } });
    expect(parseCommand(`search '"b c"'`)).toMatchObject({ value: { args: { query: '"b c"' } } });
  });

  it("keeps apostrophes and open quotes as they are", () => {
    expect(parseCommand(`record failure Don't "retry because it hangs`)).toMatchObject({
      value: { args: { title: `Don't "retry`, because: "it hangs" } },
    });
  });

  it("takes no word of the text for its own where it is quoted", () => {
    expect(parseCommand('record decision "Say because"')).toMatchObject({
      value: { args: { title: "Say because", because: "" } },
    });
  });

  it("says what a command wants", () => {
    expect(faultOf("budget large")).toBe(
      "budget wants a size such as 200k, or auto. Write it as: context budget [size]",
    );
    expect(faultOf("priority")).toBe(
      "priority wants a file such as src/auth.ts. Write it as: context priority <file> [P0|P1|P2|P3|auto]",
    );
    expect(faultOf("priority a.ts P9")).toMatch(/^priority wants a level, P0 to P3 or auto\./);
    expect(faultOf("status now please")).toMatch(/^status wants nothing more, and does not know “now please”\./);
    expect(faultOf("budget 10")).toBe("context budget: size: A window holds at least 1,000 tokens.");
    expect(faultOf("load cooking")).toMatch(/^load wants a stage: discuss/);
    expect(faultOf("resume yesterday")).toMatch(/^resume wants a checkpoint such as 12\.3\./);
    expect(faultOf("pin ctx:a because")).toMatch(/^pin wants a reason\./);
    expect(faultOf("")).toBe("Say a command, such as context status.");
    expect(faultOf("context")).toBe("Say a command, such as context status.");
    expect(faultOf("x".repeat(MAX_PHRASE_CHARACTERS + 1))).toMatch(/Write at most 10000\./);
  });

  it("proposes what was nearly written", () => {
    expect(faultOf("context statsu")).toBe("There is no command “statsu”. Did you mean status?");
    expect(faultOf("chekpoint")).toBe("There is no command “chekpoint”. Did you mean checkpoint?");
    expect(faultOf("record")).toBe("There is no command “record”. Did you mean record decision or record failure?");
    expect(faultOf("xyzzy")).toMatch(/^There is no command “xyzzy”\. Say one of: status, summarize, /);
  });

  it("never throws, and answers only what the table allows", () => {
    const word = fc.oneof(
      fc.constantFrom(
        ...COMMAND_NAMES,
        "context",
        "on",
        "S-12",
        "because",
        "keeping",
        '"',
        "'",
        "“",
        "200k",
        "P1",
        ":",
      ),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const parsed = parseCommand(words.join(" "));
        if (!parsed.ok) return parsed.fault.code === "bad_request" && parsed.fault.message !== "";
        return checkArgs(parsed.value.name, parsed.value.args).ok;
      }),
      { numRuns: 2_000 },
    );
  });

  it("means the same in whatever case and spacing its name is written", () => {
    const example = fc.constantFrom(...COMMANDS.flatMap(({ examples }) => examples));
    fc.assert(
      fc.property(example, fc.constantFrom("", ":", "  ", "/"), ({ text }, before) => {
        expect(parseCommand(`${before}${text}  `)).toEqual(parseCommand(text));
      }),
    );
  });
});
