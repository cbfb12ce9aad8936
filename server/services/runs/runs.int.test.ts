import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { project } from "@/server/core/prune/projection";
import { aSession } from "@/server/services/ingest/testing/session-fixture";
import { value } from "@/server/services/testing/team-fixture";
import { getRun } from "./get";
import { listRuns } from "./list";
import { markApplied } from "./mark-applied";
import { planRun } from "./plan-run";
import { previewRun } from "./preview";
import { aRunsWorld, aSessionWithCopies, aSessionWithProtectedCopy, type RunsWorld } from "./testing/runs-fixture";

let world: RunsWorld;
beforeAll(async () => {
  world = await aRunsWorld();
});
afterAll(() => world.close());

const TABLES = ["prune_run", "verdict", "blocked_removal", "summary", "transition", "audit_entry"] as const;

async function written(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TABLES) counts[table] = await world.uploader.count(table);
  return counts;
}

const rows = (sql: string, values: unknown[]) => world.uploader.rows(sql, values);
const deps = () => world.uploader.deps;
const { preview, tryRun, run, commit } = bound();

/** The world is made before the first test. */
function bound(): Pick<RunsWorld, "preview" | "tryRun" | "run" | "commit"> {
  return {
    preview: (...given) => world.preview(...given),
    tryRun: (...given) => world.tryRun(...given),
    run: (...given) => world.run(...given),
    commit: (...given) => world.commit(...given),
  };
}

describe("a preview", () => {
  it("tells what would change and what it costs, and writes nothing", async () => {
    const session = await world.store(aSessionWithCopies("preview-1"));
    const before = await written();
    const seen = await preview(session.number);
    expect(await written()).toEqual(before);
    expect(seen.moves.total).toBe(3);
    expect(seen.moves.rows[0]).toMatchObject({
      thread: "main",
      kind: "tool_result",
      tool: "Read",
      from: "full",
      to: "reference",
      pass: "dedup",
      rule: "dedup.identical-result",
    });
    expect(seen.totals.passes).toEqual({ dedup: 3, purgeErrors: 0, compress: 0 });
    const saved = seen.totals.beforeTokens - seen.totals.afterTokens;
    expect(seen).toMatchObject({ commits: true, capability: "at-resume", revision: 1, policyVersion: 0 });
    expect(seen.threads).toHaveLength(1);
    expect(seen.threads[0]?.asked.economics.savedTokens).toBe(saved);
  });

  it("says that batching would wait, and why, where a person's wish would be done", async () => {
    const session = await world.store(aSessionWithCopies("preview-2", 1));
    // Right after the last request, while the prompt cache is warm.
    const lastMs = Date.parse(
      String(
        (await rows("SELECT max(occurred_at) AS at FROM model_request WHERE session_id = $1", [session.id]))[0]?.["at"],
      ),
    );
    const back = deps().clock.now().getTime() - lastMs - 1_000;
    deps().advance(-back);
    const [main] = (await preview(session.number)).threads;
    deps().advance(back);
    expect(main?.asked.commits).toBe(true);
    expect(main?.automatic).toMatchObject({ commits: false, trigger: "window" });
    expect(main?.automatic.reason).toMatch(/It would save [\d,]+ tokens; [\d,]+ tokens are needed/);
  });

  it("plans only the passes and the thread that are asked for", async () => {
    const session = await world.store(aSessionWithCopies("preview-3"));
    expect((await preview(session.number, { passes: ["purge-errors"] })).moves.total).toBe(0);
    expect((await preview(session.number, { passes: ["dedup"] })).moves.total).toBe(3);
    const answer = await previewRun(deps(), world.scope, { number: session.number, limit: 10, thread: "nobody" });
    expect(answer).toMatchObject({ ok: false, fault: { code: "bad_request", field: "thread" } });
  });

  it("bounds its lists and counts all of them", async () => {
    const session = await world.store(aSessionWithCopies("preview-4"));
    const { moves } = await preview(session.number, { limit: 2 });
    expect(moves.total).toBe(3);
    expect(moves.rows).toHaveLength(2);
  });
});

