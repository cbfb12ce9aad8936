import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

interface SessionKey {
  readonly teamId: string;
  readonly sessionId: string;
}

export interface CheckpointSessionRow {
  readonly nativeId: string;
  readonly title: string | null;
  readonly cwd: string | null;
  readonly branch: string | null;
  /** The commit that the client told last. */
  readonly head: string | null;
  readonly startedAt: Date;
}

const SESSION = statement(
  "checkpoint.session",
  `SELECT s.native_id AS "nativeId", s.title, s.cwd, s.branch, s.started_at AS "startedAt",
          COALESCE((SELECT m.head FROM workspace_mark m
                     WHERE m.team_id = s.team_id AND m.session_id = s.id AND m.thread = 'main' AND m.head IS NOT NULL
                     ORDER BY m.seq DESC LIMIT 1), s.head) AS head
     FROM session s WHERE s.team_id = $1 AND s.id = $2`,
);

export async function readCheckpointSession(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
): Promise<CheckpointSessionRow | null> {
  const { rows } = await sql.query<CheckpointSessionRow>({ ...SESSION, values: [teamId, sessionId] });
  return rows[0] ?? null;
}

export interface RecordedRow {
  readonly kind: "decision" | "failure";
  /** Where a draft was found, or the fingerprint of a failure. */
  readonly key: string;
  readonly number: number;
  readonly status: string;
}

const RECORDED = statement(
  "checkpoint.recorded",
  `SELECT 'decision' AS kind, source_key AS key, number, status FROM decision
    WHERE team_id = $1 AND session_id = $2 AND source_key IS NOT NULL
   UNION ALL
   SELECT DISTINCT 'failure', o.fingerprint, f.number, f.status FROM failure_occurrence o
     JOIN failure f ON f.team_id = o.team_id AND f.project_id = o.project_id AND f.number = o.number
    WHERE o.team_id = $1 AND o.session_id = $2`,
);

/** What the analysis has recorded of the session, with the numbers that records got in the project. */
export async function readRecorded(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<RecordedRow[]> {
  return (await sql.query<RecordedRow>({ ...RECORDED, values: [teamId, sessionId] })).rows;
}
