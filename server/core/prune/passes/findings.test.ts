import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../model";
import { findingsIn } from "../testing/findings";
import { aSession, type SessionBuilder } from "../testing/session-builder";

/** What each rule finds, word for word, and what it must not find; who protects what is tested elsewhere. */
const found = (session: SessionBuilder, rule: string) =>
  findingsIn(session.build()).filter((finding) => finding.rule === rule);
/** The session with its last event changed. */
const changed = (session: SessionBuilder, change: Partial<SessionEvent>, rule: string) => {
  const input = session.build();
  const events = input.events.map((event, at) => (at === input.events.length - 1 ? { ...event, ...change } : event));
  return findingsIn({ ...input, events }).filter((finding) => finding.rule === rule);
};
const LOSSLESS = { tokens: 0, turns: 3 };

describe("dedup.identical-result", () => {
  const rule = "dedup.identical-result";
  const one = aSession().read("a.ts");
  const two = one.read("a.ts");

  it("points a later result to the first", () => {
    expect(found(two, rule)).toEqual([
      {
        rule,
        ref: two.last,
        to: "reference",
        sinceTurn: 2,
        evidence: [one.last],
        cites: one.last,
        window: LOSSLESS,
        reason: `Same result as ctx:${one.last}, which this thread already has.`,
      },
    ]);
    expect(found(two.read("a.ts"), rule)).toHaveLength(2);
  });

  it("takes what answered, well or not, and nothing else", () => {
    expect(changed(two, { outcome: "error" }, rule)).toHaveLength(1);
    expect(changed(two, { outcome: null }, rule)).toHaveLength(1);
    for (const outcome of ["refused", "collateral", "aborted"] as const) {
      expect(changed(two, { outcome }, rule)).toEqual([]);
    }
    expect(changed(two, { tokens: 0 }, rule)).toEqual([]);
    for (const kind of ["agent_output", "memory_query"] as const) expect(changed(two, { kind }, rule)).toHaveLength(1);
    for (const kind of ["graph_query", "skill_load", "tool_call"] as const) {
      expect(changed(two, { kind }, rule)).toEqual([]);
    }
    const unknown = { tool: "T", toolClass: "other", params: "x", text: "same" } as const;
    const input = aSession().used(unknown, {}).used(unknown, {}).build();
    const events = input.events.map((event) => ({ ...event, paramsKey: null }));
    expect(findingsIn({ ...input, events })).toEqual([]);
  });
});

describe("dedup.skill-load", () => {
  const rule = "dedup.skill-load";
  const one = aSession().loadedSkill("tidy", "body of it");
  const two = one.loadedSkill("tidy", "body of it");

  it("points a repeated load to the first", () => {
    expect(found(two, rule)).toEqual([
      {
        rule,
        ref: two.last,
        to: "reference",
        sinceTurn: 2,
        evidence: [one.last],
        cites: one.last,
        window: LOSSLESS,
        reason: `Skill tidy is already loaded at ctx:${one.last}, word for word.`,
      },
    ]);
    const input = two.build();
    const nameless = { ...input, events: input.events.map((event) => ({ ...event, skill: null })) };
    expect(findingsIn(nameless)[0]?.reason).toMatch(/^Skill of unknown name is already loaded at/);
  });

  it("leaves another skill, another body and an empty one", () => {
    expect(found(one.loadedSkill("other", "body of it"), rule)).toEqual([]);
    expect(found(one.loadedSkill("tidy", "another body"), rule)).toEqual([]);
    expect(found(aSession().loadedSkill("tidy", "").loadedSkill("tidy", ""), rule)).toEqual([]);
  });
});

describe("dedup.graph-query", () => {
  const rule = "dedup.graph-query";
  const one = aSession().queriedGraph("callers of a", "b_fn src/b.ts\nc_fn src/c.ts");
  const two = one.queriedGraph("uses of a", "c_fn src/c.ts\nb_fn src/b.ts");

  it("points another query with the same symbols to the first", () => {
    expect(found(two, rule)).toEqual([
      {
        rule,
        ref: two.last,
        to: "reference",
        sinceTurn: 2,
        evidence: [one.last],
        cites: one.last,
        window: LOSSLESS,
        reason: `Same 4 symbols as ctx:${one.last}.`,
      },
    ]);
  });

  it("compares whole symbols, each once, and takes an answer without any for no repeat", () => {
    expect(found(one.queriedGraph("x", "b_fn b_fn src/b.ts c_fn src/c.ts"), rule)).toHaveLength(1);
    expect(found(one.queriedGraph("x", "b_fnc_fn src/b.ts src/c.ts"), rule)).toEqual([]);
    const spaced = aSession().queriedGraph("x", "ab c");
    expect(found(spaced.queriedGraph("y", "a bc"), rule)).toEqual([]);
    expect(found(aSession().queriedGraph("x", "-- !!").queriedGraph("y", "?? --"), rule)).toEqual([]);
  });

  it("takes answers of any graph tool, and of none that failed, was refused or is empty", () => {
    const graph = { kind: "tool_result", toolClass: "graph" } as const;
    expect(changed(two, graph, rule)).toHaveLength(1);
    expect(changed(two, { ...graph, toolClass: "search" }, rule)).toEqual([]);
    expect(changed(two, { ...graph, kind: "agent_output" }, rule)).toEqual([]);
    expect(changed(two, { ...graph, kind: "tool_call" }, rule)).toEqual([]);
    expect(changed(two, { outcome: null }, rule)).toHaveLength(1);
    for (const outcome of ["error", "refused"] as const) expect(changed(two, { outcome }, rule)).toEqual([]);
    expect(changed(two, { outcome: null, exitCode: 1 }, rule)).toHaveLength(1);
    expect(changed(two, { tokens: 0 }, rule)).toEqual([]);
  });
});

