import type { Database } from "../client";
import type { ProjectKey } from "../memory/project-key";

export interface LeftWorkRow {
  readonly session: number;
  readonly branch: string | null;
  /** The note that was composed of it. */
  readonly note: unknown;
}

/** Work of a branch that lies further back is found by its handoff. */
const LATEST_SESSIONS = 50;

/**
 * The last session of a person that left something to go on with; one on the branch comes first, where one is given.
 */
export async function readLeftWork(
  db: Database,
  { teamId, projectId }: ProjectKey,
  by: { readonly memberId: string; readonly branch: string | null },
): Promise<LeftWorkRow | null> {
  const { rows } = await db.pool.query<LeftWorkRow>(
    `WITH latest AS (
       SELECT id, number, branch, last_event_at FROM session
        WHERE team_id = $1 AND project_id = $2 AND member_id = $3
        ORDER BY last_event_at DESC, number DESC LIMIT ${LATEST_SESSIONS})
     SELECT s.number AS session, s.branch, v.note
       FROM latest s
       JOIN handoff h ON h.team_id = $1 AND h.session_id = s.id
       JOIN handoff_version v ON v.team_id = h.team_id AND v.project_id = h.project_id AND v.number = h.number
                             AND v.version = h.version
      ORDER BY ($4::text IS NOT NULL AND s.branch IS NOT DISTINCT FROM $4::text) DESC, s.last_event_at DESC,
               s.number DESC, h.number LIMIT 1`,
    [teamId, projectId, by.memberId, by.branch],
  );
  return rows[0] ?? null;
}

export interface StartingSessionRow {
  readonly branch: string | null;
  readonly windowTokens: number | null;
  /** The one that answered last in the main window; else the session's. */
  readonly model: string | null;
  /** The fullest request of the main window, also of one that was emptied since; null when none reported. */
  readonly fullestTokens: number | null;
}

/** A session that starts again, as far as it tells of its window; null when there is none of this number. */
export async function readStartingSession(
  db: Database,
  { teamId, projectId }: ProjectKey,
  number: number,
): Promise<StartingSessionRow | null> {
  const { rows } = await db.pool.query<StartingSessionRow>(
    `SELECT s.branch, s.window_tokens AS "windowTokens", COALESCE(last.model, s.model) AS model,
            (SELECT max(COALESCE(r.input_tokens, 0) + COALESCE(r.cache_write_tokens, 0)
                        + COALESCE(r.cache_read_tokens, 0))
               FROM model_request r
              WHERE r.team_id = s.team_id AND r.session_id = s.id AND r.thread = 'main'
                AND (r.input_tokens IS NOT NULL OR r.cache_read_tokens IS NOT NULL)) AS "fullestTokens"
       FROM session s
       LEFT JOIN LATERAL (
         SELECT r.model FROM model_request r
          WHERE r.team_id = s.team_id AND r.session_id = s.id AND r.thread = 'main' AND r.model IS NOT NULL
          ORDER BY r.seq DESC LIMIT 1) last ON true
      WHERE s.team_id = $1 AND s.project_id = $2 AND s.number = $3::int`,
    [teamId, projectId, number],
  );
  return rows[0] ?? null;
}

/** The number of a person's last session in the project; null while there is none. */
export async function readLastSession(
  db: Database,
  { teamId, projectId }: ProjectKey,
  memberId: string,
): Promise<number | null> {
  const { rows } = await db.pool.query<{ number: number }>(
    `SELECT number FROM session WHERE team_id = $1 AND project_id = $2 AND member_id = $3
      ORDER BY last_event_at DESC, number DESC LIMIT 1`,
    [teamId, projectId, memberId],
  );
  return rows[0]?.number ?? null;
}
