import type { ProjectScope } from "../../core/access/scope";
import type { Database } from "../client";

export interface RunRow {
  readonly id: string;
  readonly number: number;
  readonly trigger: string;
  readonly stage: string | null;
  readonly policyVersion: number;
  readonly passes: string[];
  readonly compact: boolean;
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly summaryTokens: number;
  readonly protectedEvents: number;
  readonly dedupEvents: number;
  readonly purgeEvents: number;
  readonly compressEvents: number;
  readonly actor: string | null;
  readonly createdAt: Date;
  readonly appliedAt: Date | null;
  readonly undoneAt: Date | null;
  readonly undoneBy: string | null;
}

const RUN_COLUMNS = `id, number, trigger, stage, policy_version AS "policyVersion", passes, compact,
  before_tokens::float8 AS "beforeTokens", after_tokens::float8 AS "afterTokens", summary_tokens::float8 AS "summaryTokens",
  protected_events AS "protectedEvents", dedup_events AS "dedupEvents", purge_events AS "purgeEvents",
  compress_events AS "compressEvents", actor, created_at AS "createdAt", applied_at AS "appliedAt",
  undone_at AS "undoneAt", undone_by AS "undoneBy"`;

/** Committed runs of a session, the newest first; keyset on the number. */
export async function listRuns(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  page: { readonly before: number | null; readonly limit: number },
): Promise<RunRow[]> {
  const { rows } = await db.pool.query<RunRow>(
    `SELECT ${RUN_COLUMNS} FROM prune_run
      WHERE team_id = $1::uuid AND session_id = $2::uuid AND mode = 'committed' AND ($3::int IS NULL OR number < $3::int)
      ORDER BY number DESC LIMIT $4::int`,
    [scope.teamId, sessionId, page.before, page.limit],
  );
  return rows;
}

export async function readRun(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  number: number,
): Promise<(RunRow & { economics: unknown }) | null> {
  const { rows } = await db.pool.query<RunRow & { economics: unknown }>(
    `SELECT ${RUN_COLUMNS}, economics FROM prune_run
      WHERE team_id = $1::uuid AND session_id = $2::uuid AND mode = 'committed' AND number = $3::int`,
    [scope.teamId, sessionId, number],
  );
  return rows[0] ?? null;
}

/** Page of rows that hang on a run, by keyset on the event's name. */
export interface RefPage {
  readonly after: string | null;
  readonly limit: number;
}

export interface RunVerdictRow {
  readonly ref: string;
  readonly thread: string;
  readonly kind: string;
  readonly tool: string | null;
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly pass: string | null;
  readonly rule: string;
  readonly reason: string;
  readonly evidence: string[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly retained: string | null;
}

export async function listVerdicts(
  db: Database,
  scope: ProjectScope,
  runId: string,
  { after, limit }: RefPage,
): Promise<RunVerdictRow[]> {
  const { rows } = await db.pool.query<RunVerdictRow>(
    `SELECT v.entry_id AS ref, e.thread, e.kind, e.tool, e.label, v.from_residency AS from, v.to_residency AS to, v.pass,
            v.rule, v.reason, v.evidence, v.tokens_before AS "tokensBefore", v.tokens_after AS "tokensAfter", v.retained
       FROM verdict v
       JOIN event e ON e.team_id = v.team_id AND e.session_id = v.session_id AND e.entry_id = v.entry_id
      WHERE v.team_id = $1::uuid AND v.run_id = $2::uuid AND v.entry_id > $3::text
      ORDER BY v.entry_id LIMIT $4::int`,
    [scope.teamId, runId, after ?? "", limit],
  );
  return rows;
}

export interface RunSummaryRow {
  readonly thread: string;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly text: string;
  readonly tokens: number;
  readonly evidence: string[];
}

export async function readSummaries(
  db: Database,
  scope: ProjectScope,
  runId: string,
  limit: number,
): Promise<RunSummaryRow[]> {
  const { rows } = await db.pool.query<RunSummaryRow>(
    `SELECT thread, from_seq::float8 AS "fromSeq", to_seq::float8 AS "toSeq", text, tokens, evidence
       FROM summary WHERE team_id = $1::uuid AND run_id = $2::uuid ORDER BY thread, from_seq LIMIT $3::int`,
    [scope.teamId, runId, limit],
  );
  return rows;
}

export interface BlockedListRow {
  readonly ref: string;
  readonly thread: string;
  readonly kind: string;
  readonly tool: string | null;
  readonly label: string;
  readonly tokens: number;
  readonly rule: string;
  readonly protection: string;
  readonly pattern: string | null;
  readonly reason: string;
}

export async function listBlocked(
  db: Database,
  scope: ProjectScope,
  runId: string,
  { after, limit }: RefPage,
): Promise<BlockedListRow[]> {
  const { rows } = await db.pool.query<BlockedListRow>(
    `SELECT b.entry_id AS ref, e.thread, e.kind, e.tool, e.label, e.tokens, b.rule, b.protection, b.pattern, b.reason
       FROM blocked_removal b
       JOIN event e ON e.team_id = b.team_id AND e.session_id = b.session_id AND e.entry_id = b.entry_id
      WHERE b.team_id = $1::uuid AND b.run_id = $2::uuid AND b.entry_id > $3::text
      ORDER BY b.entry_id LIMIT $4::int`,
    [scope.teamId, runId, after ?? "", limit],
  );
  return rows;
}

export async function countBlocked(db: Database, scope: ProjectScope, runId: string): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM blocked_removal WHERE team_id = $1::uuid AND run_id = $2::uuid",
    [scope.teamId, runId],
  );
  return rows[0]?.count ?? 0;
}

export interface TelemetryRow {
  readonly id: string;
  /** The client's own name for the session. */
  readonly nativeId: string;
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly summaryTokens: number;
  readonly protectedEvents: number;
  readonly dedupEvents: number;
  readonly purgeEvents: number;
  readonly compressEvents: number;
  readonly createdAt: Date;
}

/**
 * Committed runs of a project in the order in which they were made; ids are UUIDv7, so they sort by time. Keyset on the
 * id; `to` is exclusive.
 */
export async function listTelemetry(
  db: Database,
  scope: ProjectScope,
  page: {
    readonly from: Date | null;
    readonly to: Date | null;
    readonly afterId: string | null;
    readonly limit: number;
  },
): Promise<TelemetryRow[]> {
  const { rows } = await db.pool.query<TelemetryRow>(
    `SELECT r.id, s.native_id AS "nativeId", r.before_tokens::float8 AS "beforeTokens", r.after_tokens::float8 AS "afterTokens",
            r.summary_tokens::float8 AS "summaryTokens", r.protected_events AS "protectedEvents",
            r.dedup_events AS "dedupEvents", r.purge_events AS "purgeEvents", r.compress_events AS "compressEvents",
            r.created_at AS "createdAt"
       FROM prune_run r
       JOIN session s ON s.team_id = r.team_id AND s.id = r.session_id
      WHERE r.team_id = $1::uuid AND s.project_id = $2::uuid AND r.mode = 'committed'
        AND ($3::timestamptz IS NULL OR r.created_at >= $3::timestamptz)
        AND ($4::timestamptz IS NULL OR r.created_at < $4::timestamptz)
        AND ($5::uuid IS NULL OR r.id > $5::uuid)
      ORDER BY r.id LIMIT $6::int`,
    [scope.teamId, scope.projectId, page.from, page.to, page.afterId, page.limit],
  );
  return rows;
}
