import { describe, expect, it } from "vitest";
import type { RetainContext } from "../../retain/retained";
import { STRICT_POLICY } from "../policy";
import { aSession, type SessionBuilder } from "../testing/session-builder";
import { type Timeline, timelineOf, windowTimeline } from "../timeline";
import { unitsOf } from "./text-units";
import { WindowView } from "./window-view";

/** The window that the event at the position entered. */
function windowOf(timeline: Timeline, at: number): Timeline {
  const context = timeline.entries[at]?.context;
  if (context === undefined) throw new Error(`There is no event at ${at}.`);
  return windowTimeline(timeline, context);
}

function viewOf(session: SessionBuilder) {
  const input = session.build();
  const timeline = timelineOf(input);
  const view = new WindowView(windowOf(timeline, 0), input.standings, STRICT_POLICY);
  const entry = (ref: string) => {
    const found = timeline.byRef.get(ref);
    if (found === undefined) throw new Error(`There is no ${ref}.`);
    return found;
  };
  /** Asks what is known of the window around an event. */
  const around = <T>(ref: string, ask: (context: RetainContext) => T): T => view.retaining(entry(ref), ask);
  return { view, timeline, entry, around };
}

const read = aSession().read("a.ts", { text: "shared_name = 1;\nown_name = 2;" });
const session = read
  .used(
    {
      tool: "Edit",
      toolClass: "edit",
      target: "a.ts",
      params: '{"old":"own_name = 2;\\nshared_name = 1;"}',
      text: "ok",
    },
    {},
  )
  .said("shared_name = 1;");

describe("what stands around an event", () => {
  it("is every other event of the window: not the event itself, nor another window", () => {
    const { around } = viewOf(session);
    const places = around(read.last, ({ linePlaces, namePlaces }) => [
      linePlaces("shared_name = 1;"),
      linePlaces("own_name = 2;"),
      linePlaces("nowhere"),
      namePlaces("shared_name"),
    ]);
    expect(places).toEqual([2, 1, 0, 2]);
    const sub = session.inThread("sub").said("shared_name = 1;");
    expect(viewOf(sub).around(read.last, ({ linePlaces }) => linePlaces("shared_name = 1;"))).toBe(2);
    // Asking changes nothing.
    expect(viewOf(session).around(session.last, ({ linePlaces }) => linePlaces("shared_name = 1;"))).toBe(2);
    const twice = viewOf(session);
    twice.around(read.last, () => null);
    expect(twice.around(session.last, ({ linePlaces }) => linePlaces("shared_name = 1;"))).toBe(2);
  });

  it("holds what calls edited or wrote, and no other call, result or message", () => {
    const isEdited = (of: SessionBuilder) =>
      viewOf(of).around(read.last, (context) => context.isEdited("own_name = 2;"));
    expect(isEdited(session)).toBe(true);
    const put = (toolClass: "write" | "search") =>
      read.used({ tool: "T", toolClass, params: '{"x":"own_name = 2;"}', text: "ok" }, {});
    expect(isEdited(put("write"))).toBe(true);
    expect(isEdited(put("search"))).toBe(false);
    expect(isEdited(read.edited("b.ts", { text: "own_name = 2;" }))).toBe(false);
    expect(isEdited(read.said("own_name = 2;"))).toBe(false);
    expect(isEdited(put("write").compacted().said("x"))).toBe(false);
  });

  it("knows what was used behind the event, and the policy", () => {
    const { around } = viewOf(session);
    expect(around(read.last, (context) => context.isUsedSince("shared_name"))).toBe(true);
    expect(around(session.last, (context) => context.isUsedSince("shared_name"))).toBe(false);
    expect(around(read.last, (context) => context.policy)).toBe(STRICT_POLICY.retain);
  });

  it("follows what the plan takes out and leaves in its place", () => {
    const { view, around, entry } = viewOf(session);
    const places = () =>
      around(read.last, ({ linePlaces }) => [linePlaces("shared_name = 1;"), linePlaces("kept text")]);
    view.replace(entry(session.last), "kept text");
    expect(places()).toEqual([1, 1]);
    view.replace(entry(session.build().events[2]?.ref ?? ""), null);
    expect(places()).toEqual([0, 1]);
  });
});

describe("what the model sees of an event", () => {
  const keys = (of: SessionBuilder, ref = read.last) => {
    const { view, entry } = viewOf(of);
    return [...view.shown(entry(ref)).keys];
  };

  it("is its text, its kept meaning, or nothing", () => {
    expect(keys(read)).toEqual(["shared_name = 1;", "own_name = 2;"]);
    expect(keys(read.standing(read.last, "full"))).toEqual(["shared_name = 1;", "own_name = 2;"]);
    expect(keys(read.standing(read.last, "retained", { retained: "kept text" }))).toEqual(["kept text"]);
    expect(keys(read.standing(read.last, "retained"))).toEqual([]);
    expect(keys(read.standing(read.last, "reference", { retained: "kept text" }))).toEqual([]);
    const { view, entry } = viewOf(read);
    expect(view.shown(entry(read.last))).toBe(unitsOf(entry(read.last).event));
    const set = viewOf(read.standing(read.last, "retained", { retained: "kept text" }));
    expect(set.view.shown(set.entry(read.last))).toBe(set.view.shown(set.entry(read.last)));
  });

  it("is nothing of its thinking", () => {
    const input = read.said("shared_name = 1;").build();
    const events = input.events.map((event, at) => (at === 2 ? { ...event, kind: "thinking" as const } : event));
    const timeline = timelineOf({ ...input, events });
    const view = new WindowView(windowOf(timeline, 0), input.standings, STRICT_POLICY);
    const [, result, thinking] = timeline.entries;
    if (!result || !thinking) throw new Error("There are three events.");
    expect([...view.shown(thinking).keys]).toEqual([]);
    expect(view.retaining(result, ({ linePlaces }) => linePlaces("shared_name = 1;"))).toBe(0);
  });
});

describe("a window", () => {
  it("has its events on the visible branch in order, and none once it is closed", () => {
    const two = read.inThread("sub").said("one").said("two").rewound(1);
    const input = two.build();
    const timeline = timelineOf(input);
    const refsOf = (at: number) =>
      new WindowView(windowOf(timeline, at), input.standings, STRICT_POLICY).entries.map(({ event }) => event.ref);
    expect(refsOf(0)).toEqual(timeline.entries.slice(0, 2).map(({ event }) => event.ref));
    expect(refsOf(2)).toEqual([timeline.entries[2]?.event.ref]);
    expect(viewOf(read.compacted()).view.entries).toEqual([]);
  });
});
