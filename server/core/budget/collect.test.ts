import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionInput } from "../prune/model";
import { plan } from "../prune/pipeline";
import { STRICT_POLICY } from "../prune/policy";
import { arbitrarySession, shuffled } from "../prune/testing/arbitrary-session";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { collectItems, type DecisionRecord, type ProjectRecords } from "./collect";
import { doneWave } from "./done-wave";
import { endsTask, justReached } from "./just-reached";
import type { BudgetItem } from "./tiers";
import { touchedFiles } from "./touched-files";
import { turnsOf, usageOf } from "./usage";

const BODY = "const pool = open(url);\n".repeat(60);
const NOW_MS = Date.UTC(2026, 0, 20);
const NOTHING: ProjectRecords = {
  decisions: [],
  failures: [],
  constraints: [],
  preferences: [],
  summaries: [],
  outlines: new Map(),
};

function itemsOf(session: SessionInput, records: Partial<ProjectRecords> = {}): BudgetItem[] {
  const files = touchedFiles(session, plan(session, STRICT_POLICY), STRICT_POLICY, "/work/app");
  const atTurn = turnsOf(session);
  return collectItems({ session, files, records: { ...NOTHING, ...records }, atTurn, nowMs: NOW_MS });
}

function placeOf(builder: SessionBuilder, records: Partial<ProjectRecords> = {}): Record<string, string> {
  return Object.fromEntries(itemsOf(builder.build(), records).map(({ id, kind }) => [id, kind]));
}

const record = (number: number, change: Partial<DecisionRecord> = {}): DecisionRecord => ({
  number,
  title: `Decision ${number}`,
  tokens: 20,
  updatedAtMs: NOW_MS,
  status: "accepted",
  risk: "",
  tags: [],
  paths: [],
  ...change,
});

describe("what competes for a window", () => {
  it("is the task, its todos, files, records and history, each under its kind", () => {
    const todos = JSON.stringify({ todos: [{ content: "Fix it", status: "pending" }] });
    const session = aSession()
      .prompted("Look around in the project")
      .read("/work/app/src/old.ts", { text: BODY })
      .compacted()
      .prompted("Fix the login form")
      .used({ tool: "TodoWrite", toolClass: "todo", params: todos, text: "ok" }, {})
      .read("/work/app/src/db.ts", { text: BODY })
      .edited("/work/app/src/login.ts");
    const small = { number: 1, title: "x", tokens: 5, updatedAtMs: NOW_MS };
    const records: Partial<ProjectRecords> = {
      failures: [
        { ...small, isResolved: false, paths: [] },
        { ...small, number: 2, isResolved: true, paths: [] },
      ],
      constraints: [small],
      preferences: [small],
      summaries: [{ ...small, number: 2 }, small],
    };
    expect(placeOf(session, records)).toEqual({
      task: "task",
      todos: "plan",
      "file:src/old.ts": "file-summary",
      "file:src/db.ts": "file-summary",
      "file:src/login.ts": "active-file",
      "FAIL-001": "failure",
      "FAIL-002": "resolved-failure",
      "CON-001": "constraint",
      "PREF-001": "preference",
      "SUM-002": "last-summary",
      "SUM-001": "old-summary",
      "history:main:0": "history",
    });
  });

  it("counts the latest ten decisions that hold, and settles what is superseded or implemented", () => {
    const decisions = [
      record(14, { status: "draft" }),
      record(13, { tags: ["implemented"] }),
      record(12, { status: "superseded" }),
      ...Array.from({ length: 11 }, (_, at) => record(11 - at)),
    ];
    const kinds = placeOf(aSession().prompted("Fix the login form"), { decisions });
    expect(kinds["DEC-014"]).toBe("decision");
    expect([kinds["DEC-013"], kinds["DEC-012"]]).toEqual(["old-decision", "old-decision"]);
    expect([kinds["DEC-003"], kinds["DEC-002"], kinds["DEC-001"]]).toEqual([
      "decision",
      "architecture-decision",
      "architecture-decision",
    ]);
  });

  it("takes an outline for the size of a file that is not worked on, when the index has one", () => {
    const session = aSession().prompted("Fix the login form").read("/work/app/src/db.ts", { text: BODY }).build();
    const tokensOf = (outlines: ReadonlyMap<string, number>) =>
      itemsOf(session, { outlines }).find(({ id }) => id === "file:src/db.ts")?.tokens;
    expect(tokensOf(new Map())).toBe(360);
    expect(tokensOf(new Map([["src/db.ts", 40]]))).toBe(40);
    expect(tokensOf(new Map([["src/db.ts", 4_000]]))).toBe(360);
  });

  it("finds what the task names more relevant, and what people name more often referred to", () => {
    const session = aSession()
      .prompted("Fix the login form in src/login.ts as DEC-002 says")
      .read("src/login.ts", { text: BODY })
      .read("src/charts.ts", { text: BODY })
      .said("login.ts follows DEC-002 now.");
    const items = new Map(
      itemsOf(session.build(), { decisions: [record(2), record(1)] }).map((one) => [one.id, one.facts]),
    );
    expect(items.get("file:src/login.ts")?.relevance).toBeGreaterThan(items.get("file:src/charts.ts")?.relevance ?? 1);
    expect(items.get("file:src/login.ts")?.references).toBe(3);
    expect(items.get("file:src/charts.ts")?.references).toBe(1);
    expect([items.get("DEC-002")?.references, items.get("DEC-001")?.references]).toEqual([2, 0]);
  });

  it("names every item once and does not depend on the order of arrival", () => {
    fc.assert(
      fc.property(
        arbitrarySession.chain((session) => fc.tuple(fc.constant(session), shuffled(session))),
        ([session, mixed]) => {
          const items = itemsOf(session);
          expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
          expect(itemsOf(mixed)).toEqual(items);
        },
      ),
      { numRuns: 60 },
    );
  }, 30_000);
});

