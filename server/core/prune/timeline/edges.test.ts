import { describe, expect, it } from "vitest";
import type { SessionBoundary, SessionEvent, SessionInput, SessionMark } from "../model";
import { aSession, type SessionBuilder } from "../testing/session-builder";
import { requestsAfter, timelineOf, turnAfterRequests } from "../timeline";
import { EpochLine } from "./epochs";
import { StageWalk } from "./stages";

const NOTHING_KNOWN = Number.NEGATIVE_INFINITY;

function epochLine(boundaries: readonly SessionBoundary[]): EpochLine {
  const line = new EpochLine();
  expect(line.append(boundaries, NOTHING_KNOWN)).toBe(true);
  return line;
}

function stageWalk(marks: readonly SessionMark[], events: readonly SessionEvent[]): StageWalk {
  const walk = new StageWalk();
  expect(walk.append(marks, events, NOTHING_KNOWN)).toBe(true);
  return walk;
}

const boundary = (kind: SessionBoundary["kind"], seq: number, toSeq: number | null = null): SessionBoundary => ({
  thread: "main",
  kind,
  seq,
  toSeq,
  atMs: 0,
});
/** Epoch and visibility at each position. */
function walked(boundaries: readonly SessionBoundary[], positions: readonly number[]) {
  const at = epochLine(boundaries).walk();
  return positions.map((seq) => {
    const { epoch, visible } = at(seq);
    return visible ? `${epoch}` : `(${epoch})`;
  });
}

describe("epochs", () => {
  it("count each compaction, clear and rewind without a target, in any order of arrival", () => {
    const boundaries = [boundary("clear", 20), boundary("compaction", 10), boundary("rewind", 30)];
    expect(walked(boundaries, [0, 9, 10, 19, 20, 29, 30, 99])).toEqual(["0", "0", "1", "1", "2", "2", "3", "3"]);
    expect(epochLine(boundaries)).toMatchObject({ current: 3, count: 4 });
    expect(epochLine([])).toMatchObject({ current: 0, count: 1 });
    expect(epochLine([boundary("task-end", 5), boundary("stage", 6)])).toMatchObject({ current: 0, count: 1 });
  });

  it("hide what stands between the target of a rewind and itself, both left out", () => {
    expect(walked([boundary("rewind", 10, 5)], [4, 5, 6, 9, 10, 11])).toEqual(["0", "0", "(0)", "(0)", "0", "0"]);
    expect(walked([boundary("rewind", 10, 10)], [5, 9, 10])).toEqual(["0", "0", "0"]);
    expect(walked([boundary("rewind", 10, 12)], [5, 9, 10, 11])).toEqual(["0", "0", "0", "0"]);
    expect(epochLine([boundary("rewind", 10, 5)])).toMatchObject({ current: 0, count: 1 });
  });

  it("merge rewinds that overlap, and keep those apart that do not", () => {
    const nested = [boundary("rewind", 10, 5), boundary("rewind", 20, 3)];
    expect(walked(nested, [3, 4, 6, 10, 15, 20])).toEqual(["0", "(0)", "(0)", "(0)", "(0)", "0"]);
    const apart = [boundary("rewind", 10, 5), boundary("rewind", 20, 15)];
    expect(walked(apart, [6, 10, 12, 15, 16, 20])).toEqual(["(0)", "0", "0", "0", "(0)", "0"]);
    const touching = [boundary("rewind", 10, 5), boundary("rewind", 20, 10)];
    expect(walked(touching, [9, 10, 11, 20])).toEqual(["(0)", "0", "(0)", "0"]);
    const inside = [boundary("rewind", 20, 3), boundary("rewind", 10, 5)];
    expect(walked(inside, [4, 12, 19, 21])).toEqual(["(0)", "(0)", "(0)", "0"]);
  });

  it("go on in the epoch of a rewind's target, wherever it stands", () => {
    const cuts = [boundary("compaction", 10), boundary("compaction", 20)];
    expect(walked([...cuts, boundary("rewind", 30, 15)], [15, 25, 30])).toEqual(["1", "(2)", "1"]);
    expect(walked([...cuts, boundary("rewind", 30, 5)], [5, 15, 30])).toEqual(["0", "(1)", "0"]);
    expect(walked([...cuts, boundary("rewind", 30, 20)], [20, 25, 30])).toEqual(["2", "(2)", "2"]);
    expect(walked([...cuts, boundary("rewind", 30, 10)], [30])).toEqual(["1"]);
  });

  it("at one position go by kind and target, so that the order of arrival does not matter", () => {
    const one = [boundary("rewind", 10, 2), boundary("compaction", 10), boundary("rewind", 10, 5)];
    for (const order of [one, one.toReversed(), [one[1], one[0], one[2]].flatMap((each) => each ?? [])]) {
      expect(walked(order, [1, 3, 6, 10])).toEqual(walked(one, [1, 3, 6, 10]));
      expect(epochLine(order).current).toBe(epochLine(one).current);
    }
  });
});

