import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEvent, SessionInput } from "../model";
import { arbitrarySession, shuffled } from "../testing/arbitrary-session";
import { cutSession, joinParts } from "../testing/cut-session";
import { aSession } from "../testing/session-builder";
import type { Entry } from "../timeline";
import { EpochLine } from "./epochs";
import { GrowingTimeline, type SessionPart } from "./growing-timeline";

const RUNS = Number(process.env["STEWARD_PROPERTY_RUNS"] ?? 100);

const NOTHING: SessionPart = { threads: [], events: [], requests: [], boundaries: [], marks: [] };
const part = (change: Partial<SessionPart>): SessionPart => ({ ...NOTHING, ...change });

function grown(parts: readonly SessionPart[], model: string | null = "house"): GrowingTimeline | null {
  const timeline = new GrowingTimeline(model);
  return parts.every((one) => timeline.append(one)) ? timeline : null;
}

function pictureOf({ entries, contexts, byRef }: GrowingTimeline) {
  return {
    entries: entries.map((entry) => ({
      ...[entry.event.ref, entry.thread, entry.order, byRef.get(entry.event.ref) === entry],
      place: [entry.context.id, entry.turn, entry.userTurn, entry.visible, entry.inContext],
      told: [entry.stage, entry.stageSource, entry.activeSkill, entry.model, entry.agent],
      ages: [entry.ageTokens, entry.ageTurns],
      partner: entry.partner?.event.ref ?? null,
    })),
    contexts: contexts.map((window) => ({
      names: [window.id, window.thread, window.epoch, window.current, window.tokens],
      turns: [window.requestTurns, window.lastUserTurn, window.lastTaskBoundarySeq],
      refs: window.entries.map(({ event }) => event.ref),
      since: [0, Date.UTC(2026, 0, 1), Number.POSITIVE_INFINITY].map((atMs) => window.requestsSince(atMs)),
    })),
  };
}

const cutsOf = fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 4 });

describe("a session in parts", () => {
  it("is the session as a whole, wherever it was cut and however its lists are ordered, or it is refused", () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        arbitrarySession.chain((session) => fc.tuple(fc.constant(session), cutsOf, shuffled(session))),
        ([session, cuts, mixed]) => {
          // Windows are numbered as they open; with one thread that is the order of its epochs.
          const one = (input: SessionInput): SessionInput => ({
            ...input,
            ...ofThread(input, "main"),
          });
          const whole = grown([one(session)], session.model);
          const parts = grown(cutSession(one(mixed), cuts), session.model);
          if (whole === null) throw new Error("A session in one part is never refused.");
          if (parts === null) return;
          accepted++;
          expect(pictureOf(parts)).toEqual(pictureOf(whole));
        },
      ),
      { numRuns: RUNS },
    );
    expect(accepted).toBeGreaterThan(RUNS / 4);
  });

  it("is refused when events of a part come late", () => {
    fc.assert(
      fc.property(arbitrarySession, fc.integer({ min: 1, max: 60 }), (session, at) => {
        const parts = cutSession(session, [at], (ref) => ref.length % 2 === 0);
        const joined = joinParts(session, parts);
        const [whole, growing] = [grown([joined], session.model), grown(parts, session.model)];
        if (whole === null || growing === null) return;
        expect(growing.entries.map(({ event }) => event.ref)).toEqual(whole.entries.map(({ event }) => event.ref));
      }),
      { numRuns: RUNS },
    );
  });
});

function ofThread(session: SessionInput, key: string): SessionPart {
  const own = <T extends { readonly thread: string }>(list: readonly T[]) =>
    list.filter(({ thread }) => thread === key);
  return {
    threads: session.threads.filter((thread) => thread.key === key),
    events: own(session.events),
    requests: own(session.requests),
    boundaries: own(session.boundaries),
    marks: own(session.marks),
  };
}

const base = aSession("house").prompted("go").read("a.ts").said("done").build();
const last = base.events.at(-1);
if (!last) throw new Error("The session has events.");
const later = (change: Partial<SessionEvent> = {}): SessionEvent => ({
  ...last,
  ref: "later",
  seq: last.seq + 10,
  atMs: last.atMs + 10_000,
  ...change,
});
/** Whether the session goes on with this part. */
const goesOn = (change: Partial<SessionPart>, from: SessionPart = base) => grown([from, part(change)]) !== null;

