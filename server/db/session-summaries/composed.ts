import type { SafeText } from "../../core/redact/safe-text";
import type { SessionSummaryBody } from "../../core/session-summary/body";
import type { TenantSql } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { statement } from "../sql/statement";

export interface StoredSummary {
  readonly number: number;
  readonly version: number;
  readonly title: string;
  readonly body: unknown;
  /** A person wrote one of its versions. */
  readonly isEdited: boolean;
}

const LOCK = statement(
  "session_summary.lock_of_session",
  `SELECT number FROM session_summary WHERE team_id = $1 AND project_id = $2 AND session_id = $3
    ORDER BY number LIMIT 1 FOR UPDATE`,
);
const NEWEST = statement(
  "session_summary.newest",
  `SELECT r.number, r.version, r.title, v.body,
          EXISTS (SELECT 1 FROM session_summary_version p
                   WHERE p.team_id = $1 AND p.project_id = $2 AND p.number = r.number AND p.author_kind <> 'system') AS "isEdited"
     FROM session_summary r
     JOIN session_summary_version v ON v.team_id = $1 AND v.project_id = $2 AND v.number = r.number AND v.version = r.version
    WHERE r.team_id = $1 AND r.project_id = $2 AND r.number = $3`,
);

/**
 * The summary of a session, locked. Locking and reading are two statements: one that waits for a person who saves would
 * join the version that was the newest before and find nothing.
 */
export async function lockSummaryOfSession(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  sessionId: string,
): Promise<StoredSummary | null> {
  const locked = await sql.query<{ number: number }>({ ...LOCK, values: [teamId, projectId, sessionId] });
  const number = locked.rows[0]?.number;
  if (number === undefined) return null;
  const { rows } = await sql.query<StoredSummary>({ ...NEWEST, values: [teamId, projectId, number] });
  return rows[0] ?? null;
}

export interface SummaryVersionToWrite {
  readonly number: number;
  readonly version: number;
  readonly title: SafeText;
  /** Strings passed the funnel. */
  readonly body: SessionSummaryBody;
  readonly authorKind: "member" | "key" | "system";
  readonly author: SafeText;
}

const INSERT = statement(
  "session_summary.insert",
  `INSERT INTO session_summary (team_id, project_id, number, version, session_id, title, created_at, updated_at)
   VALUES ($1, $2, $3, 1, $4, $5, $6, $6)`,
);
const UPDATE = statement(
  "session_summary.update_version",
  `UPDATE session_summary SET version = $4, title = $5, updated_at = $6
    WHERE team_id = $1 AND project_id = $2 AND number = $3 AND version = $4 - 1`,
);
const INSERT_VERSION = statement(
  "session_summary_version.insert",
  `INSERT INTO session_summary_version (team_id, project_id, number, version, body, author_kind, author, created_at)
   VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8)`,
);

export async function insertSummary(
  sql: TenantSql,
  key: ProjectKey,
  sessionId: string,
  first: SummaryVersionToWrite,
  now: Date,
): Promise<void> {
  await sql.query({ ...INSERT, values: [key.teamId, key.projectId, first.number, sessionId, first.title, now] });
  await insertVersion(sql, key, first, now);
}

/** False when the summary has moved on to another version meanwhile. */
export async function appendSummary(
  sql: TenantSql,
  key: ProjectKey,
  next: SummaryVersionToWrite,
  now: Date,
): Promise<boolean> {
  const { number, version, title } = next;
  const values = [key.teamId, key.projectId, number, version, title, now];
  const { rowCount } = await sql.query({ ...UPDATE, values });
  if (rowCount !== 1) return false;
  await insertVersion(sql, key, next, now);
  return true;
}

async function insertVersion(sql: TenantSql, key: ProjectKey, version: SummaryVersionToWrite, now: Date) {
  const { number, body, authorKind, author } = version;
  const values = [key.teamId, key.projectId, number, version.version, JSON.stringify(body), authorKind, author, now];
  await sql.query({ ...INSERT_VERSION, values });
}
