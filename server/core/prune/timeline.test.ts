import { describe, expect, it } from "vitest";
import { aSession, type SessionBuilder } from "./testing/session-builder";
import { requestsAfter, timelineOf } from "./timeline";

function places(session: SessionBuilder) {
  return timelineOf(session.build()).entries.map((entry) => ({
    kind: entry.event.kind,
    turn: entry.turn,
    userTurn: entry.userTurn,
    epoch: entry.context.epoch,
    visible: entry.visible,
    inContext: entry.inContext,
    skill: entry.activeSkill,
    stage: entry.stage,
    source: entry.stageSource,
  }));
}

describe("turns", () => {
  it("is 0 before the first request, and that of the request which an event belongs to or follows", () => {
    const session = aSession().prompted("do it").read("a.ts").said("done").prompted("thanks");
    expect(places(session).map(({ turn, userTurn }) => [turn, userTurn])).toEqual([
      [0, 1],
      [1, 1],
      [1, 1],
      [2, 1],
      [2, 2],
    ]);
  });

  it("counts each thread for itself", () => {
    const session = aSession().turns(5).inThread("sub").read("a.ts").inThread("main").read("b.ts");
    expect(places(session).map(({ turn }) => turn)).toEqual([1, 1, 6, 6]);
  });
});

describe("epochs and the visible branch", () => {
  it("starts a window at a compaction and at a clear", () => {
    const session = aSession().said("a").compacted().said("b").bounded("clear").said("c");
    expect(places(session).map(({ epoch, inContext }) => [epoch, inContext])).toEqual([
      [0, false],
      [1, false],
      [2, true],
    ]);
  });

  it("hides what a rewind took off, and goes on in the window of its target", () => {
    const session = aSession().said("a").said("b").said("c").rewound(2).said("d");
    expect(places(session).map(({ epoch, visible, inContext }) => [epoch, visible, inContext])).toEqual([
      [0, true, true],
      [0, false, false],
      [0, false, false],
      [0, true, true],
    ]);
  });

  it("goes back behind a compaction when the target stands there", () => {
    const session = aSession().said("a").said("b").compacted().said("c").rewound(2).said("d");
    expect(places(session).map(({ epoch, inContext }) => [epoch, inContext])).toEqual([
      [0, true],
      [0, false],
      [1, false],
      [0, true],
    ]);
  });

  it("goes on in a later window when the target stands in it", () => {
    const session = aSession().said("a").compacted().said("b").said("c").rewound(1).said("d");
    expect(places(session).map(({ epoch, inContext }) => [epoch, inContext])).toEqual([
      [0, false],
      [1, true],
      [1, false],
      [1, true],
    ]);
  });

  it("takes a rewind without a target for a new window", () => {
    const session = aSession().said("a").bounded("rewind").said("b");
    expect(places(session).map(({ epoch, visible }) => [epoch, visible])).toEqual([
      [0, true],
      [1, true],
    ]);
  });

  it("counts only the requests of the own window, on the visible branch, that came later", () => {
    const session = aSession().read("a.ts").turns(3).said("off").rewound(1).turns(2).compacted().turns(9);
    const [, result] = timelineOf(session.build()).entries;
    // The rewind goes back to the result: the four requests of the branch that was left do not count.
    expect(result && requestsAfter(result, 0)).toBe(2);
  });
});

describe("order", () => {
  it("goes by position inside a thread, whatever its clock says, and by time between threads", () => {
    const built = aSession().said("a").said("b").inThread("sub").said("c").build();
    const [a, b, c] = built.events;
    if (!a || !b || !c) throw new Error("The session lacks events.");
    const late = { ...built, events: [{ ...a, atMs: b.atMs + 60_000 }, b, { ...c, atMs: b.atMs + 1 }] };
    expect(timelineOf(late).entries.map((entry) => entry.event.ref)).toEqual([c.ref, a.ref, b.ref]);
  });
});

describe("skills", () => {
  it("is active from its load to the next prompt or the next load", () => {
    const session = aSession()
      .prompted("go")
      .loadedSkill("tdd")
      .said("a")
      .loadedSkill("debug")
      .said("b")
      .prompted("next")
      .said("c");
    expect(places(session).map(({ skill }) => skill)).toEqual([null, "tdd", "tdd", "debug", "debug", null, null]);
  });
});

describe("stages", () => {
  it("is inferred from what was done", () => {
    const session = aSession()
      .prompted("hi")
      .read("a.ts")
      .edited("a.ts")
      .ran("bun test", { exit: 1 })
      .read("a.ts")
      .edited("a.ts")
      .ran("bun test")
      .said("done");
    const stages = places(session).map(({ stage }) => stage);
    expect(stages).toEqual([
      "discuss",
      "discuss",
      "discuss",
      "execute",
      "execute",
      "verify",
      "verify",
      "fix-bug",
      "fix-bug",
      "fix-bug",
      "fix-bug",
      "verify",
      "verify",
      "verify",
    ]);
  });

  it("is not changed by an edit that the person refused, and follows a plan when it was accepted", () => {
    const refused = aSession().prompted("hi").edited("a.ts", { outcome: "refused" });
    expect(places(refused).map(({ stage }) => stage)).toEqual(["discuss", "discuss", "discuss"]);
    const plan = aSession().planned("steps").said("now").planned("more", { outcome: "refused" });
    expect(places(plan).map(({ stage }) => stage)).toEqual(["plan", "execute", "execute", "plan", "plan"]);
  });

  it("is told by marks, until the next one", () => {
    const session = aSession().said("a").marked("plan").said("b").marked("execute").said("c");
    expect(places(session).map(({ stage, source }) => [stage, source])).toEqual([
      ["discuss", "inferred"],
      ["plan", "told"],
      ["execute", "told"],
    ]);
  });
});

describe("pairs", () => {
  it("pairs by the client's ids, and by call id when it gave none", () => {
    const built = aSession().read("a.ts").read("b.ts").build();
    const stripped = { ...built, events: built.events.map((event) => ({ ...event, partner: null })) };
    for (const session of [built, stripped]) {
      const { entries } = timelineOf(session);
      expect(entries.map((entry) => entry.partner?.event.ref)).toEqual([
        entries[1]?.event.ref,
        entries[0]?.event.ref,
        entries[3]?.event.ref,
        entries[2]?.event.ref,
      ]);
    }
  });
});
