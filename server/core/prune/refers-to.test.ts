import { describe, expect, it } from "vitest";
import { mentionsOf } from "./mentions";
import type { SessionEvent } from "./model";
import { aSession, type SessionBuilder } from "./testing/session-builder";
import { timelineOf } from "./timeline";

const read = aSession().read("src/cart/total.ts", { text: "function sum_of_lines() {" });

function isReferredTo(session: SessionBuilder, ref = read.last, change: Partial<SessionEvent> = {}): boolean {
  const input = session.build();
  const events = input.events.map((event, at) => (at === input.events.length - 1 ? { ...event, ...change } : event));
  const timeline = timelineOf({ ...input, events });
  const entry = timeline.byRef.get(ref);
  if (entry === undefined) throw new Error(`There is no ${ref}.`);
  return mentionsOf(timeline).refersTo(entry);
}

describe("whether a result was referred to behind it", () => {
  it.each<[string, (session: SessionBuilder) => SessionBuilder, boolean]>([
    ["by its path", (s) => s.said("src/cart/total.ts is wrong"), true],
    ["by its file name", (s) => s.said("total.ts is wrong"), true],
    ["by its ref", (s) => s.said(`see ctx:${read.last}.`), true],
    ["by a name in it", (s) => s.said("sum_of_lines is wrong"), true],
    ["by a prompt", (s) => s.prompted("what does sum_of_lines do?"), true],
    ["by a call on its path", (s) => s.edited("src/cart/total.ts"), true],
    ["by nobody", (s) => s.said("all is well with other_names"), false],
    ["by a tool that printed its name", (s) => s.ran("ls", { text: "total.ts sum_of_lines" }), false],
  ])("%s", (_, goOn, expected) => {
    expect(isReferredTo(goOn(read))).toBe(expected);
  });

  it("is no matter of what was said before", () => {
    const before = aSession().said("sum_of_lines in total.ts").read("src/cart/total.ts", { text: "sum_of_lines" });
    expect(isReferredTo(before, before.last)).toBe(false);
    expect(isReferredTo(before.said("sum_of_lines"), before.last)).toBe(true);
  });

  it("is not proven by a name that was in use twice before", () => {
    const used = aSession().said("sum_of_lines one").said("sum_of_lines two");
    const again = used.searched("x", { text: "sum_of_lines" });
    expect(isReferredTo(again.said("sum_of_lines three"), again.last)).toBe(false);
    const once = aSession().said("sum_of_lines one").searched("x", { text: "sum_of_lines" });
    expect(isReferredTo(once.said("sum_of_lines three").said("sum_of_lines"), once.last)).toBe(true);
    const twiceInOne = aSession().said("sum_of_lines sum_of_lines").searched("x", { text: "sum_of_lines" });
    expect(isReferredTo(twiceInOne.said("sum_of_lines"), twiceInOne.last)).toBe(true);
  });

  it("counts the thinking and the summaries of the agent", () => {
    const said = read.said("sum_of_lines");
    for (const kind of ["thinking", "summary", "assistant_message"] as const) {
      expect(isReferredTo(said, read.last, { kind })).toBe(true);
    }
    for (const kind of ["system", "rule_injection", "agent_output", "other"] as const) {
      expect(isReferredTo(said, read.last, { kind })).toBe(false);
    }
  });

  it("knows a skill by its name, when a call used it", () => {
    const loaded = aSession().loadedSkill("tidy", "body");
    const called = loaded.used(
      { tool: "Skill", toolClass: "skill", params: "x", text: "" },
      { skill: "tidy", result: false },
    );
    expect(isReferredTo(called, loaded.last)).toBe(true);
    expect(isReferredTo(loaded.said("tidy"), loaded.last)).toBe(false);
    expect(isReferredTo(loaded.said("words"), loaded.last, { skill: "tidy" })).toBe(false);
  });

  it("gives the position of the last use", () => {
    const timeline = timelineOf(read.said("other_name").build());
    const mentions = mentionsOf(timeline);
    expect(mentions.lastUse("other_name")).toBe(2);
    expect(mentions.lastUse("never_used")).toBe(-1);
    expect([mentions.isUsedBehind("other_name", 1), mentions.isUsedBehind("other_name", 2)]).toEqual([true, false]);
    expect(mentionsOf(timeline)).toBe(mentions);
  });
});
