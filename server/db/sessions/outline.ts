import type { ProjectScope } from "../../core/access/scope";
import type { Database } from "../client";
import { EVENTS_WITH_STATE, JOIN_BY_RANGES } from "./events-with-state";

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
  toolClass: string | null,
  stageTold: boolean,
];

export async function readOutline(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  shadowRunId: string | null,
  thread: string,
): Promise<OutlineRow[]> {
  return db.withTenantSql(scope, async (sql) => {
    await sql.query(JOIN_BY_RANGES);
    const result = await sql.query({
      rowMode: "array",
      text: `SELECT e.entry_id, e.seq::float8, e.kind, e.tokens, st.noise,
                    coalesce(v.to_residency, st.residency, 'full'), coalesce(e.outcome = 'error', false),
                    coalesce(st.in_context AND st.visible, true), coalesce(st.turn, 0), coalesce(st.user_turn, 0),
                    st.stage, extract(epoch FROM e.occurred_at)::float8, coalesce(e.tool, ''),
                    coalesce(st.skill, ''), e.tool_class, coalesce(st.stage_told, false)
             ${EVENTS_WITH_STATE} AND e.thread = $4
             ORDER BY e.seq, e.entry_id`,
      values: [scope.teamId, sessionId, shadowRunId, thread],
    });
    // The driver's types know array mode only as any[][]; the columns above are the tuple's.
    return result.rows as unknown as OutlineRow[];
  });
}

/**
 * The thread of an event, else the named one, else the first of an agent, else the main one: as the address of a
 * session page asks. Null when the session has no thread.
 */
export async function findThread(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  wanted: { readonly event: string | null; readonly thread: string | null; readonly agent: string | null },
): Promise<string | null> {
  const { rows } = await db.pool.query<{ key: string }>(
    `SELECT t.key FROM thread t
     WHERE t.team_id = $1::uuid AND t.session_id = $2::uuid
     ORDER BY t.key = (SELECT e.thread FROM event e
                       WHERE e.team_id = $1::uuid AND e.session_id = $2::uuid AND e.entry_id = $3) IS TRUE DESC,
              t.key = $4 IS TRUE DESC,
              (CASE WHEN t.auxiliary THEN 'auxiliary' ELSE coalesce(t.agent, t.key) END) = $5 IS TRUE DESC,
              t.auxiliary, t.parent_key IS NOT NULL,
              (SELECT e.occurred_at FROM event e
               WHERE e.team_id = $1::uuid AND e.session_id = $2::uuid AND e.thread = t.key ORDER BY e.seq LIMIT 1),
              t.key
     LIMIT 1`,
    [scope.teamId, sessionId, wanted.event, wanted.thread, wanted.agent],
  );
  return rows[0]?.key ?? null;
}

/** Refs whose label, tool, target or text contains the words, in thread order; of one thread, or of all. */
export async function findEventRefs(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  query: { readonly thread: string | null; readonly text: string; readonly limit: number },
): Promise<string[]> {
  const { rows } = await db.pool.query<{ ref: string }>(
    `SELECT e.entry_id AS ref FROM event e
     LEFT JOIN content c ON c.team_id = e.team_id AND c.hash = e.content_hash
     WHERE e.team_id = $1::uuid AND e.session_id = $2::uuid AND ($3::text IS NULL OR e.thread = $3)
       AND (e.label ILIKE $4 OR e.tool ILIKE $4 OR e.target ILIKE $4 OR c.text ILIKE $4)
     ORDER BY e.thread, e.seq, e.entry_id LIMIT $5`,
    // `%` and `_` are letters like others.
    [scope.teamId, sessionId, query.thread, `%${query.text.replace(/[\\%_]/g, "\\$&")}%`, query.limit],
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
