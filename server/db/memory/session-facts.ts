import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

export interface SessionFacts {
  readonly nativeId: string;
  /** As the client told it. */
  readonly title: string | null;
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly startedAt: Date;
}

const READ = statement(
  "memory.session_facts",
  `SELECT native_id AS "nativeId", CASE WHEN title_told THEN title END AS title, cwd, branch, started_at AS "startedAt"
     FROM session WHERE team_id = $1 AND id = $2`,
);

export async function readSessionFacts(
  sql: TenantSql,
  teamId: string,
  sessionId: string,
): Promise<SessionFacts | null> {
  const { rows } = await sql.query<SessionFacts>({ ...READ, values: [teamId, sessionId] });
  return rows[0] ?? null;
}