describe("stages", () => {
  const stages = (session: SessionBuilder) => {
    const { marks, events } = session.build();
    const walk = stageWalk(marks, events);
    return events.map((event) => walk.next(event).stage);
  };

  it("go back to talk at a prompt, but not while a check fails", () => {
    expect(stages(aSession().edited("a.ts").prompted("and now?"))).toEqual(["execute", "execute", "discuss"]);
    expect(stages(aSession().ran("bun test", { exit: 1 }).prompted("and now?")).at(-1)).toBe("fix-bug");
    expect(stages(aSession().ran("bun test", { exit: 1 }).ran("bun test").prompted("and?")).at(-1)).toBe("discuss");
  });

  it("are verify at a check behind an edit, and as before at a check without one", () => {
    expect(stages(aSession().wrote("a.ts").ran("bun test").said("x"))).toEqual([
      "execute",
      "execute",
      "verify",
      "verify",
      "verify",
    ]);
    expect(stages(aSession().ran("bun test").said("x"))).toEqual(["discuss", "discuss", "discuss"]);
    expect(stages(aSession().edited("a.ts").ran("bun test").ran("bun test").said("x")).at(-1)).toBe("verify");
    const refused = aSession().edited("a.ts").ran("bun test", { outcome: "refused" }).said("x");
    expect(stages(refused)).toEqual(["execute", "execute", "verify", "verify", "execute"]);
  });

  it("are fix-bug behind a failing check, also for edits, until it passes", () => {
    const session = aSession()
      .edited("a.ts")
      .ran("bun test", { exit: 1 })
      .edited("a.ts")
      .ran("bun test")
      .edited("a.ts");
    expect(stages(session)).toEqual([
      ...["execute", "execute", "verify", "verify", "fix-bug", "fix-bug", "verify", "verify", "execute", "execute"],
    ]);
  });

  it("are told by the latest mark before or at an event; a mark without a stage tells nothing", () => {
    const session = aSession().said("a").marked(null).said("b").marked("verify").said("c");
    const { marks, events } = session.build();
    const told = (order: typeof marks) => {
      const walk = stageWalk(order, events);
      return events.map((event) => Object.values(walk.next(event)).join(" "));
    };
    expect(told(marks)).toEqual(["discuss inferred", "discuss inferred", "verify told"]);
    expect(told(marks.toReversed())).toEqual(told(marks));
    const at = (seq: number, stage: "plan" | "execute") => ({ thread: "main", seq, stage, changedPaths: [] });
    const two = [at(0, "plan"), at(0, "execute")];
    expect(told(two)).toEqual(told(two.toReversed()));
    expect(told([at(events[1]?.seq ?? 0, "plan")])).toEqual(["discuss inferred", "plan told", "plan told"]);
  });
});

