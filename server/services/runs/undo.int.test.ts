import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadStandings } from "@/server/db/analysis/load";
import { resolveProjectScope } from "@/server/services/access/resolve-scope";
import { aTeam, value } from "@/server/services/testing/team-fixture";
import { archive } from "../context/archive";
import { restore } from "../context/restore";
import { aSession } from "../ingest/testing/session-fixture";
import { getRun } from "./get";
import { listRuns } from "./list";
import { markApplied } from "./mark-applied";
import { aRunsWorld, aSessionWithCopies, BODY, type RunsWorld, type StoredSession } from "./testing/runs-fixture";
import { undoRun } from "./undo";

let world: RunsWorld;
beforeAll(async () => {
  world = await aRunsWorld();
});
afterAll(() => world.close());

const deps = () => world.uploader.deps;

async function undo(session: StoredSession, run = 1) {
  return value(await undoRun(deps(), world.scope, { number: session.number, run }));
}

/** Where each event stands, as a plan reads it; what is full and was never set is absent. */
async function standings({ id }: StoredSession) {
  const rows = await loadStandings(deps().db.pool, { teamId: world.scope.teamId, sessionId: id });
  return new Map(rows.map(({ ref, residency, retained, at }) => [ref, { residency, retained, at: at.toISOString() }]));
}

async function newestTransitions({ id }: StoredSession): Promise<Map<unknown, unknown>> {
  const rows = await world.uploader.rows(
    "SELECT DISTINCT ON (entry_id) entry_id, to_residency FROM transition WHERE session_id = $1 ORDER BY entry_id, created_at DESC, id DESC",
    [id],
  );
  return new Map(rows.map((row) => [row["entry_id"], row["to_residency"]]));
}

async function changedBy(session: StoredSession, runNumber = 1): Promise<string[]> {
  const run = value(
    await getRun(deps(), world.scope, { number: session.number, runNumber, after: null, limit: 1_000 }),
  );
  return run.verdicts.map(({ ref }) => ref);
}

const restored = async ({ number }: StoredSession, refs: string[]) =>
  value(await restore(deps(), world.scope, { number, refs }));
const archived = async ({ number }: StoredSession, ref: string, retained?: string) =>
  value(await archive(deps(), world.scope, { number, force: true, targets: [retained ? { ref, retained } : { ref }] }));

/** Tokens that count as really dropped, as the charts add them up. */
async function droppedTokens({ id }: StoredSession): Promise<number> {
  const [row] = await world.uploader.rows(
    "SELECT coalesce(sum(tokens), 0)::int AS tokens FROM session_rollup WHERE session_id = $1 AND pass = 'dropped'",
    [id],
  );
  return Number(row?.["tokens"]);
}

