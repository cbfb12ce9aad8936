import type { ProjectScope } from "../../core/access/scope";
import { notFound, ok, type Result } from "../../core/result";
import { lockForAnalysis } from "../../db/analysis/session";
import { setSessionWindow } from "../../db/commands/window";
import { bumpRevision } from "../../db/context/session";
import { readSessionId } from "../../db/sessions/session";
import { enqueueAnalysis } from "../../db/sql/jobs";
import { recordAuditSql } from "../audit/record";
import type { Deps } from "../deps";

/**
 * Sets the size of a session's window by hand, or with null lets the model's count again. What a client tells with a
 * later upload takes its place.
 */
export async function setWindow(
  deps: Deps,
  scope: ProjectScope,
  { number, tokens }: { readonly number: number; readonly tokens: number | null },
): Promise<Result<{ readonly tokens: number | null }>> {
  const sessionId = await readSessionId(deps.db, scope, number);
  if (!sessionId) return notFound("session", number);
  const key = { teamId: scope.teamId, sessionId };
  return deps.db.withTenantSql(scope, async (sql) => {
    const now = deps.clock.now();
    const locked = await lockForAnalysis(sql, key);
    if (!locked || !(await setSessionWindow(sql, scope, number, { tokens, now }))) return notFound("session", number);
    // When a run pays depends on the window, so the session is judged again.
    await bumpRevision(sql, key, now);
    await enqueueAnalysis(sql, scope, sessionId, now);
    await recordAuditSql(deps, sql, scope, {
      action: "session.window_set",
      subject: `S-${number}`,
      projectId: scope.projectId,
      detail: { tokens },
    });
    return ok({ tokens });
  });
}