describe("where an event stands", () => {
  it("knows its model: of the request that follows, else the last known, else the session's", () => {
    const input = aSession("house").said("a").said("b").said("c").build();
    const model = (models: readonly (string | null)[], session: string | null = "house") => {
      const requests = input.requests.map((request, at) => ({ ...request, model: models[at] ?? null }));
      return timelineOf({ ...input, model: session, requests }).entries.map((entry) => entry.model);
    };
    expect(model(["m1", "m2", "m3"])).toEqual(["m2", "m3", "m3"]);
    expect(model(["m1", null, "m3"])).toEqual(["m1", "m3", "m3"]);
    expect(model([null, null, null])).toEqual(["house", "house", "house"]);
    expect(model([null, null, null], null)).toEqual([null, null, null]);
    expect(timelineOf({ ...input, requests: [] }).entries.map(({ turn }) => turn)).toEqual([0, 0, 0]);
  });

  it("knows its agent: of its thread, told or not, and auxiliary for helpers", () => {
    const input = aSession().said("a").inThread("t1", "reviewer").said("b").inThread("c1", "compact", true).said("c");
    expect(timelineOf(input.build()).entries.map(({ agent }) => agent)).toEqual(["main", "reviewer", "auxiliary"]);
    const untold = timelineOf({ ...input.build(), threads: [] }).entries;
    expect(untold.map(({ agent }) => agent)).toEqual(["main", "unknown", "unknown"]);
    expect(untold.map(({ thread }) => [thread.key, thread.parentKey, thread.auxiliary])).toEqual([
      ["main", null, false],
      ["t1", null, false],
      ["c1", null, false],
    ]);
  });

  it("is as old as the tokens and requests behind it, in its window and on the visible branch", () => {
    const session = aSession().said("x".repeat(40)).said("y".repeat(80)).turns(2);
    const ages = (of: SessionBuilder) =>
      timelineOf(of.build()).entries.map(({ ageTokens, ageTurns }) => [ageTokens, ageTurns]);
    expect(ages(session)).toEqual([
      [20, 3],
      [0, 2],
    ]);
    expect(ages(session.compacted().said("zzzz"))[0]).toEqual([20, 3]);
    expect(ages(session.inThread("sub").said("zzzz"))[0]).toEqual([20, 3]);
    expect(ages(session.said("zzzz").rewound(1))[0]).toEqual([20, 1]);
    expect(ages(session.said("zzzz").rewound(1))[2]).toEqual([0, 0]);
  });

  it("was carried by the requests behind it", () => {
    const { entries } = timelineOf(aSession().said("a").turns(3).build());
    const [entry] = entries;
    if (!entry) throw new Error("There is one event.");
    expect([0, 1, 2, 3, 4, 9].map((turn) => requestsAfter(entry, turn))).toEqual([3, 3, 2, 1, 0, 0]);
    expect([1, 2, 3, 4].map((requests) => turnAfterRequests(entry, requests))).toEqual([2, 3, 4, null]);
  });

  it("is worked out once for each session", () => {
    const input = aSession().said("a").build();
    expect(timelineOf(input)).toBe(timelineOf(input));
    expect(timelineOf({ ...input })).not.toBe(timelineOf(input));
    expect(timelineOf(input).byRef.get(input.events[0]?.ref ?? "")).toBe(timelineOf(input).entries[0]);
  });
});

describe("pairs", () => {
  const partners = (input: SessionInput) =>
    timelineOf(input).entries.map(({ partner, event }) => [event.ref, partner?.event.ref ?? null]);
  const paired = aSession().read("a.ts").build();
  const [call, result] = paired.events;
  if (!call || !result) throw new Error("A read has a call and a result.");
  const withResult = (change: Partial<SessionEvent>, ofCall: Partial<SessionEvent> = {}) =>
    partners({
      ...paired,
      events: [
        { ...call, ...ofCall },
        { ...result, ...change },
      ],
    });

  it("are not made with itself, another thread or an unknown id", () => {
    expect(withResult({ partner: result.ref, callId: null })).toEqual([
      [call.ref, null],
      [result.ref, null],
    ]);
    expect(withResult({ partner: "unknown", callId: null })[1]).toEqual([result.ref, null]);
    expect(withResult({ thread: "sub" })).toEqual([
      [call.ref, null],
      [result.ref, null],
    ]);
    expect(withResult({ partner: null })).toEqual([
      [call.ref, result.ref],
      [result.ref, call.ref],
    ]);
    expect(withResult({ partner: null, callId: "other" })[1]).toEqual([result.ref, null]);
  });

  it("are one to one: a second result of a call stands alone", () => {
    const second = { ...result, ref: "second", seq: result.seq + 1 };
    for (const partner of [call.ref, null]) {
      const events = [call, { ...result, partner }, { ...second, partner }];
      expect(partners({ ...paired, events })).toEqual([
        [call.ref, result.ref],
        [result.ref, call.ref],
        ["second", null],
      ]);
    }
  });

  it("are made with the nearest call before the result when an id comes again", () => {
    const again = { ...call, ref: "again", seq: result.seq + 1 };
    const answer = { ...result, ref: "answer", seq: result.seq + 2, partner: null };
    const events = [call, { ...result, partner: null }, again, answer];
    expect(partners({ ...paired, events })).toEqual([
      [call.ref, result.ref],
      [result.ref, call.ref],
      ["again", "answer"],
      ["answer", "again"],
    ]);
  });
});
