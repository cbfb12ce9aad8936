import { listUnjudgedProjects } from "@/server/db/analysis/session";
import { enqueueJob } from "@/server/db/sql/jobs";
import type { Deps } from "../deps";

/**
 * One job for each project whose sessions an update wants judged again; answers how many. A worker asks at its start:
 * the update itself may enqueue nothing, because the queue's tables are brought up to date after it. Repeatable: a
 * session that was judged meanwhile is left alone.
 */
export async function judgeAgain(deps: Deps): Promise<number> {
  const projects = await listUnjudgedProjects(deps.db.pool);
  for (const { teamId, projectId } of projects) {
    const scope = { teamId, projectId };
    await deps.db.withTenantSql(scope, (sql) => enqueueJob(sql, "reanalyse-project", scope, `reanalyse:${projectId}`));
  }
  return projects.length;
}
