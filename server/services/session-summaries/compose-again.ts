import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { fail, notFound, ok, type Result } from "../../core/result";
import { composeSummary } from "../../core/session-summary/compose";
import type { SummaryComposed } from "../../core/session-summary/views";
import { findSessionHead } from "../../db/analysis/session";
import { readCheckpointSession, readRecorded } from "../../db/checkpoints/session-records";
import { readSessionFacts } from "../../db/memory/session-facts";
import { readSessionId } from "../../db/sessions/session";
import { loadSession } from "../analysis/analyse-session";
import { toSessionInput } from "../analysis/session-input";
import { recordAuditSql } from "../audit/record";
import { factsOf } from "../checkpoints/compose-note";
import type { Deps } from "../deps";
import { recordSummary } from "./record-summary";

/**
 * Composes the summary of a session from its events as they are now. One that a person edited becomes an older version:
 * their words are kept, and can be compared and taken over again.
 */
export async function composeAgain(
  deps: Deps,
  scope: ProjectScope,
  { session }: { readonly session: number },
): Promise<Result<SummaryComposed>> {
  const sessionId = await readSessionId(deps.db, scope, session);
  if (!sessionId) return notFound("session", session);
  const { pool } = deps.db;
  const key = { teamId: scope.teamId, sessionId };
  const [head, row, facts] = await Promise.all([
    findSessionHead(pool, key),
    readCheckpointSession(pool, key),
    readSessionFacts(pool, scope.teamId, sessionId),
  ]);
  if (!head || !row || !facts) return notFound("session", session);
  const input = toSessionInput(await loadSession(deps, key, head));
  const recorded = await readRecorded(pool, key);
  const body = composeSummary(input, factsOf(input, { number: session, row, recorded, scope }));
  return deps.db.withTenantSql(scope, async (sql) => {
    const now = deps.clock.now();
    const summed = { id: sessionId, title: facts.title };
    const composed = await recordSummary(sql, scope, summed, body, { now, overEdits: true });
    if (!composed) {
      const message = `Session ${session} has nothing to sum up yet: nothing was done, decided or left open in it.`;
      return fail("bad_request", message, { field: "session" });
    }
    if (composed.isNew) {
      await recordAuditSql(deps, sql, scope, {
        action: "summary.composed",
        subject: recordRef("summary", composed.number),
        projectId: scope.projectId,
        detail: { version: composed.version },
      });
    }
    return ok(composed);
  });
}
