import type { TenantSql } from "../client";
import { int4Array, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";
import type { SessionKey } from "./session";

/** The shadow run of a session stands outside the numbers of committed runs. */
const SHADOW_NUMBER = 0;

const FIND = statement(
  "run.find_shadow",
  "SELECT id FROM prune_run WHERE team_id = $1 AND session_id = $2 AND mode = 'shadow'",
);
const INSERT = statement(
  "run.insert_shadow",
  `INSERT INTO prune_run (team_id, id, session_id, number, mode, trigger, policy_version, before_tokens, after_tokens, created_at)
   VALUES ($1, $2, $3, ${SHADOW_NUMBER}, 'shadow', 'analysis', $4, 0, 0, $5)`,
);

/** The one run in which the analysis keeps its verdicts; made when there is none. */
export async function shadowRun(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  make: { readonly id: string; readonly policyVersion: number; readonly now: Date },
): Promise<string> {
  const { rows } = await sql.query<{ id: string }>({ ...FIND, values: [teamId, sessionId] });
  if (rows[0]) return rows[0].id;
  await sql.query({ ...INSERT, values: [teamId, make.id, sessionId, make.policyVersion, make.now] });
  return make.id;
}

export interface RunTotals {
  readonly policyVersion: number;
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly protectedEvents: number;
  readonly dedupEvents: number;
  readonly purgeEvents: number;
  readonly compressEvents: number;
  readonly now: Date;
}

const UPDATE = statement(
  "run.update_shadow",
  `UPDATE prune_run SET policy_version = $3, before_tokens = $4, after_tokens = $5, protected_events = $6, dedup_events = $7,
          purge_events = $8, compress_events = $9, created_at = $10
    WHERE team_id = $1 AND id = $2`,
);

export async function updateRun(sql: TenantSql, teamId: string, runId: string, totals: RunTotals): Promise<void> {
  await sql.query({
    ...UPDATE,
    values: [
      teamId,
      runId,
      totals.policyVersion,
      totals.beforeTokens,
      totals.afterTokens,
      totals.protectedEvents,
      totals.dedupEvents,
      totals.purgeEvents,
      totals.compressEvents,
      totals.now,
    ],
  });
}

export interface VerdictRow {
  readonly entryId: string;
  readonly fromResidency: string;
  readonly toResidency: string;
  readonly pass: string | null;
  readonly rule: string;
  readonly reason: string;
  readonly evidence: readonly string[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly noise: string | null;
  readonly noiseSinceTurn: number | null;
  readonly retained: string | null;
}

const READ_VERDICTS = statement(
  "verdict.read",
  `SELECT entry_id AS "entryId", from_residency AS "fromResidency", to_residency AS "toResidency", pass, rule, reason, evidence,
          tokens_before AS "tokensBefore", tokens_after AS "tokensAfter", noise, noise_since_turn AS "noiseSinceTurn", retained
     FROM verdict WHERE team_id = $1 AND run_id = $2`,
);

export async function readVerdicts(sql: TenantSql, teamId: string, runId: string): Promise<VerdictRow[]> {
  return (await sql.query<VerdictRow>({ ...READ_VERDICTS, values: [teamId, runId] })).rows;
}

/** Evidence travels as one JSON array a row: unnest would flatten an array of arrays. */
const UPSERT_VERDICTS = statement(
  "verdict.upsert",
  `INSERT INTO verdict (team_id, run_id, session_id, entry_id, from_residency, to_residency, pass, rule, reason, evidence,
          tokens_before, tokens_after, noise, noise_since_turn, retained)
   SELECT $1::uuid, $2::uuid, $3::uuid, v.entry_id, v.from_r, v.to_r, v.pass, v.rule, v.reason,
          ARRAY(SELECT jsonb_array_elements_text(v.evidence::jsonb)), v.before, v.after, v.noise, v.since, v.retained
     FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::int4[],
          $12::int4[], $13::text[], $14::int4[], $15::text[])
          AS v(entry_id, from_r, to_r, pass, rule, reason, evidence, before, after, noise, since, retained)
   ON CONFLICT (team_id, run_id, entry_id) DO UPDATE
      SET from_residency = EXCLUDED.from_residency, to_residency = EXCLUDED.to_residency, pass = EXCLUDED.pass,
          rule = EXCLUDED.rule, reason = EXCLUDED.reason, evidence = EXCLUDED.evidence,
          tokens_before = EXCLUDED.tokens_before, tokens_after = EXCLUDED.tokens_after, noise = EXCLUDED.noise,
          noise_since_turn = EXCLUDED.noise_since_turn, retained = EXCLUDED.retained`,
);

export async function upsertVerdicts(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  runId: string,
  rows: readonly VerdictRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const texts = (pick: (row: VerdictRow) => string | null) => textArray(rows.map(pick));
  await sql.query({
    ...UPSERT_VERDICTS,
    values: [
      teamId,
      runId,
      sessionId,
      texts((row) => row.entryId),
      texts((row) => row.fromResidency),
      texts((row) => row.toResidency),
      texts((row) => row.pass),
      texts((row) => row.rule),
      texts((row) => row.reason),
      texts((row) => JSON.stringify(row.evidence)),
      int4Array(rows.map((row) => row.tokensBefore)),
      int4Array(rows.map((row) => row.tokensAfter)),
      texts((row) => row.noise),
      int4Array(rows.map((row) => row.noiseSinceTurn)),
      texts((row) => row.retained),
    ],
  });
}

const DELETE_VERDICTS = statement(
  "verdict.delete",
  "DELETE FROM verdict WHERE team_id = $1 AND run_id = $2 AND entry_id = ANY($3::text[])",
);

export async function deleteVerdicts(
  sql: TenantSql,
  teamId: string,
  runId: string,
  entryIds: readonly string[],
): Promise<void> {
  if (entryIds.length > 0) await sql.query({ ...DELETE_VERDICTS, values: [teamId, runId, textArray(entryIds)] });
}

export interface BlockedRow {
  readonly entryId: string;
  readonly rule: string;
  readonly protection: string;
  readonly pattern: string | null;
  readonly reason: string;
}

const READ_BLOCKED = statement(
  "blocked_removal.read",
  `SELECT entry_id AS "entryId", rule, protection, pattern, reason FROM blocked_removal WHERE team_id = $1 AND run_id = $2`,
);

export async function readBlocked(sql: TenantSql, teamId: string, runId: string): Promise<BlockedRow[]> {
  return (await sql.query<BlockedRow>({ ...READ_BLOCKED, values: [teamId, runId] })).rows;
}

const UPSERT_BLOCKED = statement(
  "blocked_removal.upsert",
  `INSERT INTO blocked_removal (team_id, run_id, session_id, entry_id, rule, protection, pattern, reason)
   SELECT $1::uuid, $2::uuid, $3::uuid, b.* FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) AS b
   ON CONFLICT (team_id, run_id, entry_id) DO UPDATE
      SET rule = EXCLUDED.rule, protection = EXCLUDED.protection, pattern = EXCLUDED.pattern, reason = EXCLUDED.reason`,
);

export async function upsertBlocked(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  runId: string,
  rows: readonly BlockedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql.query({
    ...UPSERT_BLOCKED,
    values: [
      teamId,
      runId,
      sessionId,
      textArray(rows.map((row) => row.entryId)),
      textArray(rows.map((row) => row.rule)),
      textArray(rows.map((row) => row.protection)),
      textArray(rows.map((row) => row.pattern)),
      textArray(rows.map((row) => row.reason)),
    ],
  });
}

const DELETE_BLOCKED = statement(
  "blocked_removal.delete",
  "DELETE FROM blocked_removal WHERE team_id = $1 AND run_id = $2 AND entry_id = ANY($3::text[])",
);

export async function deleteBlocked(
  sql: TenantSql,
  teamId: string,
  runId: string,
  entryIds: readonly string[],
): Promise<void> {
  if (entryIds.length > 0) await sql.query({ ...DELETE_BLOCKED, values: [teamId, runId, textArray(entryIds)] });
}