describe("a run", () => {
  it("writes what the preview said, and leaves nothing for a second one", async () => {
    const session = await world.store(aSessionWithCopies("run-1"));
    const seen = await preview(session.number);
    const done = await commit(session.number, { expectedRevision: seen.revision });
    expect(done).toMatchObject({ runNumber: 1, totals: seen.totals, moves: 3 });

    const verdicts = await rows(
      "SELECT entry_id, rule, reason FROM verdict v JOIN prune_run r ON r.id = v.run_id WHERE r.session_id = $1 AND r.mode = 'committed' ORDER BY 1",
      [session.id],
    );
    const transitions = await rows(
      "SELECT t.entry_id, t.rule, t.reason FROM transition t JOIN prune_run r ON r.id = t.run_id WHERE t.session_id = $1 AND t.from_residency = 'full' AND t.to_residency = 'reference' AND t.actor_kind = 'system' ORDER BY 1",
      [session.id],
    );
    expect(transitions).toEqual(verdicts);
    expect(transitions).toHaveLength(3);

    const again = await preview(session.number);
    expect(again.moves.total).toBe(0);
    expect(again.totals.beforeTokens).toBe(done.totals.afterTokens);
    expect(again.totals.afterTokens).toBe(done.totals.afterTokens);
    await world.analyse(session);
    expect((await preview(session.number)).moves.total).toBe(0);
  });

  it("measures its tokens on the projection", async () => {
    const session = await world.store(aSessionWithCopies("run-2"));
    const done = await commit(session.number);
    const planned = await planRun(deps(), deps().db.pool, { teamId: world.scope.teamId, sessionId: session.id }, {});
    const items = planned === null ? [] : project(planned.session, planned.plan, "main");
    expect(items.reduce((sum, item) => sum + item.tokens, 0)).toBe(done.totals.afterTokens);
    expect(done.totals.afterTokens).toBeLessThan(done.totals.beforeTokens);
  });

  it("has the session judged anew: the analysis shows the new residencies", async () => {
    const session = await world.store(aSessionWithCopies("run-3"));
    deps().queued.length = 0;
    await commit(session.number);
    const [job] = await rows("SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE key = $1", [
      `analyse:${session.id}`,
    ]);
    expect(job).toEqual({ count: 1 });
    await world.analyse(session);
    const states = await rows(
      "SELECT residency, count(*)::int AS count FROM event_state WHERE session_id = $1 AND residency <> 'full' GROUP BY 1",
      [session.id],
    );
    expect(states).toEqual([{ residency: "reference", count: 3 }]);
  });

  it("is refused when events came since the preview", async () => {
    const fixture = aSessionWithCopies("run-4");
    const session = await world.store(fixture);
    const { revision } = await preview(session.number);
    await world.uploader.append(fixture.said("Go on"));
    const before = await written();
    expect(await tryRun(session.number, { expectedRevision: revision })).toMatchObject({
      ok: false,
      fault: { code: "conflict", field: "expectedRevision" },
    });
    expect(await written()).toEqual(before);
    expect((await commit(session.number)).runNumber).toBe(1);
  });

  it("takes only the passes that were asked for, and says so", async () => {
    const session = await world.store(aSessionWithCopies("run-5"));
    await commit(session.number, { passes: ["dedup"] });
    const [row] = value(await listRuns(deps(), world.scope, { number: session.number, cursor: null, limit: 10 })).rows;
    expect(row).toMatchObject({ passes: ["dedup"], compact: false, trigger: "asked", actor: "Olga Owner" });
  });

  it("of two at the same time one is committed, and the other finds nothing left or a conflict", async () => {
    const session = await world.store(aSessionWithCopies("run-6"));
    const answers = await Promise.all([run(session.number), run(session.number), run(session.number)]);
    expect(answers.filter(({ committed }) => committed)).toHaveLength(1);
    const changed = await rows(
      "SELECT entry_id, count(*)::int AS count FROM transition WHERE session_id = $1 GROUP BY 1 HAVING count(*) > 1",
      [session.id],
    );
    expect(changed).toEqual([]);

    const other = await world.store(aSessionWithCopies("run-7"));
    const { revision } = await preview(other.number);
    const guarded = await Promise.all([1, 2].map(() => tryRun(other.number, { expectedRevision: revision })));
    expect(guarded.map((answer) => (answer.ok ? "done" : answer.fault.code)).sort()).toEqual(["conflict", "done"]);
  });

  it("and an upload at the same time leave every event judged and none lost", async () => {
    const fixture = aSessionWithCopies("run-8");
    const session = await world.store(fixture);
    fixture.read("src/other.ts").said("And now?");
    const [done] = await Promise.all([run(session.number), world.uploader.append(fixture)]);
    expect(done.committed).toBe(true);
    await world.analyse(session);
    const [row] = await rows(
      "SELECT (SELECT count(*)::int FROM event WHERE session_id = $1) AS events, (SELECT count(*)::int FROM event_state WHERE session_id = $1) AS states",
      [session.id],
    );
    expect(row?.["states"]).toBe(row?.["events"]);
    expect(row?.["events"]).toBe(fixture.batch().events.length);
  });
});

