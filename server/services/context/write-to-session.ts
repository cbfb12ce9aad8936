import type { ProjectScope } from "@/server/core/access/scope";
import { type Answer, type Operation, unavailableAnswer } from "@/server/core/context/answer";
import { notFound, ok, type Result } from "@/server/core/result";
import { lockForAnalysis, type SessionKey } from "@/server/db/analysis/session";
import type { TenantSql } from "@/server/db/client";
import { bumpRevision } from "@/server/db/context/session";
import { enqueueAnalysis } from "@/server/db/sql/jobs";
import type { Deps } from "../deps";

/** The session as it stands behind its lock. */
export interface LockedWork {
  readonly sql: TenantSql;
  readonly key: SessionKey;
  readonly ingestRevision: number;
  readonly now: Date;
}

export interface SessionPlace {
  readonly id: string;
  readonly number: number;
}

/**
 * Runs `work` in one transaction with the session's row locked, so that two changes of one session never cross. When it
 * changed something, the session's revision grows and its analysis is asked for in the same transaction: whoever sees
 * the change sees that the analysis lags, and an analysis that has read the older state finds itself outdated.
 *
 * A write that fails answers `unavailable` and never `ok`. Whether it was written at all is known only when the server
 * itself refused; when the connection broke, nobody knows, and the answer says so.
 */
export async function writeToSession<Op extends Operation, Other extends string = never>(
  deps: Deps,
  scope: ProjectScope,
  session: SessionPlace,
  operation: Op,
  work: (locked: LockedWork) => Promise<Answer<Op> | Other>,
): Promise<Result<Answer<Op> | Other>> {
  const key: SessionKey = { teamId: scope.teamId, sessionId: session.id };
  try {
    const answer = await deps.db.withTenantSql(scope, async (sql) => {
      const locked = await lockForAnalysis(sql, key);
      if (!locked) return null;
      const now = deps.clock.now();
      const done = await work({ sql, key, ingestRevision: locked.ingestRevision, now });
      if (typeof done === "object" && done.status === "ok" && done.changed.length > 0) {
        await bumpRevision(sql, key, now);
        await enqueueAnalysis(sql, scope, session.id, now);
      }
      return done;
    });
    return answer === null ? notFound("session", session.number) : ok(answer);
  } catch (error) {
    const reason = failureOf(error);
    if (reason === null) throw error;
    deps.log.error({ sessionId: session.id, operation, reason, error: String(error) }, "a transition was not written");
    return ok(unavailableAnswer(operation, reason, MESSAGES[reason]));
  }
}

const MESSAGES = {
  persistence_failed: "The database refused the write. Nothing was changed; report it and stop.",
  persistence_uncertain:
    "The connection to the database broke during the write, so it may have been made or not. Read the session's transitions before you decide, and do not repeat the request blindly.",
} as const;

/** Connection exceptions (08), and the shutdown or restart of the server (57P): the commit may have gone through. */
const BROKEN = /^(08|57P)/;
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** What node and node-postgres say of a connection that went away. */
const SOCKET = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND)/;

/** Null for what is no failure of the database: a fault in the program is thrown on. */
function failureOf(error: unknown): keyof typeof MESSAGES | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (BROKEN.test(code) || SOCKET.test(code) || /connection terminated/i.test(error.message)) {
    return "persistence_uncertain";
  }
  return SQLSTATE.test(code) ? "persistence_failed" : null;
}
