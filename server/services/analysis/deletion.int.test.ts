import { afterAll, beforeAll, expect, it } from "vitest";
import { createCheckpoint } from "../checkpoints/create-checkpoint";
import { acknowledge } from "../context/acknowledge";
import { archive } from "../context/archive";
import { pin } from "../context/pin";
import type { SessionFixture } from "../ingest/testing/session-fixture";
import { recordFindings } from "../memory/record-findings";
import {
  aRunsWorld,
  aSessionWithProtectedCopy,
  type RunsWorld,
  type StoredSession,
} from "../runs/testing/runs-fixture";
import { indexProject } from "../search/index-project";
import { value } from "../testing/team-fixture";
import { analyseSession } from "./analyse-session";
import { deleteSession } from "./delete-session";

let world: RunsWorld;
beforeAll(async () => {
  world = await aRunsWorld();
});
afterAll(() => world.close());

/** The team's memory outlives the session that it came from. */
const MEMORY = /^(?:decision|failure|constraint|preference|session_summary|handoff|project_document)/;

/** Tables that can name a session, read from the catalogs: a table of a later migration is in here by itself. */
async function tablesOfSessions(): Promise<string[]> {
  const rows = await world.uploader.rows(
    `SELECT c.relname AS name FROM pg_catalog.pg_class c
       JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
       JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = 'session_id' AND NOT a.attisdropped
      WHERE c.relkind IN ('r', 'p') ORDER BY c.relname`,
  );
  return rows.map(({ name }) => String(name)).filter((name) => !MEMORY.test(name));
}

async function rowsBySession({ id }: StoredSession): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const table of await tablesOfSessions()) {
    counts.set(table, await world.uploader.count(`${table} WHERE session_id = '${id}'`));
  }
  return counts;
}

/** Everything that can be stored of a session has been done to this one. */
async function aFullLife(id: string): Promise<StoredSession> {
  const { uploader, scope } = world;
  const { deps } = uploader;
  const stored = await upload(
    aSessionWithProtectedCopy(id)
      .said("Go on")
      .read("src/other.ts")
      .loaded("testing")
      .ran("git status")
      .ran("git status"),
  );
  const { number } = stored;
  const [read, other] = [4, 8].map((step) => `ctx:${id}-e${step}`);
  value(await pin(deps, scope, { number, refs: [`ctx:${id}-e1`], reason: "The task", until: null }));
  value(await acknowledge(deps, scope, { number, refs: [read ?? ""] }));
  value(await archive(deps, scope, { number, targets: [{ ref: other ?? "" }], force: true }));
  value(await createCheckpoint(deps, scope, { number, note: "", trigger: "asked" }));
  await world.commit(number);
  await uploader.rows(
    `INSERT INTO summary (team_id, id, session_id, run_id, thread, from_seq, to_seq, text, tokens, evidence, created_at)
     SELECT team_id, gen_random_uuid(), session_id, id, 'main', 1, 2, 'Looked.', 2, '{}', now() FROM prune_run
      WHERE session_id = $1 LIMIT 1`,
    [stored.id],
  );
  await analyse(stored);
  value(await indexProject(deps, scope));
  return stored;
}

async function upload(session: SessionFixture): Promise<StoredSession> {
  const batch = session.batch();
  const place = { thread: "main", seq: 1, at: batch.events[0]?.at ?? "" };
  const marks = [{ ...place, branch: "main", head: "abc1234" }];
  const { session: stored } = await world.uploader.append({
    ...batch,
    marks,
    boundaries: [{ ...place, kind: "task-start" }],
  });
  await analyse(stored);
  return stored;
}

async function analyse({ id }: { readonly id: string }): Promise<void> {
  const { deps, team } = world.uploader;
  value(await analyseSession(deps, { teamId: team.teamId, sessionId: id }, { hooks: { recordFindings } }));
}

it("leaves nothing of the session in any table that names it, and all of its neighbour", async () => {
  const goes = await aFullLife("goes");
  const stays = await aFullLife("stays");
  const before = await rowsBySession(goes);
  // A table that holds nothing of it here would prove nothing below.
  expect([...before].filter(([, count]) => count === 0)).toEqual([]);
  expect([...before.keys()]).toEqual(expect.arrayContaining(["acknowledgement", "checkpoint", "event", "verdict"]));
  const neighbour = await rowsBySession(stays);

  const { deps, team } = world.uploader;
  expect(value(await deleteSession(deps, { teamId: team.teamId, sessionId: goes.id }))).toBe("deleted");
  expect([...(await rowsBySession(goes))].filter(([, count]) => count > 0)).toEqual([]);
  expect(await world.uploader.count(`session WHERE id = '${goes.id}'`)).toBe(0);
  expect(await rowsBySession(stays)).toEqual(neighbour);
});
