import { describe, expect, it } from "vitest";
import { estimateTokens } from "../events/tokens";
import type { RetainPolicy, SessionEvent } from "../prune/model";
import { aSession } from "../prune/testing/session-builder";
import { clip, declaredName, isErrorLine } from "./lines";
import { keptMeaning, type RetainContext, withoutContext } from "./retained";

/** Line by line: what stays of a result, in which order of importance, and what makes room for it. */
const POLICY: RetainPolicy = { nearEditLines: 0, declarations: true, digestTokens: 0, usedNamePlaces: 3 };
const filler = (count: number, word = "row") =>
  Array.from({ length: count }, (_, at) => `${word} number ${at} is of no further interest`);
const text = (...parts: readonly (string | readonly string[])[]) => parts.flat().join("\n");

function event(change: Partial<SessionEvent>): SessionEvent {
  const made = aSession()
    .searched("needle", { text: change.text ?? "" })
    .build()
    .events.at(-1);
  if (made === undefined) throw new Error("A search leaves a result.");
  return { ...made, tokens: estimateTokens(change.text ?? ""), ...change };
}
function kept(change: Partial<SessionEvent>, context: Partial<RetainContext> = {}, policy: Partial<RetainPolicy> = {}) {
  return keptMeaning(event(change), { ...withoutContext({ ...POLICY, ...policy }), ...context })?.split("\n") ?? null;
}
const BODY = text(filler(30), "the_needle stands in this line", filler(30, "column"));

describe("the first line of a kept meaning", () => {
  const head = (change: Partial<SessionEvent>) => kept({ text: BODY, ...change })?.[0];

  it("names the command on one line, the target with its lines, or the tool", () => {
    expect(head({ command: "sed -n\n  1,9p   a.ts" })).toBe("sed -n 1,9p a.ts: 61 lines.");
    expect(head({ target: "a.ts" })).toBe("a.ts: 61 lines.");
    expect(head({ target: "a.ts", range: { firstLine: 3, lastLine: 9 } })).toBe("a.ts lines 3–9: 61 lines.");
    expect(head({ target: "a.ts", range: { firstLine: 3, lastLine: null } })).toBe("a.ts from line 3: 61 lines.");
    expect(head({ target: null })).toBe("Grep: 61 lines.");
    expect(head({ target: null, tool: null })).toBe("Result: 61 lines.");
    expect(head({ text: "x".repeat(4_000) })).toBe("needle: 1 line.");
    expect(head({ command: "x".repeat(300) })).toBe(`${"x".repeat(199)}…: 61 lines.`);
    expect(head({ target: "y".repeat(300) })).toBe(`${"y".repeat(199)}…: 61 lines.`);
  });

  it("says how it ended, unless it just ended well", () => {
    expect(head({ outcome: "error" })).toBe("needle (error): 61 lines.");
    expect(head({ outcome: "refused" })).toBe("needle (refused): 61 lines.");
    expect(head({ outcome: "ok" })).toBe("needle: 61 lines.");
    expect(head({ outcome: null })).toBe("needle: 61 lines.");
    expect(head({ outcome: "error", exitCode: 2 })).toBe("needle (exit 2): 61 lines.");
  });

  it("says of a call that they are its arguments, and nothing of an end", () => {
    const call = { kind: "tool_call", outcome: "error", exitCode: 2 } as const;
    expect(head({ ...call, command: "cat > a" })).toBe("Arguments of cat > a: 61 lines.");
    expect(head({ ...call, target: "a.ts", tool: "Write" })).toBe("Arguments of Write on a.ts: 61 lines.");
    expect(head({ ...call, target: null, tool: "Write" })).toBe("Arguments of Write: 61 lines.");
    expect(head({ ...call, target: null, tool: null })).toBe("Arguments of a call: 61 lines.");
  });

  it("names what a file declares, once each and not too long, but not of a failure nor when it is switched off", () => {
    const source = text("function one() {", "class Two {", "const one = 1;", filler(40), "# no heading here");
    const read = { toolClass: "source_read", text: source } as const;
    expect(kept(read)?.[0]).toBe("needle: 44 lines. Declares one, Two, no heading here");
    expect(kept({ ...read, outcome: "error" })?.[0]).toBe("needle (error): 44 lines.");
    expect(kept(read, {}, { declarations: false })?.[0]).toBe("needle: 44 lines.");
    expect(kept({ ...read, toolClass: "search" })?.[0]).toBe("needle: 44 lines.");
    expect(kept({ ...read, toolClass: null })?.[0]).toBe("needle: 44 lines.");
    const many = text(Array.from({ length: 90 }, (_, at) => `function name${at}() { return ${at}; }`));
    const shown = kept({ ...read, text: many })?.[0]?.replace("needle: 90 lines. Declares ", "");
    expect(shown).toHaveLength(240);
    expect(shown?.endsWith("…")).toBe(true);
  });
});

