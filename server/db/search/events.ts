import type { TenantSql } from "../client";
import type { ProjectKey } from "../projects/deletion";
import { statement } from "../sql/statement";

export interface SessionToIndex {
  readonly sessionId: string;
  readonly number: number;
  readonly person: string;
  readonly revision: number;
}

const SESSIONS = statement(
  "search.sessions_to_index",
  `SELECT s.id AS "sessionId", s.number, s.person, s.ingest_revision AS revision
     FROM session s LEFT JOIN search_session x ON x.team_id = s.team_id AND x.session_id = s.id
    WHERE s.team_id = $1::uuid AND s.project_id = $2::uuid AND x.revision IS DISTINCT FROM s.ingest_revision
    ORDER BY s.last_event_at DESC, s.id LIMIT $3::int`,
);

/** Sessions that were uploaded to since they were indexed, the newest first. */
export async function sessionsToIndex(sql: TenantSql, key: ProjectKey, limit: number): Promise<SessionToIndex[]> {
  return (await sql.query<SessionToIndex>({ ...SESSIONS, values: [key.teamId, key.projectId, limit] })).rows;
}

export interface EventToIndex {
  readonly entryId: string;
  readonly kind: string;
  readonly at: Date;
  readonly label: string;
  readonly tool: string | null;
  readonly path: string | null;
  readonly target: string | null;
  readonly skill: string | null;
  readonly outcome: string | null;
  readonly agent: string;
  readonly contentHash: Buffer;
  readonly text: string;
}

const EVENTS = statement(
  "search.events_to_index",
  `SELECT e.entry_id AS "entryId", e.kind, e.occurred_at AS at, e.label, e.tool, e.path, e.target, e.skill, e.outcome,
          coalesce(nullif(st.agent, ''), t.agent, CASE WHEN e.thread = 'main' THEN 'main' ELSE '' END) AS agent,
          e.content_hash AS "contentHash", left(c.text, $5::int) AS text
     FROM event e
     JOIN content c ON c.team_id = e.team_id AND c.hash = e.content_hash
     JOIN thread t ON t.team_id = e.team_id AND t.session_id = e.session_id AND t.key = e.thread
     LEFT JOIN event_state st ON st.team_id = e.team_id AND st.session_id = e.session_id AND st.entry_id = e.entry_id
    WHERE e.team_id = $1::uuid AND e.session_id = $2::uuid AND e.entry_id > $3 AND e.bytes > 0
      AND NOT EXISTS (SELECT FROM search_entry x
                       WHERE x.team_id = e.team_id AND x.session_id = e.session_id AND x.content_hash = e.content_hash)
    ORDER BY e.entry_id LIMIT $4::int`,
);

/** Events behind `after` whose text the session has not in the index, with as much of the text as is indexed. */
export async function eventsToIndex(
  sql: TenantSql,
  { teamId, sessionId }: { readonly teamId: string; readonly sessionId: string },
  after: string,
  limit: number,
  characters: number,
): Promise<EventToIndex[]> {
  return (await sql.query<EventToIndex>({ ...EVENTS, values: [teamId, sessionId, after, limit, characters] })).rows;
}

const HOLD = statement(
  "search.hold_session",
  "SELECT id FROM session WHERE team_id = $1::uuid AND id = $2::uuid FOR KEY SHARE",
);

/** False when the session was deleted. While it is held, its deletion waits, and then sees what was added. */
export async function holdSession(sql: TenantSql, teamId: string, sessionId: string): Promise<boolean> {
  return (await sql.query({ ...HOLD, values: [teamId, sessionId] })).rows.length > 0;
}

const NOTE = statement(
  "search.note_session",
  `INSERT INTO search_session (team_id, session_id, revision) VALUES ($1::uuid, $2::uuid, $3::int)
   ON CONFLICT (team_id, session_id) DO UPDATE SET revision = excluded.revision`,
);

export async function noteIndexed(
  sql: TenantSql,
  teamId: string,
  { sessionId, revision }: Pick<SessionToIndex, "sessionId" | "revision">,
): Promise<void> {
  await sql.query({ ...NOTE, values: [teamId, sessionId, revision] });
}
