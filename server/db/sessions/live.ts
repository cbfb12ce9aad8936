import type { Database } from "../client";
import { statement } from "../sql/statement";

interface SessionKey {
  readonly teamId: string;
  readonly sessionId: string;
}

/** What changes while a session runs. */
export interface LiveRow {
  readonly events: number;
  readonly waiting: boolean;
  readonly analysedAt: Date | null;
  /** The situation of the last advice and the turn in which it was given. */
  readonly adviceAction: string | null;
  readonly adviceTurn: number | null;
}

const LIVE = statement(
  "session.live",
  `SELECT event_count AS events, ingest_revision > analysed_revision AS waiting, analysed_at AS "analysedAt",
          advice_action AS "adviceAction", advice_turn AS "adviceTurn"
     FROM session WHERE team_id = $1 AND id = $2`,
);

/** One row by its primary key: asked every second while somebody watches. */
export async function readLive(db: Database, { teamId, sessionId }: SessionKey): Promise<LiveRow | null> {
  const { rows } = await db.pool.query<LiveRow>({ ...LIVE, values: [teamId, sessionId] });
  return rows[0] ?? null;
}

const LAST_SEQ = statement(
  "session.last_seq",
  `SELECT max((SELECT e.seq FROM event e
                WHERE e.team_id = t.team_id AND e.session_id = t.session_id AND e.thread = t.key
                ORDER BY e.seq DESC LIMIT 1))::float8 AS seq
     FROM thread t WHERE t.team_id = $1 AND t.session_id = $2`,
);

/** The highest sequence number of any thread: the last entry of the index for each. */
export async function readLastSeq(db: Database, { teamId, sessionId }: SessionKey): Promise<number | null> {
  const { rows } = await db.pool.query<{ seq: number | null }>({ ...LAST_SEQ, values: [teamId, sessionId] });
  return rows[0]?.seq ?? null;
}