describe("purge-errors.resolved-error", () => {
  const rule = "purge-errors.resolved-error";
  const failed = aSession().ran("node build.js", { exit: 1 });
  const resolved = failed.ran("node build.js", { text: "built" });

  it("names the command, and the success that resolved it", () => {
    expect(found(resolved, rule)).toEqual([
      {
        rule,
        ref: failed.last,
        to: "retained",
        sinceTurn: 2,
        evidence: [resolved.last],
        cites: null,
        window: null,
        reason: `node build.js failed here and succeeded later at ctx:${resolved.last}.`,
      },
    ]);
  });

  it("waits with a failed write for a look at its target, and names both", () => {
    const wrote = aSession().edited("a.ts", { outcome: "error" });
    const again = wrote.edited("a.ts");
    const looked = again.read("a.ts");
    expect(found(again, rule)).toEqual([]);
    expect(found(again.ran("ls"), rule)).toEqual([]);
    expect(found(again.edited("a.ts"), rule)).toEqual([]);
    expect(found(again.read("a.ts", { outcome: "error" }), rule)).toEqual([]);
    expect(found(looked, rule)).toMatchObject([
      {
        ref: wrote.last,
        evidence: [again.last, looked.last],
        sinceTurn: 3,
        reason: expect.stringContaining("Edit on a.ts"),
      },
    ]);
    expect(found(looked.read("a.ts"), rule)).toHaveLength(1);
  });

  it("does not wait with a command that writes, whose next run shows what it did", () => {
    const make = {
      tool: "Bash",
      toolClass: "shell",
      command: "make out",
      mutates: true,
      params: "x",
      text: "",
    } as const;
    const session = aSession().used(make, { exit: 2, outcome: "error" }).used(make, { exit: 0 });
    expect(found(session, rule)).toHaveLength(1);
  });

  it("resolves each failure once, also after others of its family came and went", () => {
    const third = resolved.ran("node build.js");
    expect(found(third, rule)).toHaveLength(1);
    const two = aSession().ran("npm test -- a", { exit: 1 }).ran("npm test -- b", { exit: 1 });
    expect(found(two.ran("npm test -- a"), rule)).toHaveLength(1);
    expect(found(two.ran("npm test -- a").ran("npm test"), rule)).toHaveLength(2);
    const folders = aSession().ran("cd a && npm test", { exit: 1 }).ran("cd b && npm test", { exit: 1 });
    expect(found(folders.ran("npm test"), rule)).toHaveLength(2);
    const nowhere = aSession().ran("npm test", { exit: 1 });
    expect(found(nowhere.ran("cd b && npm test"), rule)).toHaveLength(1);
  });

  it.each<[string, boolean]>([
    ["12 passed", true],
    ["all tests pass", true],
    ["success", true],
    ["built successfully", true],
    ["succeeded", true],
    ["compiled in 3 s", true],
    ["ok", true],
    ["✓ all", true],
    ["0 failed, 12 passed", true],
    ["0 failures, ok", true],
    ["0 failure, ok", true],
    ["no error, ok", true],
    ["no errors, ok", true],
    ["0 problems, ok", true],
    ["0 problem, ok", true],
    ["no issue, ok", true],
    ["no issues", true],
    ["10 errors, ok", false],
    ["1 error, ok", false],
    ["1 fail, 2 ok", false],
    ["1 failure, 2 ok", false],
    ["a test fails, others pass", false],
    ["failing: ok", false],
    ["panic: ok", false],
    ["panicked, ok", false],
    ["Traceback … ok", false],
    ["an exception, ok", false],
    ["× ok", false],
    ["done", false],
    ["", false],
  ])("believes the output %j behind a filter: %s", (text, isBelieved) => {
    const session = aSession().ran("npm test | tail -3", { exit: 1 }).ran("npm test | tail -3", { text });
    expect(found(session, rule)).toHaveLength(isBelieved ? 1 : 0);
  });

  it("judges answers of tools alone", () => {
    for (const kind of ["tool_result", "graph_query", "memory_query"] as const) {
      expect(changed(resolved, { kind }, rule)).toHaveLength(1);
    }
    for (const kind of ["agent_output", "assistant_message", "system"] as const) {
      expect(changed(resolved, { kind }, rule)).toEqual([]);
    }
  });
});
