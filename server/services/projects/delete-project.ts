import { ok, type Result } from "../../core/result";
import { listSessionIds } from "../../db/analysis/session";
import {
  deleteProjectRow,
  deleteProjectRows,
  deleteShareLookups,
  lockDeleting,
  type ProjectKey,
} from "../../db/projects/deletion";
import { enqueueJob } from "../../db/sql/jobs";
import { deleteSession } from "../analysis/delete-session";
import type { Deps } from "../deps";

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const PAGE = 100;

/**
 * The job behind `removeProject`: sessions first, each in its own ordered batches, then records and settings, then the
 * project. Repeatable: one that was cut short goes on where it stopped. Entries of the audit stay, since what was done
 * in the team remains done. Texts that nobody else refers to are collected by a job that this enqueues.
 */
export async function deleteProject(deps: Deps, key: ProjectKey): Promise<Result<"deleted" | "gone">> {
  const isAsked = await deps.db.withTenantSql(key, (sql) => lockDeleting(sql, key));
  if (!isAsked) return ok("gone");
  do {
    await deleteSessions(deps, key);
    let left = true;
    while (left) left = await deps.db.withTenantSql(key, (sql) => deleteBatch(sql, key));
  } while (!(await finish(deps, key)));
  return ok("deleted");
}

type Sql = Parameters<typeof deleteProjectRows>[0];

async function deleteBatch(sql: Sql, key: ProjectKey): Promise<boolean> {
  await deleteShareLookups(sql, key);
  return deleteProjectRows(sql, key);
}

async function deleteSessions(deps: Deps, key: ProjectKey): Promise<void> {
  for (;;) {
    const ids = await listSessionIds(deps.db.pool, key.teamId, key.projectId, BEFORE_ALL, PAGE);
    if (ids.length === 0) return;
    for (const sessionId of ids) await deleteSession(deps, { teamId: key.teamId, sessionId });
    deps.log.info({ projectId: key.projectId, sessions: ids.length }, "sessions of a removed project were deleted");
  }
}

/** False when an upload that had begun before the removal added something: it is taken out as well. */
async function finish(deps: Deps, key: ProjectKey): Promise<boolean> {
  return deps.db.withTenantSql(key, async (sql) => {
    await lockDeleting(sql, key);
    const late = await listSessionIds(sql, key.teamId, key.projectId, BEFORE_ALL, 1);
    if (late.length > 0 || (await deleteBatch(sql, key))) return false;
    await deleteProjectRow(sql, key);
    await enqueueJob(sql, "collect-orphans", { teamId: key.teamId }, `orphans:${key.teamId}`);
    return true;
  });
}
