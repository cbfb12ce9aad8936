import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import { NO_FILTER, type TelemetryFilter, withChange } from "@/server/core/telemetry/filter";
import {
  OUTLINE_ERROR,
  OUTLINE_HISTORY,
  OUTLINE_NOISE,
  OUTLINE_STAGE_TOLD,
  SESSION_SORTS,
  type SessionList,
  type SessionRow,
  type SessionSort,
} from "@/server/core/telemetry/session-views";
import { projectScopeOf, storeEvents, storeSession } from "@/server/services/telemetry/testing/telemetry-fixture";
import { aTeam, type TestDeps, testDeps, value } from "@/server/services/testing/team-fixture";
import { createTestDatabase } from "@/server/testing/test-database";
import type { TextFilePage } from "../memory/export-records";
import { getEvent, getEventText } from "./event";
import { exportSessions } from "./export";
import { findEvents } from "./find";
import { getSession } from "./get";
import { listSessions } from "./list";
import { sessionNeighbours } from "./neighbours";
import { outline } from "./outline";
import { resolveRef } from "./resolve-ref";
import { type TimelinePage, timeline } from "./timeline";

let deps: TestDeps;
let scope: ProjectScope;
let foreign: ProjectScope;
let drop: () => Promise<void>;

const ALL = withChange(NO_FILTER, { range: "all" });
const SESSIONS = 25;

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  deps = testDeps(database.url);
  [scope, foreign] = [await projectScopeOf(await aTeam(deps)), await projectScopeOf(await aTeam(deps, "Quay"))];
  // Several sessions share a time and a noise figure, so that only the id tells them apart.
  for (let index = 0; index < SESSIONS; index++) {
    const at = new Date(Date.parse("2026-11-18T08:00:00Z") + Math.floor(index / 4) * 3_600_000).toISOString();
    const client = index % 2 ? "codex" : "claude-code";
    await storeSession(deps, scope, { title: `Task 100% ${index}`, client, startedAt: at, lastEventAt: at }, [
      { at, tool: "Read", tokens: 1_000 },
      ...(index % 3 ? [{ at, tool: "Read", pass: "duplicate", tokens: 100 * (index % 5) }] : []),
    ]);
  }
  const theirs = await storeSession(deps, foreign, { title: "Not yours" }, [{ at: "2026-11-18T08:00:00Z", tokens: 9 }]);
  await storeEvents(deps, foreign, theirs.id, [{ ref: "secret", seq: 1, text: "their text" }]);
});

afterAll(async () => {
  await deps.db.close();
  await drop();
});

async function allPages(sort: SessionSort, filter: TelemetryFilter, limit: number, search = "") {
  const rows: SessionRow[] = [];
  let cursor: string | null = null;
  do {
    const page: SessionList = value(await listSessions(deps, scope, { filter, sort, search, cursor, limit }));
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor);
  return rows;
}

