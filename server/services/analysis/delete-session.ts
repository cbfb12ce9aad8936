import { ok, type Result } from "@/server/core/result";
import { forgetLoads } from "@/server/db/analysis/catalogue";
import {
  countLoads,
  deleteSessionRow,
  deleteSessionRows,
  type LoadCount,
  unlinkForks,
} from "@/server/db/analysis/deletion";
import { findSessionHead, lockForAnalysis, type SessionKey } from "@/server/db/analysis/session";
import { deleteAllTargets } from "@/server/db/analysis/targets";
import type { TenantSql } from "@/server/db/client";
import { takeOutSession } from "@/server/db/search/entries";
import { enqueueJob } from "@/server/db/sql/jobs";
import {
  addToRollups,
  negatedCells,
  type RollupCell,
  type RollupOwner,
  readSessionRollup,
} from "@/server/db/sql/rollups";
import { putInTargets, takeOutTargets } from "@/server/db/sql/target-tiers";
import type { Deps } from "../deps";
import { catalogueItemOf } from "./sightings";

/**
 * Removes a session with everything that was uploaded or found of it, in ordered batches. Its share leaves the rollups
 * first, in one transaction, so that no chart ever counts half a session. Repeatable: a job that was cut short goes on
 * where it stopped. Texts that nobody else refers to are collected by a job that this enqueues. Decisions, failures and
 * handoffs that came from it stay: they are the team's memory.
 */
export async function deleteSession(deps: Deps, key: SessionKey): Promise<Result<"deleted" | "gone">> {
  const head = await findSessionHead(deps.db.pool, key);
  if (!head) return ok("gone");
  const owner = { ...key, projectId: head.projectId, client: head.client, person: head.person };
  await deps.db.withTenantSql(key, async (sql) => {
    if (!(await lockForAnalysis(sql, key))) return;
    const cells = await readSessionRollup(sql, key, key.sessionId);
    if (cells.length === 0) return; // A run before this one took them out, together with the loads.
    await forgetLoads(sql, { teamId: key.teamId, projectId: head.projectId }, loadsOf(await countLoads(sql, key)));
    await takeOut(sql, owner, cells);
    await unlinkForks(sql, key);
  });
  while (!(await finish(deps, key, owner))) await deleteRows(deps, key);
  return ok("deleted");
}

async function deleteRows(deps: Deps, key: SessionKey): Promise<void> {
  let left = true;
  while (left) left = await deps.db.withTenantSql(key, (sql) => takeOutSession(sql, key.teamId, key.sessionId));
  left = true;
  while (left) left = await deps.db.withTenantSql(key, (sql) => deleteSessionRows(sql, key));
}

/** False when there are rows still: an upload or an analysis may have come in between, and is taken out as well. */
async function finish(deps: Deps, key: SessionKey, owner: RollupOwner): Promise<boolean> {
  return deps.db.withTenantSql(key, async (sql) => {
    await lockForAnalysis(sql, key);
    if ((await takeOutSession(sql, key.teamId, key.sessionId)) || (await deleteSessionRows(sql, key))) return false;
    await takeOut(sql, owner, await readSessionRollup(sql, key, key.sessionId));
    await deleteSessionRow(sql, key);
    await enqueueJob(sql, "collect-orphans", { teamId: key.teamId }, `orphans:${key.teamId}`);
    return true;
  });
}

/** Takes the session's share out of all that is charted; its targets go with it, because the charts are their sums. */
async function takeOut(sql: TenantSql, owner: RollupOwner, cells: readonly RollupCell[]): Promise<void> {
  const { timeZone } = await addToRollups(sql, owner, negatedCells(cells), { sweep: true });
  const emptied = await takeOutTargets(sql, owner, { timeZone, cells: null });
  await deleteAllTargets(sql, owner);
  await putInTargets(sql, owner, { timeZone, cells: [] }, emptied);
}

function loadsOf(counts: readonly LoadCount[]): { kind: string; name: string; loads: number }[] {
  return counts.flatMap((count) => {
    const item = catalogueItemOf(count);
    return item ? [{ ...item, loads: count.loads }] : [];
  });
}
