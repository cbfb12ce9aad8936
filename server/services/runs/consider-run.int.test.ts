import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BoundaryKind, Client } from "@/server/core/events/kinds";
import type { TenantSql } from "@/server/db/client";
import { analyseSession } from "@/server/services/analysis/analyse-session";
import { aSession, type SessionFixture, type TestBatch } from "@/server/services/ingest/testing/session-fixture";
import { value } from "@/server/services/testing/team-fixture";
import { currentPolicy } from "../analysis/current-policy";
import { recordFindings } from "../memory/record-findings";
import { listBlocked } from "./blocked";
import { type Considered, considerRun } from "./consider-run";
import { runPrune } from "./run";
import { aRunsWorld, aSessionWithCopies, type RunsWorld } from "./testing/runs-fixture";
import { undoRun } from "./undo";

let world: RunsWorld;
let movedMs = 0;
beforeAll(async () => {
  world = await aRunsWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  movedMs = 0;
});
afterEach(() => world.uploader.deps.advance(-movedMs));

const MINUTE_MS = 60_000;

interface Situation {
  readonly client?: Extract<Client, "opencode" | "claude-code">;
  readonly copies?: number;
  readonly windowTokens?: number;
  /** A prompt comes so long after the last request. */
  readonly promptAfterMs?: number;
  readonly boundary?: BoundaryKind;
  /** The server's clock is so far behind the newest event. */
  readonly behindMs?: number;
}

/** A session as its client uploads it, with the clock standing at its newest event. */
async function aLiveSession(id: string, situation: Situation = {}) {
  const {
    client = "opencode",
    copies = 1,
    windowTokens = 200_000,
    boundary,
    promptAfterMs,
    behindMs = 1_000,
  } = situation;
  const fixture = aSessionWithCopies(id, copies, client).with({ windowTokens });
  const batch = promptAfterMs === undefined ? fixture.batch() : withLatePrompt(fixture, promptAfterMs);
  const last = batch.events.at(-1);
  if (!last) throw new Error("No events.");
  if (boundary) batch.boundaries.push({ thread: "main", seq: last.seq + 1, at: last.at, kind: boundary });
  const { session } = await world.uploader.append(batch);
  const { deps } = world.uploader;
  const moveMs = Date.parse(last.at) + behindMs - deps.clock.now().getTime();
  deps.advance(moveMs);
  movedMs += moveMs;
  return { id: session.id, number: session.number };
}

function withLatePrompt(fixture: SessionFixture, pauseMs: number): TestBatch {
  const batch = fixture.said("Go on").batch();
  const prompt = batch.events.at(-1);
  const request = batch.requests.at(-1);
  if (prompt && request) prompt.at = new Date(Date.parse(request.at) + pauseMs).toISOString();
  return batch;
}

/** Judges the session as the worker does, and answers what was decided in the same transaction. */
async function analysed(
  session: { id: string },
  between?: (sql: TenantSql) => Promise<unknown>,
): Promise<Considered[]> {
  const { deps } = world.uploader;
  const answers: Considered[] = [];
  const { teamId, projectId } = world.scope;
  const policy = await currentPolicy(deps.db.pool, teamId, projectId);
  const key = { teamId, sessionId: session.id };
  value(
    await analyseSession(deps, key, {
      hooks: {
        async recordFindings(_deps, sql, scope, judged, plan) {
          await between?.(sql);
          answers.push(await considerRun(deps, sql, scope, judged, judged.input, plan, policy));
        },
      },
    }),
  );
  return answers;
}

const runsOf = (session: { id: string }) =>
  world.uploader.rows(
    "SELECT number, trigger, actor, applied_at FROM prune_run WHERE session_id = $1 AND mode = 'committed' ORDER BY number",
    [session.id],
  );