describe("the lines that stay", () => {
  const only = (lines: readonly string[] | null) => lines?.slice(1);

  it("are those that an edit matched, with so many around them", () => {
    const isEdited = (key: string) => key.startsWith("the_needle");
    expect(only(kept({ text: BODY }, { isEdited }))).toEqual(["the_needle stands in this line"]);
    expect(only(kept({ text: BODY }, { isEdited }, { nearEditLines: 2 }))).toEqual([
      "row number 28 is of no further interest",
      "row number 29 is of no further interest",
      "the_needle stands in this line",
      "column number 0 is of no further interest",
      "column number 1 is of no further interest",
    ]);
    const ends = text("the_needle first", filler(40), "the_needle last");
    expect(only(kept({ text: ends }, { isEdited }, { nearEditLines: 1 }))).toEqual([
      "the_needle first",
      "row number 0 is of no further interest",
      "row number 39 is of no further interest",
      "the_needle last",
    ]);
    expect(only(kept({ text: text("abc", "abcd", filler(30)) }, { isEdited: (key) => key.startsWith("abc") }))).toEqual(
      ["abcd"],
    );
  });

  it("are those with a name that was used since and that few places show", () => {
    const isUsedSince = (name: string) => name === "the_needle";
    const places = (count: number) => ({ isUsedSince, namePlaces: () => count });
    expect(only(kept({ text: BODY }, places(2)))).toEqual(["the_needle stands in this line"]);
    expect(only(kept({ text: BODY }, places(3)))).toEqual([]);
    expect(only(kept({ text: BODY }, places(0), { usedNamePlaces: 0 }))).toEqual([]);
    expect(only(kept({ text: BODY }, { isUsedSince: () => false }))).toEqual([]);
  });

  it("are errors, the first and the last lines of what was run, and errors of any failed call", () => {
    const output = text("", "begun", filler(20), "fatal: it broke", filler(20, "step"), "", "ended");
    const ends = ["begun", ...filler(20, "step").slice(-5), "ended"];
    const run = { toolClass: "shell", text: output } as const;
    expect(only(kept(run))).toEqual([ends[0], "fatal: it broke", ...ends.slice(1)]);
    expect(only(kept({ ...run, toolClass: null }))).toEqual(only(kept(run)));
    expect(only(kept({ ...run, toolClass: "git" }))).toEqual(ends);
    expect(only(kept({ ...run, toolClass: "search" }))).toEqual(["begun", "ended"]);
    expect(only(kept({ ...run, toolClass: "search", outcome: "error" }))).toEqual(only(kept(run)));
  });

  it("are short ones, which cost little: of four to thirteen characters", () => {
    const lines = text("abc", "abcd", "thirteen char", "fourteen chars", filler(30));
    expect(only(kept({ text: lines }))).toEqual(["abcd", "thirteen char"]);
  });

  it("stand nowhere else in the window, but for the first two errors", () => {
    const output = text("one Error: a", filler(20), "two Error: b", filler(20, "step"), "three Error: c", "the end");
    const run = { toolClass: "shell", text: output } as const;
    expect(only(kept(run, { linePlaces: () => 1 }))).toEqual(["one Error: a", "two Error: b"]);
    const isEdited = (key: string) => key.startsWith("the_needle");
    expect(
      only(kept({ text: BODY }, { isEdited, linePlaces: (key) => (key.startsWith("the_needle") ? 1 : 0) })),
    ).toEqual([]);
  });

  it("stand in their order, each once, without blanks at the end, and long ones cut where nothing has to match", () => {
    const long = `Error: ${"x".repeat(400)}`;
    const output = text("same end  ", filler(20), long, "same end", filler(20, "step"), "fatal: two", "same end");
    const lines = only(kept({ toolClass: "shell", text: output }));
    expect(lines?.[0]).toBe("same end");
    expect(lines?.[1]).toBe(`${long.slice(0, 299)}…`);
    expect(lines?.filter((line) => line === "same end")).toHaveLength(1);
    const edited = `the_needle ${"y".repeat(400)}`;
    expect(
      only(kept({ text: text(filler(30), `${edited}  `) }, { isEdited: (key) => key.startsWith("the_needle") })),
    ).toEqual([edited]);
  });

  it("go by importance where there is no room for all: edited, errors, used, near, ends, short", () => {
    const line = (start: string) => start.padEnd(24, ".");
    const [first, near, edited] = [line("first"), line("near it"), line("edited_line")];
    const [error, used] = [line("fatal"), line("used_name")];
    const output = [
      first,
      ...filler(4),
      near,
      edited,
      ...filler(4),
      error,
      ...filler(4),
      used,
      ...filler(6),
      "short one",
    ];
    const context = {
      isEdited: (key: string) => key === edited,
      isUsedSince: (name: string) => name === "used_name",
    };
    const room = (lines: number) => Math.ceil(Math.ceil((17 + 25 * lines) / 4) / 0.8);
    const fitting = (lines: number) =>
      kept({ toolClass: "shell", text: text(output), tokens: room(lines) }, context, { nearEditLines: 1 })
        ?.slice(1)
        .filter((one) => one.length === 24);
    expect(fitting(1)).toEqual([edited]);
    expect(fitting(2)).toEqual([edited, error]);
    expect(fitting(3)).toEqual([edited, error, used]);
    expect(fitting(4)).toEqual([near, edited, error, used]);
    expect(fitting(7)).toEqual([first, near, edited, error, used]);
  });

  it("are none at all when even the first line would not be a fifth shorter", () => {
    const head = "needle: 1 line.";
    expect(kept({ text: "a", tokens: Math.ceil(head.length / 4 / 0.8) })).toEqual([head]);
    expect(kept({ text: "a", tokens: Math.ceil(head.length / 4 / 0.8) - 1 })).toBeNull();
  });
});

