import { describe, expect, it } from "vitest";
import { aDecision } from "../summarize/testing/summaries";
import type { Plan, SessionEvent, SessionInput, Verdict } from "./model";
import { plan } from "./pipeline";
import { Planner } from "./planner";
import { cutSession, joinParts } from "./testing/cut-session";
import { EAGER_POLICY, QUICK_POLICY } from "./testing/policies";
import { applied } from "./testing/reading";
import { aSession, type SessionBuilder } from "./testing/session-builder";

const LINES = Array.from({ length: 30 }, (_, at) => `plain words of line ${at} that nobody says again\n`).join("");

/** Plans after each part, and compares with the plan of the whole. The parts end where the builders end. */
function grow(...prefixes: readonly SessionBuilder[]): { plans: Plan[]; continued: boolean[] } {
  const session = prefixes.at(-1)?.build() ?? aSession().build();
  return growBuilt(
    session,
    prefixes.slice(0, -1).map((prefix) => endOf(prefix.build())),
  );
}

/** Every step of the builder takes the next position. */
function endOf({ events, requests, boundaries, marks }: SessionInput): number {
  return 1 + Math.max(-1, ...[...events, ...requests, ...boundaries, ...marks].map(({ seq }) => seq));
}

function growBuilt(session: SessionInput, cuts: readonly number[]): { plans: Plan[]; continued: boolean[] } {
  const parts = cutSession(session, cuts);
  let planner = new Planner(session, QUICK_POLICY);
  const continued: boolean[] = [];
  const plans = parts.map((part, index) => {
    const known = joinParts(session, parts.slice(0, index + 1));
    const isContinued = planner.append(part);
    continued.push(isContinued);
    if (!isContinued) {
      planner = new Planner(session, QUICK_POLICY);
      planner.append(known);
    }
    const planned = planner.plan();
    expect(planned).toEqual(plan(known, QUICK_POLICY));
    return planned;
  });
  return { plans, continued };
}

function verdictIn(planned: Plan | undefined, ref: string): Verdict | undefined {
  return planned?.verdicts.find((verdict) => verdict.ref === ref);
}

describe("what a closed window keeps", () => {
  it("is idle until somebody names it after all", () => {
    const idle = aSession().searched("zzz", { text: `${LINES}fooBar\n` });
    const closed = idle.turns(6).compacted().said("go on");
    const { plans, continued } = grow(
      closed,
      closed.said("nothing of it"),
      closed.said("nothing of it").said("fooBar"),
    );
    expect(plans.map((planned) => verdictIn(planned, idle.last)?.noise ?? null)).toEqual(["idle", "idle", null]);
    expect(continued).toEqual([true, true, true]);
  });

  it("is no idle skill once a call follows before the next prompt, in whatever window", () => {
    const loaded = aSession().prompted("go").loadedSkill("tdd", LINES);
    const closed = loaded.turns(6).compacted().said("hm");
    const { plans } = grow(closed, closed.ran("ls"));
    expect(plans.map((planned) => verdictIn(planned, loaded.last)?.noise ?? null)).toEqual(["idle", null]);
    const prompted = closed.prompted("something else");
    const { plans: later } = grow(closed, prompted, prompted.ran("ls"));
    expect(later.map((planned) => verdictIn(planned, loaded.last)?.noise)).toEqual(["idle", "idle", "idle"]);
  });

  it("tells which model read its end, when that request comes", () => {
    const closed = aSession().said("a").compacted();
    const next = closed.requested();
    const built = next.build();
    const session = {
      ...built,
      requests: built.requests.map((request, at) => ({ ...request, model: at === 0 ? "model-a" : "model-b" })),
    };
    const { plans } = growBuilt(session, [endOf(closed.build())]);
    expect(plans.map(({ places }) => places[0]?.model)).toEqual(["model-a", "model-b"]);
  });

  it("is a pinned call when its result, which came into the next window, is pinned", () => {
    const called = aSession().ran("make", { result: false });
    const call = called.build().events[0];
    if (call === undefined) throw new Error("There is no call.");
    const closed = called.compacted().prompted("go on").build();
    const result: SessionEvent = { ...call, ref: "result", seq: 9, kind: "tool_result", partner: call.ref };
    const session = { ...closed, events: [...closed.events, result] };
    const parts = cutSession(session, [2, 9]);
    const pins = [{ ref: "result", by: "ann", reason: "needed" }];
    // The pin may be known before the result is, or come behind it.
    for (const pinnedAt of [0, parts.length - 1]) {
      const planner = new Planner(session, QUICK_POLICY);
      parts.forEach((part, at) => {
        expect(planner.append(part)).toBe(true);
        planner.plan();
        if (at === pinnedAt) planner.set({ ...session, pins });
      });
      expect(verdictIn(planner.plan(), call.ref)?.rule).toBe("protect.pin");
      expect(planner.plan()).toEqual(plan({ ...session, pins }, QUICK_POLICY));
    }
  });
});

