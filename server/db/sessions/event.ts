import type { ProjectScope } from "../../core/access/scope";
import type { Database } from "../client";

export interface EventFactsRow {
  readonly bytes: number;
  readonly path: string | null;
  readonly target: string | null;
  readonly skill: string | null;
  readonly model: string | null;
  readonly stage: string | null;
  readonly stageTold: boolean;
  readonly contentSha256: string;
  readonly text: string | null;
  readonly textChars: number;
  readonly noiseSinceTurn: number | null;
  readonly carriedRequests: number | null;
  readonly carriedTokens: number | null;
  readonly costNanoUsd: number | null;
  readonly partner: string | null;
}

/** One event with its text, cut after `maxChars`. */
export async function readEventFacts(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  ref: string,
  maxChars: number,
): Promise<EventFactsRow | null> {
  const { rows } = await db.pool.query<EventFactsRow>(
    `SELECT e.bytes, e.path, e.target, coalesce(e.skill, nullif(st.skill, '')) AS skill,
            nullif(st.model, '') AS model, st.stage, coalesce(st.stage_told, false) AS "stageTold",
            encode(e.content_hash, 'hex') AS "contentSha256", left(c.text, $4::int) AS text,
            coalesce(length(c.text), 0) AS "textChars", st.noise_since_turn AS "noiseSinceTurn",
            st.carried_requests AS "carriedRequests", st.carried_tokens::float8 AS "carriedTokens",
            st.cost_nano_usd::float8 AS "costNanoUsd",
            (SELECT p.entry_id FROM event p
             WHERE p.team_id = e.team_id AND p.session_id = e.session_id AND p.call_id = e.call_id
               AND p.entry_id <> e.entry_id
             ORDER BY p.seq LIMIT 1) AS partner
     FROM event e
     LEFT JOIN event_state st ON st.team_id = e.team_id AND st.session_id = e.session_id AND st.entry_id = e.entry_id
     LEFT JOIN content c ON c.team_id = e.team_id AND c.hash = e.content_hash
     WHERE e.team_id = $1::uuid AND e.session_id = $2::uuid AND e.entry_id = $3`,
    [scope.teamId, sessionId, ref, maxChars],
  );
  return rows[0] ?? null;
}

/** The whole text, for a download. */
export async function readEventText(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  ref: string,
): Promise<string | null> {
  const { rows } = await db.pool.query<{ text: string }>(
    `SELECT c.text FROM event e JOIN content c ON c.team_id = e.team_id AND c.hash = e.content_hash
     WHERE e.team_id = $1::uuid AND e.session_id = $2::uuid AND e.entry_id = $3`,
    [scope.teamId, sessionId, ref],
  );
  return rows[0]?.text ?? null;
}

export interface EventVerdictRow {
  readonly rule: string;
  readonly pass: string | null;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly noise: string | null;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly retained: string | null;
  readonly mode: string;
  readonly run: number;
}

/** What every run said of one event, the shadow plan first, then the newest. */
export async function readEventVerdicts(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  ref: string,
): Promise<EventVerdictRow[]> {
  const { rows } = await db.pool.query<EventVerdictRow>(
    `SELECT v.rule, v.pass, v.from_residency AS "from", v.to_residency AS "to", v.reason, v.noise,
            v.tokens_before AS "tokensBefore", v.tokens_after AS "tokensAfter", v.retained, r.mode, r.number AS run
     FROM verdict v JOIN prune_run r ON r.team_id = v.team_id AND r.id = v.run_id
     WHERE v.team_id = $1::uuid AND v.session_id = $2::uuid AND v.entry_id = $3
     ORDER BY r.mode = 'shadow' DESC, r.number DESC LIMIT 50`,
    [scope.teamId, sessionId, ref],
  );
  return rows;
}

export interface BlockedRow {
  readonly rule: string;
  readonly protection: string;
  readonly pattern: string | null;
  readonly reason: string;
}

export async function readEventBlocked(
  db: Database,
  scope: ProjectScope,
  runId: string | null,
  ref: string,
): Promise<BlockedRow[]> {
  const { rows } = await db.pool.query<BlockedRow>(
    `SELECT rule, protection, pattern, reason FROM blocked_removal
     WHERE team_id = $1::uuid AND run_id = $2::uuid AND entry_id = $3`,
    [scope.teamId, runId, ref],
  );
  return rows;
}

export interface PinRow {
  readonly by: string;
  readonly reason: string;
  readonly at: Date;
  readonly until: Date | null;
}

/** Pins in force; who released one earlier is in the history. */
export async function readEventPins(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  ref: string,
  now: Date,
): Promise<PinRow[]> {
  const { rows } = await db.pool.query<PinRow>(
    `SELECT pinned_by AS "by", reason, created_at AS at, expires_at AS until FROM pin
     WHERE team_id = $1::uuid AND session_id = $2::uuid AND entry_id = $3 AND released_at IS NULL
       AND (expires_at IS NULL OR expires_at > $4) ORDER BY created_at, id`,
    [scope.teamId, sessionId, ref, now],
  );
  return rows;
}

export interface AcknowledgementRow {
  readonly by: string;
  readonly at: Date;
}

/** Who said that the event was taken note of; null when nobody did. */
export async function readEventAcknowledgement(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  ref: string,
): Promise<AcknowledgementRow | null> {
  const { rows } = await db.pool.query<AcknowledgementRow>(
    `SELECT acknowledged_by AS "by", created_at AS at FROM acknowledgement
     WHERE team_id = $1::uuid AND session_id = $2::uuid AND entry_id = $3`,
    [scope.teamId, sessionId, ref],
  );
  return rows[0] ?? null;
}