describe("undoing a run", () => {
  it("puts every event back as it stood, and the same run can be made again", async () => {
    const session = await world.store(aSessionWithCopies("undo-1"));
    const before = await standings(session);
    const seen = await world.preview(session.number);
    await world.commit(session.number);
    const answer = await undo(session);
    expect(answer).toMatchObject({ runNumber: 1, putBack: 3, already: false, appliedAt: null, undoneBy: "Olga Owner" });
    expect(answer.kept).toEqual({ total: 0, rows: [] });
    expect(answer.effect).toContain("claude-code was never changed");
    expect(await standings(session)).toEqual(before);
    expect([...new Set((await newestTransitions(session)).values())]).toEqual(["full"]);

    const again = await world.preview(session.number);
    expect(again.moves).toEqual(seen.moves);
    expect(again.totals).toEqual(seen.totals);
    expect(await world.commit(session.number)).toMatchObject({ runNumber: 2, moves: 3 });
    expect(await undo(session, 2)).toMatchObject({ putBack: 3 });
    expect(await standings(session)).toEqual(before);
  });

  it("is told in the list of runs, with who and when, and again only says so", async () => {
    const session = await world.store(aSessionWithCopies("undo-2"));
    await world.commit(session.number);
    const first = await undo(session);
    const revision = async () =>
      (await world.uploader.rows("SELECT ingest_revision AS r FROM session WHERE id = $1", [session.id]))[0]?.["r"];
    const at = await revision();
    expect(await undo(session)).toEqual({ ...first, already: true });
    expect(await revision()).toBe(at);
    const { rows } = value(await listRuns(deps(), world.scope, { number: session.number, cursor: null, limit: 10 }));
    expect(rows).toMatchObject([{ number: 1, undoneBy: "Olga Owner", undoneAt: first.undoneAt }]);
    const noted = await world.uploader.rows(
      "SELECT detail FROM audit_entry WHERE action = 'prune.undone' AND subject = $1",
      [session.id],
    );
    expect(noted).toEqual([{ detail: { run: 1, putBack: 3, kept: 0 } }]);
  });

  it("leaves alone and lists what was changed after the run", async () => {
    const session = await world.store(aSessionWithCopies("undo-3"));
    await world.commit(session.number);
    const [first = "", second = "", third = ""] = await changedBy(session);
    await restored(session, [first]);
    await restored(session, [second]);
    await archived(session, second, "The price is amount times rate.");
    const answer = await undo(session);
    expect(answer.putBack).toBe(1);
    expect(answer.kept.total).toBe(2);
    expect(answer.kept.rows).toEqual([
      { ref: first, residency: "full", actorKind: "member", actor: "Olga Owner", run: null },
      { ref: second, residency: "retained", actorKind: "member", actor: "Olga Owner", run: null },
    ]);
    const now = await standings(session);
    expect(now.get(first)?.residency).toBe("full");
    expect(now.get(second)).toMatchObject({ residency: "retained", retained: "The price is amount times rate." });
    expect(now.has(third)).toBe(false);
  });

  it("is not found for a run or a session that does not exist, nor by another team", async () => {
    const session = await world.store(aSessionWithCopies("undo-4"));
    await world.commit(session.number);
    const tried = (number: number, run: number, scope = world.scope) => undoRun(deps(), scope, { number, run });
    expect(await tried(session.number, 2)).toMatchObject({ ok: false, fault: { code: "not_found" } });
    expect(await tried(9_999, 1)).toMatchObject({ ok: false, fault: { code: "not_found" } });
    const other = await aTeam(deps());
    const scope = value(
      await resolveProjectScope(deps(), other.people.owner, other.slug, other.project.slug, "session:prune"),
    );
    expect(await tried(session.number, 1, scope)).toMatchObject({ ok: false, fault: { code: "not_found" } });
    expect((await undo(session)).already).toBe(false);
  });

  it("takes the tokens off what was dropped, also when a live client had applied the run", async () => {
    const session = await world.store(aSessionWithCopies("undo-5", 3, "opencode"));
    await world.commit(session.number);
    value(await markApplied(deps(), world.scope, { number: session.number, runNumber: 1 }));
    await world.analyse(session);
    expect(await droppedTokens(session)).toBeGreaterThan(2_000);
    const answer = await undo(session);
    expect(answer.appliedAt).not.toBeNull();
    expect(answer.effect).toContain("opencode has applied the run");
    await world.analyse(session);
    expect(await droppedTokens(session)).toBe(0);
    // A report that comes too late changes nothing any more.
    const late = value(await markApplied(deps(), world.scope, { number: session.number, runNumber: 1 }));
    expect(late.already).toBe(true);
  });

  it("does not let an undone summary stand for what another run takes out later", async () => {
    const fixture = aSession("undo-6", { windowTokens: 200_000 }).said("Compare the prices");
    fixture.read("src/price.ts", BODY).ran("ls").read("src/price.ts", BODY);
    for (let turn = 0; turn < 40; turn++)
      fixture.ran(`git log -1 HEAD~${turn}`, { out: `Subject ${turn}\n`.repeat(30) });
    const session = await world.store(fixture.answered("They are equal."));
    await world.commit(session.number, { compact: true });
    await undo(session);
    const { summaries } = await world.preview(session.number, { compact: true });
    await world.commit(session.number);
    const after = await world.preview(session.number);
    expect(after.totals.beforeTokens).toBeGreaterThan(0);
    const stored = await world.uploader.rows("SELECT count(*)::int AS n FROM summary WHERE session_id = $1", [
      session.id,
    ]);
    expect(Number(stored[0]?.["n"])).toBe(summaries.total);
    expect((await standings(session)).size).toBeGreaterThan(0);
  });
});

