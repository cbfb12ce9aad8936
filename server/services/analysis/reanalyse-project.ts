import { ok, type Result } from "@/server/core/result";
import { listSessionIds } from "@/server/db/analysis/session";
import { enqueueAnalysis } from "@/server/db/sql/jobs";
import type { Deps } from "../deps";

const PAGE = 500;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * One analysis for each session of the project: after a change of the policy, or with `force` after a change of what
 * no session notes, as the time zone that cuts the hours of all figures. Answers how many were enqueued.
 */
export async function reanalyseProject(
  deps: Deps,
  scope: { readonly teamId: string; readonly projectId: string },
  options: { readonly force?: boolean } = {},
): Promise<Result<number>> {
  let total = 0;
  let after = BEFORE_ALL;
  for (;;) {
    const ids = await listSessionIds(deps.db.pool, scope.teamId, scope.projectId, after, PAGE);
    const now = deps.clock.now();
    await deps.db.withTenantSql(scope, async (sql) => {
      for (const id of ids) await enqueueAnalysis(sql, scope, id, now, options);
    });
    total += ids.length;
    const last = ids.at(-1);
    if (last === undefined || ids.length < PAGE) return ok(total);
    after = last;
  }
}