describe("what a window holds", () => {
  const reported = (session: SessionInput, contextTokens: number): SessionInput => ({
    ...session,
    requests: session.requests.map((request, at, all) =>
      at === all.length - 1 ? { ...request, contextTokens } : request,
    ),
  });
  const usage = (session: SessionInput) => usageOf(session, plan(session, STRICT_POLICY));

  it("is what the last request reported, and what came behind it apart", () => {
    const session = aSession().prompted("Go").read("a.ts", { text: BODY });
    expect(usage(reported(session.build(), 9_000))).toMatchObject({ tokens: 9_000, source: "reported" });
    expect(usage(reported(session.build(), 9_000)).addedSinceTokens).toBe(362);
  });

  it.each<[string, (session: SessionBuilder) => SessionBuilder]>([
    ["no request reported", (s) => s],
    ["the window was compacted", (s) => s.compacted()],
    ["the window was rewound", (s) => s.rewound(1)],
    ["something was archived since", (s) => s.standing(s.last, "reference")],
  ])("is estimated when %s", (name, change) => {
    const built = change(aSession().prompted("Go").read("a.ts", { text: BODY })).build();
    const session = name === "no request reported" ? built : reported(built, 9_000);
    const held = usage(session);
    expect(held).toMatchObject({ source: "estimated", addedSinceTokens: 0, tokens: held.projectionTokens });
    expect(held.tokens).toBeLessThan(400);
  });

  it("counts what was archived by its marker", () => {
    const read = aSession().prompted("Go").read("a.ts", { text: BODY });
    expect(usage(read.standing(read.last, "reference").build()).tokens).toBeLessThan(20);
  });
});

describe("what was just reached", () => {
  const kinds = (session: SessionBuilder, checkpointAtMs: number | null = null) => [
    ...justReached(session.build(), checkpointAtMs),
  ];
  const listed = (status: string) => {
    const params = JSON.stringify({ todos: [{ content: "Fix it", status }] });
    return aSession().prompted("Fix it").used({ tool: "TodoWrite", toolClass: "todo", params, text: "ok" }, {});
  };

  it("is a boundary until a request passes it", () => {
    const session = aSession().prompted("Go").said("Done").bounded("wave-done");
    expect(kinds(session)).toEqual(["wave-done"]);
    expect(kinds(session.said("On."))).toEqual([]);
    expect(kinds(aSession().said("Done").inThread("a").bounded("task-end"))).toEqual([]);
  });

  it("is the end of a task when nothing of its todo list is left, until it was saved", () => {
    expect(kinds(listed("completed"))).toEqual(["task-end"]);
    expect(kinds(listed("cancelled"))).toEqual(["task-end"]);
    expect(kinds(listed("in_progress"))).toEqual([]);
    expect(kinds(listed("completed"), NOW_MS)).toEqual([]);
  });

  it("is another stage, as a mark or an accepted plan tells it, until a request passes it", () => {
    const planning = aSession().prompted("Go").marked("plan").said("A plan.");
    expect(kinds(planning)).toEqual([]);
    expect(kinds(planning.marked("execute"))).toEqual(["stage"]);
    expect(kinds(planning.marked("plan"))).toEqual([]);
    expect(kinds(planning.marked("execute").said("On."))).toEqual([]);
    const accepted = aSession().prompted("Go").planned("1. Do it.");
    expect(kinds(accepted)).toEqual(["stage"]);
    expect(kinds(accepted.said("On."))).toEqual([]);
    expect(kinds(aSession().prompted("Go").planned("1. Do it.", { outcome: "refused" }))).toEqual([]);
  });

  it("is the end of a wave when all agents of one request handed back", () => {
    const handed = (...answered: string[]) => {
      const events = ["a", "b"].flatMap((callId) => [
        { kind: "tool_call", toolClass: "agent", callId, requestId: "r" } as const,
        ...(answered.includes(callId)
          ? [{ kind: "agent_output", toolClass: "agent", callId, requestId: null } as const]
          : []),
      ]);
      return doneWave(events);
    };
    expect(handed("a", "b")).toEqual(new Set(["a", "b"]));
    expect(handed("a")).toBeNull();
    const agent = { tool: "Task", toolClass: "agent", params: "{}", text: "Done.", kind: "agent_output" } as const;
    const alone = aSession().prompted("Go").used(agent, {});
    expect(kinds(alone)).toEqual([]);
    const session = alone.used(agent, { thread: "main" }).build();
    const [, second] = session.requests;
    const wave = {
      ...session,
      requests: session.requests.slice(0, 1),
      events: session.events.map((event) => ({ ...event, requestId: event.kind === "tool_call" ? "r" : null })),
    };
    expect([...justReached(wave, null)]).toEqual(["wave-done"]);
    const passed = { ...wave, requests: second ? [...wave.requests, { ...second, seq: second.seq + 9 }] : [] };
    expect([...justReached(passed, null)]).toEqual([]);
  });

  it("is read from the arguments of one call", () => {
    expect(endsTask('{"todos":[{"content":"a","status":"completed"}]}')).toBe(true);
    expect(endsTask('{"plan":[{"step":"a","status":"completed"},{"step":"b","status":"pending"}]}')).toBe(false);
    for (const text of ["", "{}", '{"todos":[]}', "no json"]) expect(endsTask(text)).toBe(false);
  });
});