describe("what an open window keeps while another thread goes on", () => {
  it("waits again when a prompt names its file", () => {
    const read = aSession().inThread("t1").read("lib/src/deep.ts", { text: LINES });
    const rests = read.turns(3).inThread("main").said("see deep.ts");
    const { plans } = grow(rests, rests.said("so"), rests.said("so").prompted("look at deep.ts"));
    const rules = plans.map((planned) => verdictIn(planned, read.last)?.rule);
    expect(rules).toEqual(["protect.spoken-of-file", "protect.spoken-of-file", "protect.spoken-of-file"]);
    const edited = read.edited("lib/src/deep.ts").turns(3).inThread("main").said("see deep.ts").said("so");
    const { plans: later } = grow(edited, edited.said("so"), edited.said("so").prompted("look at deep.ts"));
    expect(later.map((planned) => verdictIn(planned, read.last)?.rule === "protect.spoken-of-file")).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("keeps the line of a call whose name is used later, however its JSON writes it", () => {
    const text = `${LINES}call \\u0041bc_def with it\n${LINES.replaceAll("plain", "other")}`.replaceAll("\n", "\\n");
    const params = `{"text":"${text}"}`;
    const wrote = { tool: "Bash", toolClass: "shell", params, text: "ok" } as const;
    const rests = aSession().inThread("t1").used(wrote, {}).turns(5).inThread("main").said("hm");
    const call = rests.build().events[0]?.ref ?? "";
    const { plans } = grow(rests, rests.said("so"), rests.said("so").said("take Abc_def"));
    const kept = plans.map((planned) => verdictIn(planned, call)?.retained?.includes("call Abc_def with it"));
    expect(kept).toEqual([false, false, true]);
  });
});

describe("a compaction", () => {
  it("gives the summaries of all threads in the order of their windows, and goes on from those in force", () => {
    const work = (session: SessionBuilder, link: string) => {
      let next = session.prompted("Run the migration.");
      for (let file = 0; file < 8; file++)
        next = next.read(`src/m${file}.ts`, { text: `// ${file}\n${LINES}${LINES}` });
      next = next.said("The migration has run on all of the rows.");
      return next.linked(aDecision([next.last], "Migrate in one transaction", link)).turns(40);
    };
    const first = work(work(aSession().inThread("t2"), "DEC-001@1").inThread("main"), "DEC-002@1");
    const session = first.said("so").inThread("t2").said("well").build();
    const planner = new Planner(session, EAGER_POLICY);
    const [known, rest] = cutSession(session, [endOf(first.build())]);
    if (known === undefined || rest === undefined) throw new Error("The session lacks parts.");
    planner.append(known);
    planner.set(session);
    const compacted = planner.plan({ compact: true });
    expect(compacted.summaries.map(({ thread }) => thread)).toEqual(["t2", "main"]);
    expect(compacted).toEqual(plan(joinParts(session, [known]), EAGER_POLICY, { compact: true }));
    expect(planner.plan().summaries).toEqual([]);
    const next = applied(session, compacted);
    planner.append(rest);
    planner.set(next);
    expect(planner.plan({ compact: true })).toEqual(plan(next, EAGER_POLICY, { compact: true }));
  });
});

describe("what does not simply continue a session", () => {
  const append = (session: SessionInput, cuts: readonly number[]) => growBuilt(session, cuts).continued;

  it("is a refusal of a call that was taken for a change", () => {
    const shell = {
      tool: "Bash",
      toolClass: "shell",
      target: "a.ts",
      mutates: true,
      params: "rm",
      text: "no",
    } as const;
    const called = aSession()
      .read("a.ts", { text: LINES })
      .used(shell, { result: false })
      .read("a.ts", { text: LINES });
    const whole = aSession().read("a.ts", { text: LINES }).used(shell, { outcome: "refused" });
    const answer = whole.build().events.at(-1);
    if (answer === undefined) throw new Error("There is no answer.");
    const built = called.build();
    const call = built.events.find(({ toolClass }) => toolClass === "shell")?.ref ?? null;
    const end = endOf(built);
    const late = { ...answer, seq: end, atMs: Number.MAX_SAFE_INTEGER, partner: call };
    expect(append({ ...built, events: [...built.events, late] }, [end])).toEqual([true, false]);
    const done = { ...late, outcome: "ok" as const };
    expect(append({ ...built, events: [...built.events, done] }, [end])).toEqual([true, true]);
  });

  it("is a result that an older call of the same id would have got", () => {
    const [older, newer] = aSession().ran("a", { result: false }).ran("b", { result: false }).build().events;
    if (older === undefined || newer === undefined) throw new Error("The session lacks calls.");
    const calls = [
      { ...older, callId: "same" },
      { ...newer, callId: "same", partner: "named" },
    ];
    const result = (ref: string, seq: number): SessionEvent => ({
      ...older,
      ref,
      seq,
      kind: "tool_result",
      callId: "same",
      outcome: "ok",
      text: LINES,
    });
    const session = { ...aSession().build(), events: [...calls, result("named", 10), result("unnamed", 11)] };
    expect(append(session, [10, 11])).toEqual([true, false, true]);
  });

  it("is an event of another thread with the same time that goes before by its key", () => {
    const at = (ref: string, thread: string, seq: number): SessionEvent => {
      const [event] = aSession().said(ref).build().events;
      if (event === undefined) throw new Error("There is no event.");
      return { ...event, ref, thread, seq, atMs: 5 };
    };
    const session = { ...aSession().build(), requests: [] };
    expect(append({ ...session, events: [at("one", "b", 1), at("two", "a", 2)] }, [2])).toEqual([true, false]);
    expect(append({ ...session, events: [at("one", "a", 1), at("two", "b", 2)] }, [2])).toEqual([true, true]);
  });

  it("is a late event, a rewind, or another fact of a known thread; no plan comes before a new planner", () => {
    expect(grow(aSession().said("a").said("b"), aSession().said("a").said("b").rewound(1)).continued).toEqual([
      true,
      false,
    ]);
    const session = aSession().said("a").said("b").build();
    const [first, second] = cutSession(session, [2]);
    if (first === undefined || second === undefined) throw new Error("The session lacks parts.");
    const late = new Planner(session, QUICK_POLICY);
    expect(late.append(second)).toBe(true);
    expect(late.append(first)).toBe(false);
    expect(() => late.plan()).toThrow(/build a new one/);
    const renamed = new Planner(session, QUICK_POLICY);
    expect(renamed.append(first)).toBe(true);
    const threads = [{ key: "main", agent: "boss", parentKey: null, auxiliary: false }];
    expect(renamed.append({ ...second, threads })).toBe(false);
  });
});