describe("a run that is refused", () => {
  it("says why, writes no run, and stops the loop at the second time in a turn", async () => {
    const fixture = aSession("refused-1", { windowTokens: 200_000 }).said("Hello").answered("Good day");
    const session = await world.store(fixture);
    const before = await written();
    const first = await run(session.number);
    expect(first).toMatchObject({ committed: false, code: "nothing-to-take", refusedInARow: 1, stop: false });
    expect(first.reason).toMatch(/would not get smaller/);
    expect(await run(session.number)).toMatchObject({ committed: false, refusedInARow: 2, stop: true });
    expect(await run(session.number)).toMatchObject({ committed: false, code: "stopped", stop: true });
    expect(await run(session.number)).toMatchObject({ committed: false, code: "stopped", stop: true });
    const { audit_entry: noted = 0, ...others } = await written();
    expect(others).toEqual({ ...before, audit_entry: undefined });
    expect(noted - (before["audit_entry"] ?? 0)).toBe(2);

    await world.uploader.append(fixture.answered("Anything else?"));
    expect(await run(session.number)).toMatchObject({ committed: false, refusedInARow: 1, stop: false });
  });

  it("is looked at again when the question or the session is another", async () => {
    const session = await world.store(aSessionWithCopies("refused-2"));
    for (let time = 0; time < 2; time++) await run(session.number, { passes: ["purge-errors"] });
    expect(await run(session.number, { passes: ["purge-errors"] })).toMatchObject({ code: "stopped" });
    deps().advance(1_000);
    expect((await commit(session.number)).moves).toBe(3);
    expect(await run(session.number, { passes: ["purge-errors"] })).toMatchObject({ refusedInARow: 1, stop: false });
  });

  it("does not pay, when a client asks by itself", async () => {
    const fixture = aSessionWithCopies("refused-3", 1);
    const session = await world.store(fixture);
    const answer = await run(session.number, { onlyIfItPays: true });
    expect(answer).toMatchObject({ committed: false, code: "does-not-pay" });
    expect(answer.reason).toMatch(/are needed/);
    expect((await commit(session.number)).committed).toBe(true);
  });

  it("names what protections stopped", async () => {
    const session = await world.store(aSessionWithProtectedCopy("refused-4"));
    await commit(session.number);
    const answer = await run(session.number);
    expect(answer.reason).toMatch(/Protections stopped \d+ removal/);
  });
});

describe("what a client says that it applied", () => {
  it("marks the run, once", async () => {
    const session = await world.store(aSessionWithCopies("applied-1"));
    const { runNumber } = await commit(session.number);
    const said = value(await markApplied(deps(), world.scope, { number: session.number, runNumber }));
    expect(said).toMatchObject({
      applied: 3,
      takenBack: 0,
      already: false,
      appliedAt: deps().clock.now().toISOString(),
    });
    deps().advance(60_000);
    const again = value(await markApplied(deps(), world.scope, { number: session.number, runNumber }));
    expect(again).toEqual({ ...said, already: true });
  });

  it("takes back what the client left in its window", async () => {
    const session = await world.store(aSessionWithCopies("applied-2"));
    const { runNumber } = await commit(session.number);
    const { verdicts } = value(
      await getRun(deps(), world.scope, { number: session.number, runNumber, after: null, limit: 10 }),
    );
    const refs = verdicts.map(({ ref }) => ref);
    const some = refs.slice(0, 2).map((ref) => `ctx:${ref}`);
    const said = value(await markApplied(deps(), world.scope, { number: session.number, runNumber, refs: some }));
    expect(said).toMatchObject({ applied: 2, takenBack: 1 });
    await world.analyse(session);
    const full = await rows("SELECT residency FROM event_state WHERE session_id = $1 AND entry_id = $2", [
      session.id,
      refs[2],
    ]);
    const moved = await rows(
      "SELECT to_residency, actor_kind FROM transition WHERE session_id = $1 AND entry_id = $2 ORDER BY created_at DESC LIMIT 1",
      [session.id, refs[2]],
    );
    expect(moved).toEqual([{ to_residency: "full", actor_kind: "member" }]);
    expect(full).toHaveLength(1);
  });

  it("is refused for refs and runs that are not there, naming them", async () => {
    const session = await world.store(aSessionWithCopies("applied-3"));
    const { runNumber } = await commit(session.number);
    const mark = (more: object) => markApplied(deps(), world.scope, { number: session.number, runNumber, ...more });
    expect(await mark({ refs: ["applied-3-e1"] })).toMatchObject({
      ok: false,
      fault: { code: "bad_request", field: "refs", message: expect.stringContaining("applied-3-e1") },
    });
    expect(await mark({ runNumber: 7 })).toMatchObject({ ok: false, fault: { code: "not_found" } });
    const [row] = await rows("SELECT applied_at FROM prune_run WHERE session_id = $1 AND number = 1", [session.id]);
    expect(row).toEqual({ applied_at: null });
  });

  it("counts for nothing when it is nothing", async () => {
    const session = await world.store(aSessionWithCopies("applied-4"));
    const { runNumber } = await commit(session.number);
    const nothing = { number: session.number, runNumber, refs: [] };
    expect(value(await markApplied(deps(), world.scope, nothing))).toMatchObject({ appliedAt: null, takenBack: 3 });
    expect(value(await markApplied(deps(), world.scope, nothing))).toMatchObject({ appliedAt: null, already: true });
  });
});
