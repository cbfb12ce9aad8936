import type { ProjectScope } from "../../core/access/scope";
import type { Database } from "../client";

/** One event as an array: a thread has tens of thousands, and objects would cost more than the query. */
export type OutlineRow = readonly [
  ref: string,
  seq: number,
  kind: string,
  tokens: number,
  noise: string | null,
  residency: string,
  isError: boolean,
  inContext: boolean,
  turn: number,
  userTurn: number,
  stage: string | null,
  atSeconds: number,
  tool: string,
  skill: string,
];

export async function readOutline(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  shadowRunId: string | null,
  thread: string,
): Promise<OutlineRow[]> {
  const result = await db.pool.query<OutlineRow[]>({
    rowMode: "array",
    text: `SELECT e.entry_id, e.seq::float8, e.kind, e.tokens, st.noise,
                  coalesce(v.to_residency, st.residency, 'full'), coalesce(e.outcome = 'error', false),
                  coalesce(st.in_context AND st.visible, true), coalesce(st.turn, 0), coalesce(st.user_turn, 0),
                  st.stage, extract(epoch FROM e.occurred_at)::float8, coalesce(e.tool, ''),
                  coalesce(st.skill, '')
           FROM event e
           -- Without statistics, as right after an upload, a plain join compares every event with every state.
           -- OFFSET 0 keeps it a look-up by key.
           LEFT JOIN LATERAL (
             SELECT * FROM event_state s
             WHERE s.team_id = e.team_id AND s.session_id = e.session_id AND s.entry_id = e.entry_id OFFSET 0
           ) st ON true
           LEFT JOIN LATERAL (
             SELECT * FROM verdict w
             WHERE w.team_id = e.team_id AND w.run_id = $3::uuid AND w.entry_id = e.entry_id OFFSET 0
           ) v ON true
           WHERE e.team_id = $1::uuid AND e.session_id = $2::uuid AND e.thread = $4
           ORDER BY e.seq, e.entry_id`,
    values: [scope.teamId, sessionId, shadowRunId, thread],
  });
  // The driver's types know array mode only as any[][]; the columns above are the tuple's.
  return result.rows as unknown as OutlineRow[];
}

/** Refs of the thread whose label, tool, target or text contains the words, in thread order. */
export async function findInThread(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  thread: string,
  text: string,
  limit: number,
): Promise<string[]> {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await db.pool.query<{ ref: string }>(
    `SELECT e.entry_id AS ref FROM event e
     LEFT JOIN content c ON c.team_id = e.team_id AND c.hash = e.content_hash
     WHERE e.team_id = $1::uuid AND e.session_id = $2::uuid AND e.thread = $3
       AND (e.label ILIKE $4 OR e.tool ILIKE $4 OR e.target ILIKE $4 OR c.text ILIKE $4)
     ORDER BY e.seq, e.entry_id LIMIT $5`,
    [scope.teamId, sessionId, thread, pattern, limit],
  );
  return rows.map((row) => row.ref);
}

export interface RefPlaceRow {
  readonly ref: string;
  readonly thread: string;
  readonly seq: number;
}

export async function findRef(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  ref: string,
): Promise<RefPlaceRow | null> {
  const { rows } = await db.pool.query<RefPlaceRow>(
    `SELECT entry_id AS ref, thread, seq::float8 AS seq FROM event
     WHERE team_id = $1::uuid AND session_id = $2::uuid AND entry_id = $3`,
    [scope.teamId, sessionId, ref],
  );
  return rows[0] ?? null;
}