describe("names that would be gone", () => {
  const digest = (change: Partial<SessionEvent>, tokens: number, context: Partial<RetainContext> = {}) =>
    kept(change, context, { digestTokens: tokens })?.find((line) => line.startsWith("Also named:"));
  const lines = text(filler(30), "zeta_name alpha_name src/zoo/a.ts short_b src/ant/b.ts and alpha_name", filler(30));

  it("are listed, paths first, then by the alphabet, and only those of eight characters and more", () => {
    expect(digest({ text: lines }, 700)).toBe("Also named: src/ant/b.ts src/zoo/a.ts alpha_name zeta_name");
  });

  it("are those that neither the kept lines nor the window show", () => {
    const isEdited = (key: string) => key.startsWith("zeta_name");
    expect(digest({ text: lines }, 700, { isEdited })).toBeUndefined();
    expect(digest({ text: lines }, 700, { namePlaces: (name) => (name === "alpha_name" ? 1 : 0) })).toBe(
      "Also named: src/ant/b.ts src/zoo/a.ts zeta_name",
    );
  });

  it("take no more room than the policy and the kept meaning leave", () => {
    const first = "Also named: src/ant/b.ts";
    expect(digest({ text: lines }, estimateTokens(first) + 1)).toBe(first);
    expect(digest({ text: lines }, estimateTokens(first))).toBeUndefined();
    expect(digest({ text: lines }, 0)).toBeUndefined();
    const head = "needle: 61 lines.";
    const tokens = Math.ceil((estimateTokens(head) + estimateTokens(first) + 1) / 0.8);
    expect(digest({ text: lines, tokens }, 700)).toBe(first);
    expect(digest({ text: lines, tokens: tokens - 2 }, 700)).toBeUndefined();
  });
});

describe("a line", () => {
  it.each<[string, boolean]>([
    ["error: x", true],
    ["TypeError: x", true],
    ["3 failed", true],
    ["0 errors", false],
    ["no problems", false],
    ["terrors of the night", false],
    ["command not found", true],
    ["✗ breaks", true],
    [`${"x ".repeat(146)} error`, true],
    [`${"x ".repeat(160)} error`, false],
  ])("%j tells of an error: %s", (line, expected) => {
    expect(isErrorLine(line)).toBe(expected);
  });

  it.each<[string, string | null]>([
    ["export async function run(a) {", "run"],
    ["  class Box {", "Box"],
    ["12→const a = 1", "a"],
    ["func (s *Server) Start() {", "Start"],
    ["pub(crate) fn go() {", "go"],
    ["def f(x):", "f"],
    ["## How to go on  ", "How to go on"],
    ["return 1;", null],
    ["constant = 1", null],
    ["", null],
    [`${" ".repeat(20)}let deep = 1`, "deep"],
    [`export ${"default ".repeat(40)}class TooFar {`, null],
  ])("%j declares %s", (line, name) => {
    expect(declaredName(line)).toBe(name);
  });

  it("is cut with a mark, at exactly so many characters, and without blanks at its end", () => {
    expect(clip("abcdef  ", 6)).toBe("abcdef");
    expect(clip("abcdefg", 6)).toBe("abcde…");
    expect(clip("", 6)).toBe("");
  });
});
