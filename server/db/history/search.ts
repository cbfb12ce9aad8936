import type { ProjectScope } from "../../core/access/scope";
import type { Database } from "../client";

export interface HistoryHitRow {
  readonly ref: string;
  readonly thread: string;
  readonly at: Date;
  readonly kind: string;
  readonly tool: string | null;
  readonly label: string;
  readonly epoch: number | null;
  readonly inContext: boolean;
  readonly residency: string;
  readonly tokens: number;
  /** The text around the first word, and whether it was cut at either end. */
  readonly around: string;
  readonly startsInside: boolean;
  readonly endsInside: boolean;
}

export interface HistoryQuery {
  /** Each must occur, in the text or in the name of the event; letter case does not matter. */
  readonly words: readonly string[];
  /** Where the last page ended. */
  readonly before: { readonly at: Date; readonly ref: string } | null;
  readonly limit: number;
}

/** How much of a text a hit shows: this much before the first word, and so much in all. */
const BEFORE_CHARACTERS = 80;
const SHOWN_CHARACTERS = 280;

/**
 * Events of a session that contain all words, the newest first, whatever became of them: past epochs, other branches,
 * archived. Keyset on (occurred_at, entry_id). Words are looked for as parts of text, since what agents search for are
 * pieces of paths and names, which a dictionary would not find.
 */
export async function searchSession(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  query: HistoryQuery,
): Promise<HistoryHitRow[]> {
  const patterns = query.words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  const { rows } = await db.pool.query<HistoryHitRow>(
    `WITH hit AS MATERIALIZED (
       SELECT e.entry_id, e.thread, e.occurred_at, e.kind, e.tool, e.label, e.tokens, e.content_hash
         FROM event e
         LEFT JOIN content c ON c.team_id = e.team_id AND c.hash = e.content_hash
        WHERE e.team_id = $1::uuid AND e.session_id = $2::uuid
          AND ($3::timestamptz IS NULL OR (e.occurred_at, e.entry_id) < ($3::timestamptz, $4))
          AND concat_ws(E'\\n', e.label, e.tool, e.target, c.text) ILIKE ALL ($5::text[])
        ORDER BY e.occurred_at DESC, e.entry_id DESC LIMIT $6::int
     ), shown AS (
       SELECT h.*, c.text, greatest(position(lower($7) in lower(c.text)) - ${BEFORE_CHARACTERS}, 1) AS start
         FROM hit h LEFT JOIN content c ON c.team_id = $1::uuid AND c.hash = h.content_hash
     )
     SELECT h.entry_id AS ref, h.thread, h.occurred_at AS at, h.kind, h.tool, h.label, st.epoch,
            coalesce(st.in_context AND st.visible, true) AS "inContext",
            coalesce(standing.residency, 'full') AS residency, h.tokens,
            coalesce(substr(h.text, h.start, ${SHOWN_CHARACTERS}), '') AS around,
            coalesce(h.start > 1, false) AS "startsInside",
            coalesce(length(h.text) >= h.start + ${SHOWN_CHARACTERS}, false) AS "endsInside"
       FROM shown h
       LEFT JOIN LATERAL (
         SELECT * FROM event_state s
          WHERE s.team_id = $1::uuid AND s.session_id = $2::uuid AND s.entry_id = h.entry_id OFFSET 0
       ) st ON true
       LEFT JOIN LATERAL (
         SELECT t.to_residency AS residency FROM transition t
          WHERE t.team_id = $1::uuid AND t.session_id = $2::uuid AND t.entry_id = h.entry_id
          ORDER BY t.created_at DESC, t.id DESC LIMIT 1
       ) standing ON true
      ORDER BY h.occurred_at DESC, h.entry_id DESC`,
    [
      scope.teamId,
      sessionId,
      query.before?.at ?? null,
      query.before?.ref ?? null,
      patterns,
      query.limit,
      query.words[0] ?? "",
    ],
  );
  return rows;
}

export interface SessionToSearch {
  readonly id: string;
  readonly number: number;
}

/** Sessions of the project, the newest first, from a number downwards. */
export async function listSessionsFrom(
  db: Database,
  scope: ProjectScope,
  fromNumber: number | null,
  limit: number,
): Promise<SessionToSearch[]> {
  const { rows } = await db.pool.query<SessionToSearch>(
    `SELECT id, number FROM session
      WHERE team_id = $1::uuid AND project_id = $2::uuid AND ($3::int IS NULL OR number <= $3::int)
      ORDER BY number DESC LIMIT $4::int`,
    [scope.teamId, scope.projectId, fromNumber, limit],
  );
  return rows;
}