describe("session list", () => {
  it.each<[SessionSort, (row: SessionRow) => number]>([
    ["date", (row) => Date.parse(row.lastEventAt)],
    ["oldest", (row) => -Date.parse(row.lastEventAt)],
    ["noise", (row) => row.figures.provenTokens],
    ["added", (row) => row.figures.addedTokens],
    ["carried", (row) => row.figures.carriedTokens],
    ["cost", (row) => row.figures.costUsd ?? 0],
  ])("gives every session once, page by page, by %s", async (sort, keyOf) => {
    for (const limit of [1, 4, 7, 100]) {
      const rows = await allPages(sort, ALL, limit);
      expect(new Set(rows.map((row) => row.number)).size).toBe(SESSIONS);
      expect(rows).toHaveLength(SESSIONS);
      const keys = rows.map(keyOf);
      expect(keys).toEqual([...keys].sort((a, b) => b - a));
    }
  });

  it("knows who stands beside a session in each order, under the filter", async () => {
    const place = { filter: withChange(ALL, { client: ["codex"] }), search: "Task" };
    for (const sort of SESSION_SORTS) {
      const numbers = (await allPages(sort, place.filter, 100, place.search)).map((row) => row.number);
      for (const [index, number] of numbers.entries()) {
        expect(value(await sessionNeighbours(deps, scope, { ...place, sort, number }))).toEqual({
          inList: true,
          previousNumber: numbers[index - 1] ?? null,
          nextNumber: numbers[index + 1] ?? null,
        });
      }
    }
    const lost = await sessionNeighbours(deps, scope, { ...place, sort: "date", number: 1 });
    expect(value(lost)).toEqual({ inList: false, previousNumber: null, nextNumber: null });
  });

  it.each(["7", "#7", "S-7", "s-7"])("finds a session by its number, written %s", async (search) => {
    const found = (await allPages("date", ALL, 100, search)).map((row) => row.number);
    expect(found).toContain(7);
  });

  it("shows only what the filter touches, with the figures inside the filter", async () => {
    const codex = await allPages("date", withChange(ALL, { client: ["codex"] }), 5);
    expect(codex.map((row) => row.client)).toEqual(Array.from({ length: 12 }, () => "codex"));
    const noisy = await allPages("noise", withChange(ALL, { pass: ["duplicate"] }), 5);
    expect(noisy.every((row) => row.figures.noise.duplicate > 0)).toBe(true);
    expect(await allPages("date", withChange(ALL, { tool: ["Bash"] }), 5)).toEqual([]);
    const day = await allPages("date", withChange(NO_FILTER, { from: "2026-11-18T09", to: "2026-11-18T09" }), 5);
    expect(day.map((row) => row.lastEventAt)).toEqual(Array.from({ length: 4 }, () => "2026-11-18T08:00:00.000Z"));
  });

  it("searches titles by letters, also those that patterns use", async () => {
    expect(await allPages("date", ALL, 10, "100% 7")).toHaveLength(1);
    expect(await allPages("noise", ALL, 10, "100_")).toHaveLength(0);
  });

  it("refuses a page mark that is not its own, by name", async () => {
    for (const cursor of ["x", "~", "2026-11-18T08:00:00.000Z~nobody", `x~${deps.ids.next()}`]) {
      const refused = await listSessions(deps, scope, { filter: ALL, sort: "date", search: "", cursor, limit: 5 });
      expect(refused).toMatchObject({ ok: false, fault: { code: "bad_request", field: "cursor" } });
    }
  });

  it("exports all pages with the list's numbers", async () => {
    let text = "";
    let cursor: string | null = null;
    do {
      const asked = { filter: ALL, sort: "date", search: "", window: null, format: "csv", cursor } as const;
      const page: TextFilePage = value(await exportSessions(deps, scope, asked));
      text += page.text;
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(text.trimEnd().split("\r\n")).toHaveLength(SESSIONS + 1);
  });

  it("never shows another team's sessions", async () => {
    const mixed = { ...foreign, projectId: scope.projectId };
    const shown = value(
      await listSessions(deps, mixed, { filter: ALL, sort: "date", search: "", cursor: null, limit: 50 }),
    );
    expect([shown.rows, shown.inProject]).toEqual([[], 0]);
  });
});

describe("a session", () => {
  let number: number;

  beforeAll(async () => {
    const session = await storeSession(deps, scope, { title: "The long one", windowTokens: 1_000 });
    number = session.number;
    await storeEvents(deps, scope, session.id, [
      { ref: "p1", seq: 1, kind: "user_prompt", label: "Fix the invoices", tokens: 20 },
      { ref: "c1", seq: 2, kind: "tool_call", label: "Read src/a.ts", tool: "Read", callId: "k1", tokens: 5 },
      { ref: "r1", seq: 3, callId: "k1", tokens: 400, text: "const amount = 1;" },
      {
        ref: "c2",
        seq: 4,
        kind: "tool_call",
        label: "Read src/a.ts again",
        tool: "Read",
        callId: "k2",
        tokens: 5,
        turn: 2,
      },
      {
        ref: "r2",
        seq: 5,
        callId: "k2",
        tokens: 400,
        text: "const amount = 1;",
        noise: "duplicate",
        carriedTokens: 1_200,
        turn: 2,
        verdict: {
          to: "reference",
          rule: "dedup.identical-result",
          reason: "Same result as ctx:r1.",
          evidence: ["r1", "DEC-001"],
          after: 12,
        },
      },
      { ref: "r3", seq: 5, tool: "Bash", label: "npm test", outcome: "error", tokens: 50, noise: "idle", turn: 2 },
      { ref: "old", seq: 0, kind: "summary", label: "Before the compaction", tokens: 90, inContext: false, turn: 0 },
      { ref: "s1", seq: 1, thread: "reviewer", label: "Review", kind: "agent_output", tokens: 70 },
    ]);
  });

  it("is described with its threads, its window before and after, and its neighbours", async () => {
    const session = value(await getSession(deps, scope, { number }));
    expect(session).toMatchObject({
      title: "The long one",
      capability: "at-resume",
      previousNumber: number - 1,
      nextNumber: null,
    });
    expect(session.threads.map((thread) => [thread.key, thread.agent, thread.events])).toEqual([
      ["", "main", 7],
      ["reviewer", "reviewer", 1],
    ]);
    const [main] = session.threads;
    expect(main?.window).toEqual({
      beforeTokens: 880,
      afterTokens: 492,
      kept: { rules: 0, skills: 0, talk: 20, results: 410, summary: 0 },
      noise: { duplicate: 400, "resolved-error": 0, superseded: 0, idle: 50, dropped: 0 },
      after: { rules: 0, skills: 0, talk: 20, results: 422, summary: 0 },
      noiseAfter: { duplicate: 0, "resolved-error": 0, superseded: 0, idle: 50, dropped: 0 },
    });
    expect(main?.residencies).toEqual({ full: 5, retained: 0, reference: 1 });
    expect(session.totals).toMatchObject({
      events: 8,
      errors: 1,
      addedTokens: 1_040,
      provenTokens: 400,
      tokensExact: false,
    });
    expect(session.plan?.policyVersion).toBe(7);
  });

  it("pages its timeline completely, also where two events share a place", async () => {
    for (const limit of [1, 2, 3, 50]) {
      const refs: string[] = [];
      let after: { seq: number; ref: string } | null = null;
      do {
        const page: TimelinePage = value(await timeline(deps, scope, { number, thread: "", after, seqs: null, limit }));
        refs.push(...page.rows.map((row) => row.ref));
        after = page.next;
      } while (after);
      expect(refs).toEqual(["old", "p1", "c1", "r1", "c2", "r2", "r3"]);
    }
  });

  it("names a result after its call, and links the evidence of its verdict", async () => {
    const { rows } = value(await timeline(deps, scope, { number, thread: "", after: null, seqs: [5], limit: 10 }));
    expect(rows.map((row) => [row.ref, row.label, row.tool])).toEqual([
      ["r2", "Read src/a.ts again", "Read"],
      ["r3", "npm test", "Bash"],
    ]);
    expect(rows[0]).toMatchObject({
      noise: "duplicate",
      rule: "dedup.identical-result",
      residency: { from: "full", to: "reference" },
      tokens: 400,
      tokensAfter: 12,
      evidence: [
        { ref: "r1", label: "Read src/a.ts", thread: "" },
        { ref: "DEC-001", label: null, thread: null },
      ],
    });
  });

  it("shows paths relative to the folder that it ran in, and keeps the target of an event whole", async () => {
    const path = "/work/api/src/a.ts";
    const texts = {
      label: `Read ${path}`,
      verdict: { to: "reference", rule: "r", reason: `Same as ${path}.`, after: 1 },
    };
    const show = async (cwd: string | null) => {
      const session = await storeSession(deps, scope, { cwd });
      await storeEvents(deps, scope, session.id, [
        { ref: "a", seq: 1, label: `Read ${path}` },
        { ref: "b", seq: 2, ...texts, verdict: { ...texts.verdict, evidence: ["a"] } },
      ]);
      await deps.db.pool.query("UPDATE event SET target = $1 WHERE session_id = $2", [path, session.id]);
      const place = { number: session.number, thread: "", after: null, seqs: [2], limit: 1 };
      const [row] = value(await timeline(deps, scope, place)).rows;
      const event = value(await getEvent(deps, scope, { number: session.number, ref: "b" }));
      expect(event.row).toEqual(row);
      return [row?.label, row?.reason, row?.evidence[0]?.label, event.verdicts[0]?.reason, event.target];
    };
    expect(await show("/work/api")).toEqual([
      "Read src/a.ts",
      "Same as src/a.ts.",
      "Read src/a.ts",
      "Same as src/a.ts.",
      path,
    ]);
    expect(await show(null)).toEqual([`Read ${path}`, `Same as ${path}.`, `Read ${path}`, `Same as ${path}.`, path]);
  });

  it("has the window that its client told, else its model's, else an unknown one", async () => {
    const windowOf = async (windowTokens: number | null, model: string | null) => {
      const { number } = await storeSession(deps, scope, { windowTokens, model });
      const session = value(await getSession(deps, scope, { number }));
      return [session.windowTokens, session.windowSource];
    };
    expect(await windowOf(258_400, "gpt-5.1-codex")).toEqual([258_400, "told"]);
    expect(await windowOf(null, "claude-sonnet-4-20250514")).toEqual([200_000, "model"]);
    expect(await windowOf(null, "llama-4-maverick")).toEqual([null, null]);
    expect(await windowOf(null, null)).toEqual([null, null]);
  });

  it("has an outline that agrees with its timeline", async () => {
    const shape = value(await outline(deps, scope, { number, thread: "" }));
    const { rows } = value(await timeline(deps, scope, { number, thread: "", after: null, seqs: null, limit: 500 }));
    expect(shape.refs).toEqual(rows.map((row) => row.ref));
    expect(shape.tokens).toEqual(rows.map((row) => row.tokens));
    expect(shape.turns).toEqual(rows.map((row) => row.turn));
    expect(shape.noise.map((code) => OUTLINE_NOISE[code])).toEqual(rows.map((row) => row.noise));
    expect(shape.tools.map((code) => shape.toolNames[code])).toEqual(["", "", "Read", "", "Read", "", "Bash"]);
    expect(shape.flags.map((flags) => flags & ~OUTLINE_STAGE_TOLD)).toEqual([
      OUTLINE_HISTORY,
      0,
      0,
      0,
      0,
      0,
      OUTLINE_ERROR,
    ]);
  });

  it("explains one event: text, verdict, what the model sees instead, what it cost", async () => {
    const event = value(await getEvent(deps, scope, { number, ref: "ctx:r2" }));
    expect(event).toMatchObject({
      text: "const amount = 1;",
      textChars: 17,
      insteadText: "[context archived: ctx:r2]\nSame as ctx:r1.",
      carried: { sinceTurn: 2, requests: 3, tokens: 1_200, costUsd: 0.005 },
      partner: { ref: "c2" },
      policyVersion: 7,
    });
    expect(event.verdicts.map((verdict) => [verdict.rule, verdict.run])).toEqual([["dedup.identical-result", null]]);
    expect(value(await getEvent(deps, scope, { number, ref: "r1" })).insteadText).toBeNull();
  });

  it("finds words in labels and texts, and where a ref stands", async () => {
    const find = async (text: string) => value(await findEvents(deps, scope, { number, thread: "", text })).refs;
    expect(await find("AMOUNT")).toEqual(["r1", "r2"]);
    expect(await find("npm test")).toEqual(["r3"]);
    expect(await find("%")).toEqual([]);
    expect(value(await resolveRef(deps, scope, { number, ref: "ctx:s1" }))).toEqual({
      ref: "s1",
      thread: "reviewer",
      seq: 1,
    });
  });

  it("answers not found for what is missing or another team's", async () => {
    const missing = { ok: false, fault: { code: "not_found" } };
    expect(await getSession(deps, scope, { number: 9_999 })).toMatchObject(missing);
    expect(await getEvent(deps, scope, { number, ref: "secret" })).toMatchObject(missing);
    expect(await getEventText(deps, scope, { number: 1, ref: "secret" })).toMatchObject(missing);
    expect(await resolveRef(deps, scope, { number, ref: "nobody" })).toMatchObject(missing);
    expect(await timeline(deps, foreign, { number, thread: "", after: null, seqs: null, limit: 5 })).toMatchObject(
      missing,
    );
    expect(value(await getEventText(deps, foreign, { number: 1, ref: "secret" })).text).toBe("their text");
  });
});
