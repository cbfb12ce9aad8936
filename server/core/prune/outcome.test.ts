import { describe, expect, it } from "vitest";
import type { Outcome } from "../events/kinds";
import type { SessionEvent } from "./model";
import { changesFiles, Mutations } from "./mutations";
import { failed, isAcceptedPlan, succeeded } from "./outcome";
import { pathsOf } from "./paths-of";
import { questionOf } from "./question";
import { aSession, type SessionBuilder } from "./testing/session-builder";
import { timelineOf } from "./timeline";
import { upsert } from "./upsert";

const entriesOf = (session: SessionBuilder) => timelineOf(session.build()).entries;

function entry(session: SessionBuilder, change: Partial<SessionEvent> = {}) {
  const input = session.build();
  const events = input.events.map((event, at) => (at === input.events.length - 1 ? { ...event, ...change } : event));
  const last = timelineOf({ ...input, events }).entries.at(-1);
  if (last === undefined) throw new Error("The session is empty.");
  return last;
}

describe("how a call ended", () => {
  it.each<[Outcome | null, number | null, "shell" | "test" | "build", boolean, boolean]>([
    ["ok", null, "shell", false, true],
    ["ok", 0, "shell", false, true],
    ["ok", 1, "shell", false, true],
    ["ok", 1, "test", true, false],
    ["ok", 2, "build", true, false],
    ["ok", 0, "test", false, true],
    ["error", null, "shell", true, false],
    ["error", 0, "shell", true, false],
    [null, 0, "shell", false, true],
    [null, 1, "shell", true, false],
    [null, null, "shell", false, false],
    ["refused", 1, "test", false, false],
    ["collateral", 1, "test", false, false],
    ["aborted", 130, "build", false, false],
  ])("with outcome %s and exit %s of a %s: failed %s, succeeded %s", (outcome, exitCode, toolClass, bad, good) => {
    const { event } = entry(aSession().ran("x"), { outcome, exitCode, toolClass });
    expect([failed(event), succeeded(event)]).toEqual([bad, good]);
  });

  it("makes a plan one that is carried out, but entering plan mode, answering in it and refusing it do not", () => {
    const plan = (tool: string | null, outcome: Outcome) =>
      isAcceptedPlan(entry(aSession().planned("do it", { outcome }), { tool }).event);
    expect(plan("ExitPlanMode", "ok")).toBe(true);
    expect(plan(null, "ok")).toBe(true);
    expect(plan("ExitPlanMode", "refused")).toBe(false);
    expect(plan("EnterPlanMode", "ok")).toBe(false);
    expect(plan("plan_respond", "ok")).toBe(false);
    expect(isAcceptedPlan(entry(aSession().planned("do it", { result: false })).event)).toBe(false);
    expect(isAcceptedPlan(entry(aSession().ran("plan")).event)).toBe(false);
  });
});

describe("a change of files", () => {
  it("is what mutates and was not refused; only the result of a call knows", () => {
    const changed = (session: SessionBuilder) => entriesOf(session).map(changesFiles);
    expect(changed(aSession().edited("a.ts"))).toEqual([true, true]);
    expect(changed(aSession().edited("a.ts", { outcome: "error" }))).toEqual([true, true]);
    expect(changed(aSession().edited("a.ts", { outcome: "refused" }))).toEqual([false, false]);
    expect(changed(aSession().edited("a.ts", { result: false }))).toEqual([true]);
    expect(changed(aSession().read("a.ts"))).toEqual([false, false]);
  });

  it("touches its own paths, and anything of which nobody knows the target", () => {
    const [before, , , edit, after] = entriesOf(aSession().read("a.ts").edited("a.ts").read("a.ts"));
    if (!before || !edit || !after) throw new Error("There are six events.");
    const mutations = new Mutations();
    mutations.see(before);
    expect([mutations.touched("a.ts", before), mutations.touched(null, before)]).toEqual([false, false]);
    mutations.see(edit);
    expect([mutations.touched("a.ts", before), mutations.touched(null, before)]).toEqual([true, true]);
    expect(mutations.touched("b.ts", before)).toBe(false);
    expect([mutations.touched("a.ts", after), mutations.touched("a.ts", edit)]).toEqual([false, false]);
  });

  it("works on its target and its paths, each once", () => {
    const read = aSession().read("a.ts");
    expect(pathsOf(entry(read, { target: "a.ts", paths: ["a.ts", "b.ts"] }))).toEqual(["a.ts", "b.ts"]);
    expect(pathsOf(entry(read, { target: "c.ts", paths: ["a.ts"] }))).toEqual(["c.ts", "a.ts"]);
    expect(pathsOf(entry(read, { target: null, paths: ["a.ts"] }))).toEqual(["a.ts"]);
  });
});

describe("the question of a call", () => {
  const ask = (session: SessionBuilder, change: Partial<SessionEvent> = {}) => questionOf(entry(session, change));

  it("is the fingerprint of its command, with the check that its class tells", () => {
    expect(ask(aSession().ran("cd a && bun test | tail -3"))).toMatchObject({
      key: "bun test",
      label: "bun test",
      folder: "a",
      check: "test",
      exitHidden: true,
    });
    const own = { command: "./verify.sh" };
    expect(ask(aSession().ran("x"), { ...own, toolClass: "build" })?.check).toBe("build");
    expect(ask(aSession().ran("x"), { ...own, toolClass: "test" })?.check).toBe("test");
    expect(ask(aSession().ran("x"), { ...own, toolClass: "shell" })?.check).toBeNull();
    expect(ask(aSession().ran("x"), { command: "cd /repo" })).toBeNull();
  });

  it("is its tool on its target, or with its parameters", () => {
    const plain = { family: "", scope: [], folder: null, check: null, exitHidden: false };
    expect(ask(aSession().read("a.ts"))).toEqual({
      ...plain,
      key: "Read on a.ts",
      family: "Read on a.ts",
      label: "Read on a.ts",
    });
    const key = "Read on {1}";
    expect(ask(aSession().read("a.ts"), { target: null, paramsKey: "{1}" })).toEqual({
      ...plain,
      key,
      family: key,
      label: "Read",
    });
    expect(ask(aSession().read("a.ts"), { target: null, paramsKey: null })).toBeNull();
    expect(ask(aSession().read("a.ts"), { tool: null })).toBeNull();
  });

  it("is worked out once for each event", () => {
    const asked = entry(aSession().ran("make"));
    expect(questionOf(asked)).toBe(questionOf(asked));
  });
});

describe("upsert", () => {
  it("makes a value once and keeps it", () => {
    const map = new Map<string, number[]>();
    upsert(map, "a", () => [1]).push(2);
    expect(upsert(map, "a", () => [9])).toEqual([1, 2]);
    expect([...map]).toEqual([["a", [1, 2]]]);
  });
});