type Step = { what: "restore" | "archive" | "keep"; at: number };

/** Does what a person may do to one of the reads of a session; what cannot be done changes nothing. */
async function apply(session: StoredSession, reads: readonly string[], { what, at }: Step): Promise<void> {
  const ref = reads[at % reads.length] ?? "";
  if (what === "restore") await restored(session, [ref]);
  else await archived(session, ref, what === "keep" ? "Prices are amounts times rates." : undefined);
}

type Standings = Awaited<ReturnType<typeof standings>>;

/** What should stand after the undo: for what the run moved last, that of before it; for all else, what stood until now. */
function expectedStandings(stood: Standings, now: Standings, putBack: readonly string[]): Standings {
  const expected = new Map(now);
  for (const ref of putBack) {
    const prior = stood.get(ref);
    if (prior) expected.set(ref, prior);
    else expected.delete(ref);
  }
  return expected;
}

describe("undo, whatever happened to other events", () => {
  const steps = fc.array(
    fc.record<Step>({ what: fc.constantFrom("restore", "archive", "keep"), at: fc.nat({ max: 9 }) }),
    { maxLength: 4 },
  );
  let count = 0;

  async function undoneAfter(before: readonly Step[], after: readonly Step[], isAgain: boolean): Promise<void> {
    const session = await world.store(aSessionWithCopies(`undo-any-${count++}`, 4));
    const reads = await readRefs(session);
    for (const step of before) await apply(session, reads, step);
    const stood = await standings(session);
    const run = await world.run(session.number);
    if (!run.committed) return;
    const moved = await changedBy(session);
    const byRun = await standings(session);
    for (const step of after) await apply(session, reads, step);
    const now = await standings(session);
    const answer = await undo(session);
    if (isAgain) await undo(session);
    const later = moved.filter((ref) => now.get(ref)?.at !== byRun.get(ref)?.at);
    expect(answer.kept.rows.map(({ ref }) => ref)).toEqual([...later].sort());
    const putBack = moved.filter((ref) => !later.includes(ref));
    const undone = await standings(session);
    expect(undone).toEqual(expectedStandings(stood, now, putBack));
    for (const [ref, residency] of await newestTransitions(session)) {
      expect(residency).toBe(undone.get(String(ref))?.residency ?? "full");
    }
  }

  it("leaves each event as it stood before the run, but for what was changed after it", async () => {
    await fc.assert(fc.asyncProperty(steps, steps, fc.boolean(), undoneAfter), {
      numRuns: Number(process.env["STEWARD_PROPERTY_RUNS"] ?? 12),
    });
  }, 120_000);

  it("and a restore at the same moment end in one order or the other, with nothing lost", async () => {
    for (let round = 0; round < 4; round++) {
      const session = await world.store(aSessionWithCopies(`undo-race-${round}`, 4));
      await world.commit(session.number);
      const moved = await changedBy(session);
      const [ref = ""] = moved;
      const [answer, back] = await Promise.all([undo(session), restored(session, [ref])]);
      const isFirst = back.status === "ok";
      expect(isFirst ? [3, 4] : [4]).toContain(answer.putBack);
      expect(answer.putBack + answer.kept.total).toBe(moved.length);
      for (const one of moved) expect((await newestTransitions(session)).get(one)).toBe("full");
    }
  });
});

async function readRefs({ id }: StoredSession): Promise<string[]> {
  const rows = await world.uploader.rows(
    "SELECT entry_id FROM event WHERE session_id = $1 AND kind = 'tool_result' AND tool = 'Read' ORDER BY seq",
    [id],
  );
  return rows.map((row) => String(row["entry_id"]));
}
