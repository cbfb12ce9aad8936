import type { SafeText } from "../../core/redact/safe-text";
import type { TenantSql } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { statement } from "../sql/statement";

export interface StoredHandoff {
  readonly number: number;
  readonly version: number;
  readonly title: string;
  readonly note: unknown;
  /** A person wrote one of its versions. */
  readonly isEdited: boolean;
}

const LOCK = statement(
  "handoff.lock_of_session",
  `SELECT number FROM handoff WHERE team_id = $1 AND project_id = $2 AND session_id = $3
    ORDER BY number LIMIT 1 FOR UPDATE`,
);
const NEWEST = statement(
  "handoff.newest",
  `SELECT h.number, h.version, v.title, v.note,
          EXISTS (SELECT 1 FROM handoff_version p
                   WHERE p.team_id = $1 AND p.project_id = $2 AND p.number = h.number AND p.author_kind <> 'system') AS "isEdited"
     FROM handoff h
     JOIN handoff_version v ON v.team_id = $1 AND v.project_id = $2 AND v.number = h.number AND v.version = h.version
    WHERE h.team_id = $1 AND h.project_id = $2 AND h.number = $3`,
);

/**
 * The note that was composed of a session, locked. Locking and reading are two statements: one that waits for a person
 * who publishes would join the version that was the newest before, find nothing, and a second note would be composed.
 */
export async function lockHandoffOfSession(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  sessionId: string,
): Promise<StoredHandoff | null> {
  const locked = await sql.query<{ number: number }>({ ...LOCK, values: [teamId, projectId, sessionId] });
  const number = locked.rows[0]?.number;
  if (number === undefined) return null;
  const { rows } = await sql.query<StoredHandoff>({ ...NEWEST, values: [teamId, projectId, number] });
  return rows[0] ?? null;
}

export interface ComposedVersion {
  readonly number: number;
  readonly version: number;
  readonly title: SafeText;
  /** JSON text whose strings passed the funnel. */
  readonly note: string;
  readonly markdown: SafeText;
}

const INSERT = statement(
  "handoff.insert",
  `INSERT INTO handoff (team_id, project_id, number, version, status, title, session_id, addressed_to, created_at, updated_at)
   VALUES ($1, $2, $3, 1, 'open', $4, $5, 'next-session', $6, $6)`,
);
const UPDATE = statement(
  "handoff.update_version",
  "UPDATE handoff SET version = $4, title = $5, updated_at = $6 WHERE team_id = $1 AND project_id = $2 AND number = $3",
);
const INSERT_VERSION = statement(
  "handoff_version.insert",
  `INSERT INTO handoff_version (team_id, project_id, number, version, title, note, markdown, author_kind, author, created_at)
   VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, 'system', 'analysis', $8)`,
);

export async function insertHandoff(
  sql: TenantSql,
  key: ProjectKey,
  sessionId: string,
  composed: ComposedVersion,
  now: Date,
): Promise<void> {
  const values = [key.teamId, key.projectId, composed.number, composed.title, sessionId, now];
  await sql.query({ ...INSERT, values });
  await insertVersion(sql, key, composed, now);
}

export async function appendHandoff(
  sql: TenantSql,
  key: ProjectKey,
  composed: ComposedVersion,
  now: Date,
): Promise<void> {
  const { number, version, title } = composed;
  await sql.query({ ...UPDATE, values: [key.teamId, key.projectId, number, version, title, now] });
  await insertVersion(sql, key, composed, now);
}

async function insertVersion(sql: TenantSql, key: ProjectKey, composed: ComposedVersion, now: Date): Promise<void> {
  const { number, version, title, note, markdown } = composed;
  const values = [key.teamId, key.projectId, number, version, title, note, markdown, now];
  await sql.query({ ...INSERT_VERSION, values });
}
