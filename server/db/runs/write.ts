import type { SafeText } from "../../core/redact/safe-text";
import type { SessionKey } from "../analysis/session";
import type { TenantSql } from "../client";
import { int4Array, int8Array, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";

const NEXT_NUMBER = statement(
  "run.next_number",
  "SELECT COALESCE(max(number), 0) + 1 AS number FROM prune_run WHERE team_id = $1 AND session_id = $2",
);

/** Only with the session's row locked. The shadow run has the number 0. */
export async function nextRunNumber(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<number> {
  const { rows } = await sql.query<{ number: number }>({ ...NEXT_NUMBER, values: [teamId, sessionId] });
  return rows[0]?.number ?? 1;
}

export interface NewRun {
  readonly id: string;
  readonly number: number;
  readonly trigger: string;
  readonly stage: string | null;
  readonly policyVersion: number;
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly summaryTokens: number;
  readonly protectedEvents: number;
  readonly dedupEvents: number;
  readonly purgeEvents: number;
  readonly compressEvents: number;
  readonly economics: unknown;
  readonly passes: readonly string[];
  readonly compact: boolean;
  readonly actor: SafeText;
  readonly now: Date;
}

const INSERT = statement(
  "run.insert_committed",
  `INSERT INTO prune_run (team_id, session_id, id, number, mode, trigger, stage, policy_version, before_tokens, after_tokens,
          summary_tokens, protected_events, dedup_events, purge_events, compress_events, economics, passes, compact, actor,
          created_at)
   VALUES ($1, $2, $3, $4, 'committed', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::jsonb, $16::text[], $17, $18, $19)`,
);

export async function insertCommittedRun(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  run: NewRun,
): Promise<void> {
  await sql.query({
    ...INSERT,
    values: [
      teamId,
      sessionId,
      run.id,
      run.number,
      run.trigger,
      run.stage,
      run.policyVersion,
      run.beforeTokens,
      run.afterTokens,
      run.summaryTokens,
      run.protectedEvents,
      run.dedupEvents,
      run.purgeEvents,
      run.compressEvents,
      JSON.stringify(run.economics),
      textArray(run.passes),
      run.compact,
      run.actor,
      run.now,
    ],
  });
}

export interface SummaryRow {
  readonly id: string;
  readonly thread: string;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly text: SafeText;
  readonly tokens: number;
  readonly evidence: readonly string[];
}

/** Evidence travels as one JSON array a row: unnest would flatten an array of arrays. */
const INSERT_SUMMARIES = statement(
  "summary.insert",
  `INSERT INTO summary (team_id, session_id, run_id, id, thread, from_seq, to_seq, text, tokens, evidence, created_at)
   SELECT $1::uuid, $2::uuid, $3::uuid, s.id::uuid, s.thread, s.from_seq, s.to_seq, s.text, s.tokens,
          ARRAY(SELECT jsonb_array_elements_text(s.evidence::jsonb)), $4::timestamptz
     FROM unnest($5::text[], $6::text[], $7::int8[], $8::int8[], $9::text[], $10::int4[], $11::text[])
          AS s(id, thread, from_seq, to_seq, text, tokens, evidence)`,
);

export async function insertSummaries(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  runId: string,
  rows: readonly SummaryRow[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const texts = (pick: (row: SummaryRow) => string) => textArray(rows.map(pick));
  await sql.query({
    ...INSERT_SUMMARIES,
    values: [
      teamId,
      sessionId,
      runId,
      now,
      texts((row) => row.id),
      texts((row) => row.thread),
      int8Array(rows.map((row) => row.fromSeq)),
      int8Array(rows.map((row) => row.toSeq)),
      texts((row) => row.text),
      int4Array(rows.map((row) => row.tokens)),
      texts((row) => JSON.stringify(row.evidence)),
    ],
  });
}

export interface TransitionRow {
  readonly id: string;
  readonly entryId: string;
  readonly fromResidency: string;
  readonly toResidency: string;
  readonly retained: SafeText | null;
  readonly rule: string | null;
  readonly reason: SafeText;
}

/** Who changed them, all at once. */
export interface TransitionSet {
  readonly actorKind: "member" | "key" | "system";
  readonly actor: SafeText;
  readonly runId: string;
  readonly at: Date;
}

const INSERT_TRANSITIONS = statement(
  "transition.insert_of_run",
  `INSERT INTO transition (team_id, session_id, actor_kind, actor, run_id, created_at, id, entry_id, from_residency, to_residency,
          retained, rule, reason)
   SELECT $1::uuid, $2::uuid, $3, $4, $5::uuid, $6::timestamptz, t.id::uuid, t.entry_id, t.from_r, t.to_r, t.retained, t.rule,
          t.reason
     FROM unnest($7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
          AS t(id, entry_id, from_r, to_r, retained, rule, reason)`,
);

export async function insertTransitions(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  { actorKind, actor, runId, at }: TransitionSet,
  rows: readonly TransitionRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const texts = (pick: (row: TransitionRow) => string | null) => textArray(rows.map(pick));
  await sql.query({
    ...INSERT_TRANSITIONS,
    values: [
      teamId,
      sessionId,
      actorKind,
      actor,
      runId,
      at,
      texts((row) => row.id),
      texts((row) => row.entryId),
      texts((row) => row.fromResidency),
      texts((row) => row.toResidency),
      texts((row) => row.retained),
      texts((row) => row.rule),
      texts((row) => row.reason),
    ],
  });
}

const LAST_COMMITS = statement(
  "run.last_commits",
  `SELECT DISTINCT ON (t->>'thread') t->>'thread' AS thread, (t->>'throughSeq')::float8 AS "throughSeq"
     FROM prune_run r CROSS JOIN LATERAL jsonb_array_elements(r.economics->'threads') AS t
    WHERE r.team_id = $1 AND r.session_id = $2 AND r.mode = 'committed'
    ORDER BY t->>'thread', r.number DESC`,
);

/** How far each thread had come when a run last changed it. */
export async function readLastCommits(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
): Promise<{ thread: string; throughSeq: number }[]> {
  const { rows } = await sql.query<{ thread: string; throughSeq: number }>({
    ...LAST_COMMITS,
    values: [teamId, sessionId],
  });
  return rows;
}