describe("a run that nobody asked for", () => {
  it("is never committed for a client that cannot rewrite its context", async () => {
    const session = await aLiveSession("auto-1", { client: "claude-code", copies: 30, boundary: "task-end" });
    expect(await analysed(session)).toEqual([
      { committed: false, reason: expect.stringContaining("claude-code cannot rewrite its context") },
    ]);
    expect(await runsOf(session)).toEqual([]);
  });

  it("waits while the window has room, the cache is warm and no boundary was passed", async () => {
    const session = await aLiveSession("auto-2");
    const [answer] = await analysed(session);
    expect(answer).toMatchObject({ committed: false, reason: expect.stringMatching(/No occasion .* 200|No occasion/) });
    expect(await runsOf(session)).toEqual([]);
  });

  it("is committed at a boundary when it saves enough, once", async () => {
    const session = await aLiveSession("auto-3", { copies: 6, boundary: "task-end" });
    expect(await analysed(session)).toMatchObject([{ committed: true, runNumber: 1, trigger: "boundary" }]);
    // The job that the run asked for finds the new residencies, and nothing more to do.
    expect(await analysed(session)).toEqual([{ committed: false, reason: "Nothing to take out." }]);
    expect(await analysed(session)).toEqual([]);
    expect(await runsOf(session)).toEqual([{ number: 1, trigger: "boundary", actor: "analysis", applied_at: null }]);
    const states = await world.uploader.rows(
      "SELECT residency, count(*)::int AS count FROM event_state WHERE session_id = $1 AND residency <> 'full' GROUP BY 1",
      [session.id],
    );
    expect(states).toEqual([{ residency: "reference", count: 6 }]);
  });

  it("saves too little even at a boundary", async () => {
    const session = await aLiveSession("auto-4", { copies: 1, boundary: "task-end" });
    const [answer] = await analysed(session);
    expect(answer).toMatchObject({
      committed: false,
      reason: expect.stringMatching(/boundary: task-end\. It would save/),
    });
  });

  it("is committed when a pause let the cache go cold", async () => {
    const warm = await aLiveSession("auto-5", { copies: 6, promptAfterMs: 4 * MINUTE_MS });
    expect(await analysed(warm)).toMatchObject([{ committed: false }]);
    const cold = await aLiveSession("auto-6", { copies: 6, promptAfterMs: 6 * MINUTE_MS });
    expect(await analysed(cold)).toMatchObject([{ committed: true, trigger: "cold-cache" }]);
  });

  it("is committed when the window fills and the saving pays for the warm cache", async () => {
    const session = await aLiveSession("auto-7", { copies: 25, windowTokens: 60_000 });
    expect(await analysed(session)).toMatchObject([{ committed: true, trigger: "window" }]);
  });

  it("is not committed for an old transcript, which nobody would apply", async () => {
    const session = await aLiveSession("auto-8", { copies: 6, boundary: "task-end", behindMs: 31 * MINUTE_MS });
    const [answer] = await analysed(session);
    expect(answer).toMatchObject({ committed: false, reason: expect.stringContaining("nobody works in that window") });
  });

  it("does not write over what a person ran in between", async () => {
    const session = await aLiveSession("auto-9", { copies: 6, boundary: "task-end" });
    value(await runPrune(world.uploader.deps, world.scope, { number: session.number, onlyIfItPays: false }));
    expect(await analysed(session)).toEqual([{ committed: false, reason: "Nothing to take out." }]);
    expect(await runsOf(session)).toHaveLength(1);
  });

  it("does not write over a restore that came between the plan and the lock", async () => {
    const session = await aLiveSession("auto-10", { copies: 6, boundary: "task-end" });
    const restore = (sql: TenantSql) =>
      sql.query(
        `INSERT INTO transition (team_id, id, session_id, entry_id, from_residency, to_residency, actor_kind, actor, reason, created_at)
         VALUES ($1, $2, $3, 'auto-10-e3', 'reference', 'full', 'member', 'Mia', 'Needed again', $4)`,
        [world.scope.teamId, world.uploader.deps.ids.next(), session.id, world.uploader.deps.clock.now()],
      );
    const [answer] = await analysed(session, restore);
    expect(answer).toMatchObject({ committed: false, reason: expect.stringContaining("meanwhile") });
    expect(await runsOf(session)).toEqual([]);
  });

  it("is not made again by itself right after somebody undid it, but when they ask for it", async () => {
    const session = await aLiveSession("auto-11", { copies: 25, windowTokens: 60_000 });
    expect(await analysed(session)).toMatchObject([{ committed: true, runNumber: 1 }]);
    value(await undoRun(world.uploader.deps, world.scope, { number: session.number, run: 1 }));
    const [answer] = await analysed(session);
    expect(answer).toMatchObject({ committed: false, reason: expect.stringContaining("Run 1 was undone") });
    expect(await world.commit(session.number)).toMatchObject({ runNumber: 2 });
  });

  it("asks for a new plan when the analysis recorded a failure that protects more than the plan knew", async () => {
    const out = `FAIL src/a.test.ts\n${"at a line of the stack\n".repeat(150)}`;
    const fixture = aSession("auto-12", { windowTokens: 200_000 }).said("Fix the test");
    fixture.ran("npm test -- a", { exit: 1, out }).ran("npm test -- a", { exit: 1, out }).edited("src/a.ts");
    fixture.ran("npm test -- a", { out: "PASS" }).ran("npm test -- a", { exit: 1, out });
    for (let turn = 0; turn < 14; turn++) fixture.ran(`git log -1 HEAD~${turn}`, { out: `Subject ${turn}` });
    const { deps } = world.uploader;
    const { session } = await world.uploader.append(fixture.answered("It comes back."));
    const key = { teamId: world.scope.teamId, sessionId: session.id };
    const analysis = async () => value(await analyseSession(deps, key, { hooks: { recordFindings, considerRun } }));
    expect(await analysis()).toBe("analysed");
    expect(await analysis()).toBe("analysed");
    expect(await analysis()).toBe("up_to_date");
    const seen = await world.preview(session.number);
    const asked = { number: session.number, runNumber: null, after: null, limit: 100 };
    const stored = value(await listBlocked(deps, world.scope, asked));
    expect(stored.rows.map(({ protection }) => protection)).toContain("protect.linked-failure");
    expect(seen.blocked.total).toBe(stored.total);
  });
});
