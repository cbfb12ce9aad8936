import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

interface SessionKey {
  readonly teamId: string;
  readonly sessionId: string;
}

/** What advice is judged by, as the session stands. */
export interface StandingRow {
  /** What the main window held at its last request that reported it; null when none did since it was last emptied. */
  readonly contextTokens: number | null;
  readonly contextModel: string | null;
  readonly windowTokens: number | null;
  readonly model: string | null;
  readonly startedAt: Date;
  readonly lastEventAt: Date;
  readonly checkpointAt: Date | null;
  /** The project's newest policy as it was saved; null while it has none of its own. */
  readonly policyVersion: number | null;
  readonly policyBody: unknown;
}

/** One round trip for all of it: every batch of every agent asks. */
const STANDING = statement(
  "budget.standing",
  `SELECT c.tokens AS "contextTokens", c.model AS "contextModel", s.window_tokens AS "windowTokens", s.model,
          s.started_at AS "startedAt", s.last_event_at AS "lastEventAt",
          (SELECT max(k.created_at) FROM checkpoint k WHERE k.team_id = s.team_id AND k.session_id = s.id) AS "checkpointAt",
          p.version AS "policyVersion", p.body AS "policyBody"
     FROM session s
     LEFT JOIN LATERAL (
       SELECT COALESCE(r.input_tokens, 0) + COALESCE(r.cache_write_tokens, 0) + COALESCE(r.cache_read_tokens, 0) AS tokens,
              r.model
         FROM model_request r
        WHERE r.team_id = s.team_id AND r.session_id = s.id AND r.thread = 'main'
          AND (r.input_tokens IS NOT NULL OR r.cache_read_tokens IS NOT NULL)
          AND r.seq > COALESCE((SELECT max(b.seq) FROM boundary b
                                 WHERE b.team_id = s.team_id AND b.session_id = s.id AND b.thread = 'main'
                                   AND b.kind IN ('compaction', 'clear')), -1)
        ORDER BY r.seq DESC LIMIT 1) c ON true
     LEFT JOIN LATERAL (
       SELECT v.version, v.body FROM policy_version v
        WHERE v.team_id = s.team_id AND v.project_id = s.project_id ORDER BY v.version DESC LIMIT 1) p ON true
    WHERE s.team_id = $1 AND s.id = $2`,
);

export async function readStanding(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<StandingRow | null> {
  const { rows } = await sql.query<StandingRow>({ ...STANDING, values: [teamId, sessionId] });
  return rows[0] ?? null;
}

const NOTE_ADVICE = statement(
  "budget.note_advice",
  `UPDATE session s SET advice_action = $3, advice_turn = t.turn
     FROM (SELECT count(*)::int4 AS turn FROM model_request
            WHERE team_id = $1 AND session_id = $2 AND thread = 'main') t
    WHERE s.team_id = $1 AND s.id = $2
      AND (s.advice_action IS NULL OR s.advice_turn IS NULL OR NOT s.advice_action = ANY($5::text[])
           OR t.turn - s.advice_turn >= $4::int4 OR t.turn < s.advice_turn)`,
);

/**
 * Notes that advice is given now, at the session's turn; false when it is not to be given, because one of `covering` was
 * given less than `quietTurns` turns ago. Looks and writes at once, so that of two batches that race one says it.
 */
export async function noteAdvice(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  advice: { readonly situation: string; readonly quietTurns: number; readonly covering: readonly string[] },
): Promise<boolean> {
  const values = [teamId, sessionId, advice.situation, advice.quietTurns, advice.covering];
  const { rowCount } = await sql.query({ ...NOTE_ADVICE, values });
  return rowCount === 1;
}