describe("what goes on", () => {
  it("are events, requests and boundaries behind all that is known, and nothing at all", () => {
    expect(goesOn({})).toBe(true);
    expect(goesOn({ events: [later()] })).toBe(true);
    expect(goesOn({ events: [later({ seq: last.seq })] })).toBe(false);
    expect(goesOn({ events: [later({ seq: last.seq + 1 })] })).toBe(true);
    expect(goesOn({ events: [later({ seq: last.seq - 1 })] })).toBe(false);
    expect(goesOn({ events: [later({ ref: last.ref })] })).toBe(false);

    const request = base.requests.at(-1);
    if (!request) throw new Error("The session has requests.");
    const asks = (seq: number, id = "zz") => goesOn({ requests: [{ ...request, id, seq }] });
    expect([asks(last.seq - 1), asks(last.seq), asks(last.seq + 1)]).toEqual([false, false, true]);

    const cut = (seq: number) => goesOn({ boundaries: [{ ...BOUNDARY, kind: "compaction", seq }] });
    expect([cut(last.seq - 1), cut(last.seq), cut(last.seq + 1)]).toEqual([false, false, true]);
    const rewind = { ...BOUNDARY, kind: "rewind", seq: last.seq + 1, toSeq: 2 } as const;
    expect(goesOn({ boundaries: [rewind] })).toBe(false);
    expect(goesOn({ boundaries: [{ ...rewind, toSeq: null }] })).toBe(true);
    expect(goesOn({ boundaries: [{ ...rewind, toSeq: last.seq + 5 }] }), "takes nothing off").toBe(true);
    expect(goesOn({ boundaries: [{ ...BOUNDARY, kind: "task-start", seq: 1 }] })).toBe(true);
  });

  it("are requests in the order of their position and id", () => {
    const request = { id: "b", thread: "main", seq: 500, atMs: last.atMs + 1, model: null, contextTokens: null };
    const known = { ...base, requests: [...base.requests, request] };
    const asks = (id: string, seq = 500) => goesOn({ requests: [{ ...request, id, seq }] }, known);
    expect([asks("a"), asks("b"), asks("c"), asks("a", 501), asks("c", 499)]).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  it("is a thread that is told as before, or not at all", () => {
    const thread = { key: "main", agent: "main", parentKey: null, auxiliary: false };
    const tells = (change: object) => goesOn({ threads: [{ ...thread, ...change }], events: [later()] });
    expect(tells({})).toBe(true);
    expect([tells({ agent: "other" }), tells({ parentKey: "p" }), tells({ auxiliary: true })]).toEqual([
      false,
      false,
      false,
    ]);
    // Nothing of the new thread stands yet, so it may be told anew.
    const sub = { ...thread, key: "sub", agent: "reviewer", parentKey: "main" };
    const told = grown([base, part({ threads: [sub] }), part({ threads: [{ ...sub, agent: "explorer" }] })]);
    expect(told).not.toBeNull();
    const unknown = [base, part({ events: [later({ thread: "sub" })] })];
    expect(grown([...unknown, part({ threads: [sub] })])).toBeNull();
    expect(grown([...unknown, part({ threads: [{ ...sub, agent: "unknown", parentKey: null }] })])).not.toBeNull();
  });

  it("is another thread from the time on at which the last one stands, by key at the same moment", () => {
    const at = (thread: string, atMs: number) => goesOn({ events: [later({ thread, seq: 1, atMs })] });
    expect([at("z", last.atMs - 1), at("z", last.atMs), at("a", last.atMs), at("a", last.atMs + 1)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    const both = [later({ thread: "z", ref: "z", seq: 1 }), later({ thread: "b", ref: "b", seq: 1 })];
    const order = (events: SessionEvent[]) =>
      grown([base, part({ events })])
        ?.entries.slice(-2)
        .map((e) => e.event.ref);
    expect(order(both)).toEqual(["b", "z"]);
    expect(order(both.toReversed())).toEqual(["b", "z"]);
    const early = [
      later({ thread: "z", ref: "z", seq: 1 }),
      later({ thread: "b", ref: "b", seq: 1, atMs: last.atMs + 99_000 }),
    ];
    expect(order(early)).toEqual(["z", "b"]);
  });
});

const BOUNDARY = { thread: "main", toSeq: null, atMs: 0 };

describe("pairs across parts", () => {
  const edit = aSession("house").edited("a.ts").build();
  const [call, result] = edit.events;
  if (!call || !result) throw new Error("An edit has a call and a result.");
  const first = { ...edit, events: [call] };
  const partners = (...parts: SessionPart[]) =>
    grown(parts)?.entries.map((entry: Entry) => entry.partner?.event.ref ?? null) ?? "refused";
  const answers = (change: Partial<SessionEvent>, of: SessionPart = first) =>
    partners(of, part({ events: [{ ...result, ...change }] }));

  it("join a result with the call of an earlier part, by name or by call id, and touch its window", () => {
    expect(answers({})).toEqual([result.ref, call.ref]);
    expect(answers({ partner: null })).toEqual([result.ref, call.ref]);
    expect(answers({ partner: null, callId: null })).toEqual([null, null]);
    expect(answers({ callId: null })).toEqual([result.ref, call.ref]);
    const timeline = new GrowingTimeline("house");
    timeline.append(first);
    const window = timeline.contexts[0];
    if (!window) throw new Error("The thread has a window.");
    const revisionOf = (change: Partial<SessionPart>) => {
      const before = window.revision;
      expect(timeline.append(part(change))).toBe(true);
      return window.revision - before;
    };
    expect(revisionOf({ events: [{ ...result, thread: "sub", ref: "s", partner: null }] })).toBe(0);
    expect(revisionOf({ events: [later({ ref: "alone", callId: null, partner: null })] })).toBeGreaterThan(0);
  });

  it("are refused when they take back what an unanswered change was taken for", () => {
    expect(answers({ outcome: "refused" }), "an edit, which the stages counted too").toBe("refused");
    // A script that changes files is no edit, so that only the pair knows.
    const script = { toolClass: "shell", mutates: true } as const;
    const scripted = (outcome: SessionEvent["outcome"], ofCall: Partial<SessionEvent> = {}) =>
      answers({ ...script, outcome }, { ...first, events: [{ ...call, ...script, ...ofCall }] });
    expect(scripted("refused")).toBe("refused");
    expect(scripted("error")).toEqual([result.ref, call.ref]);
    expect(scripted("refused", { mutates: false })).toEqual([result.ref, call.ref]);
    expect(scripted("refused", { outcome: "ok" })).toEqual([result.ref, call.ref]);
    expect(partners({ ...edit, events: [call, { ...result, outcome: "refused" }] })).toEqual([result.ref, call.ref]);
  });

  it("are one to one: what has a partner takes no other", () => {
    const second = { ...result, ref: "second", seq: result.seq + 1, atMs: result.atMs + 1 };
    expect(partners(edit, part({ events: [second] }))).toEqual([result.ref, call.ref, null]);
    expect(partners(edit, part({ events: [{ ...second, partner: null }] }))).toEqual([result.ref, call.ref, null]);
  });

  it("wait for a partner that was named before it came", () => {
    const early = { ...result, callId: null, partner: "wanted" };
    const asked = (change: Partial<SessionEvent> = {}) =>
      later({ ...call, ref: "wanted", seq: 900, atMs: result.atMs + 900, callId: null, partner: null, ...change });
    const from = { ...edit, events: [early] };
    expect(partners(from, part({ events: [asked()] }))).toEqual(["wanted", early.ref]);
    expect(partners(from, part({ events: [asked({ thread: "sub" })] }))).toEqual([null, null]);
    expect(partners(from, part({ events: [asked({ ref: "other" })] }))).toEqual([null, null]);
    // As one session the call would have been paired with the first of the two, so parts cannot tell.
    const two = { ...edit, events: [early, { ...early, ref: "again", seq: early.seq + 1 }] };
    expect(partners(two, part({ events: [asked()] }))).toBe("refused");
    expect(partners({ ...edit, events: [early, asked()] })).toEqual(["wanted", early.ref]);
  });

  it("are refused when the one that waited has got another partner meanwhile", () => {
    const waiting = { ...result, partner: "wanted" };
    const wanted = later({ ...call, ref: "wanted", seq: 900, atMs: result.atMs + 900, callId: null, partner: null });
    expect(partners({ ...edit, events: [call, waiting] }, part({ events: [wanted] }))).toBe("refused");
    const again = { ...call, ref: "again", seq: result.seq + 1, atMs: result.atMs + 1, partner: "wanted" };
    expect(partners({ ...edit, events: [{ ...call, partner: null }, again] }, part({ events: [wanted] }))).toBe(
      "refused",
    );
  });
});

describe("what a part tells of earlier entries", () => {
  it("is the model that reads them, once", () => {
    const [request] = base.requests;
    if (!request) throw new Error("The session has requests.");
    const asks = (id: string, seq: number, model: string | null) =>
      part({ requests: [{ ...request, id, seq, model }] });
    const models = (...parts: SessionPart[]) => grown([base, ...parts])?.entries.map((entry) => entry.model);
    const before = models() ?? [];
    expect(models(asks("n1", 900, "next"))).toEqual([...before.slice(0, -1), "next"]);
    expect(models(asks("n1", 900, null))).toEqual(before);
    expect(models(asks("n1", 900, "next"), asks("n2", 901, "more"))).toEqual([...before.slice(0, -1), "next"]);
  });

  it("is the window that they stand in no longer", () => {
    const timeline = new GrowingTimeline(null);
    timeline.append(base);
    const [window] = timeline.contexts;
    const revision = window?.revision ?? 0;
    expect(timeline.append(part({ boundaries: [{ ...BOUNDARY, kind: "compaction", seq: last.seq + 1 }] }))).toBe(true);
    expect(timeline.contexts.map(({ current }) => current)).toEqual([false, true]);
    expect(window?.revision).toBeGreaterThan(revision);
    expect(timeline.entries.some((entry) => entry.inContext)).toBe(false);
    timeline.append(
      part({
        boundaries: [
          { ...BOUNDARY, kind: "task-start", seq: 700 },
          { ...BOUNDARY, kind: "task-end", seq: 600 },
        ],
      }),
    );
    timeline.append(part({ boundaries: [{ ...BOUNDARY, kind: "stage", seq: 800 }] }));
    expect(window?.lastTaskBoundarySeq).toBe(700);
  });
});

describe("an epoch line that grows", () => {
  const appended = (...steps: (readonly [Parameters<EpochLine["append"]>[0], number])[]) => {
    const line = new EpochLine();
    return steps.map(([boundaries, known]) => line.append(boundaries, known));
  };
  const cut = (kind: "compaction" | "clear" | "rewind", seq: number, toSeq: number | null = null) => ({
    ...BOUNDARY,
    kind,
    seq,
    toSeq,
  });

  it("takes cuts behind the last one and behind what was asked, and no others", () => {
    const none = Number.NEGATIVE_INFINITY;
    expect(appended([[cut("clear", 10)], none], [[cut("clear", 20)], none])).toEqual([true, true]);
    expect(appended([[cut("clear", 10)], none], [[cut("clear", 10)], none])).toEqual([true, false]);
    expect(appended([[cut("clear", 20)], none], [[cut("clear", 10)], none])).toEqual([true, false]);
    expect(appended([[cut("clear", 10)], 9])).toEqual([true]);
    expect(appended([[cut("clear", 10)], 10])).toEqual([false]);
    expect(appended([[], 10])).toEqual([true]);
    expect(appended([[{ ...cut("clear", 3), kind: "task-end" }], 10])).toEqual([true]);
    expect(appended([[cut("rewind", 20, 5)], 10]), "a rewind over what was asked").toEqual([false]);
    expect(appended([[cut("rewind", 20)], 10]), "a rewind that nobody knows the target of").toEqual([true]);
    expect(appended([[cut("rewind", 20, 20)], 30]), "a rewind that takes nothing off").toEqual([true]);
  });

  it("is seen by a walk that began before the cut", () => {
    const line = new EpochLine();
    line.append([cut("compaction", 10)], Number.NEGATIVE_INFINITY);
    const at = line.walk();
    expect([at(9), at(10)]).toEqual([
      { epoch: 0, visible: true },
      { epoch: 1, visible: true },
    ]);
    line.append([cut("clear", 20)], 10);
    expect([at(19), at(20)].map(({ epoch }) => epoch)).toEqual([1, 2]);
  });

  it("stands at one position in the order of kind, then of target", () => {
    // A clear comes before a compaction, and of two rewinds the one that goes further back comes first.
    const orders = (boundaries: Parameters<EpochLine["append"]>[0], seq: number) => {
      const [one, two] = [boundaries, boundaries.toReversed()].map((list) => {
        const line = new EpochLine();
        line.append(list, Number.NEGATIVE_INFINITY);
        return { epoch: line.walk()(seq).epoch, current: line.current, count: line.count };
      });
      expect(one).toEqual(two);
      return one;
    };
    const cuts = [cut("compaction", 4), cut("compaction", 6)];
    expect(orders([...cuts, cut("rewind", 10, 5), cut("rewind", 10, 2)], 10)).toEqual({
      epoch: 1,
      current: 1,
      count: 3,
    });
    expect(orders([...cuts, cut("rewind", 10, 2), cut("clear", 10)], 10)).toEqual({ epoch: 0, current: 0, count: 4 });
    expect(orders([...cuts, cut("rewind", 10), cut("rewind", 10, 2)], 10)).toEqual({ epoch: 0, current: 0, count: 4 });
  });
});
