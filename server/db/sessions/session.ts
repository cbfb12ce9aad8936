import type { ProjectScope } from "../../core/access/scope";
import type { Database } from "../client";
import { EVENTS_WITH_STATE, JOIN_BY_RANGES } from "./events-with-state";

export interface SessionHeadRow {
  readonly id: string;
  readonly number: number;
  readonly title: string | null;
  readonly client: string;
  readonly clientVersion: string | null;
  readonly model: string | null;
  readonly windowTokens: number | null;
  readonly stage: string | null;
  readonly stageTold: boolean;
  readonly person: string;
  readonly branch: string | null;
  readonly head: string | null;
  readonly cwd: string | null;
  readonly captureMode: string;
  readonly forkedFrom: number | null;
  readonly startedAt: Date;
  readonly lastEventAt: Date;
  readonly redactions: number;
  readonly waiting: boolean;
  readonly analysedAt: Date | null;
  readonly failed: boolean;
  readonly carriedTokens: number;
  readonly costNanoUsd: number;
  readonly previousNumber: number | null;
  readonly nextNumber: number | null;
}

/** A session by its number in the project, with its neighbours' numbers; null when there is none. */
export async function readSessionHead(
  db: Database,
  scope: ProjectScope,
  number: number,
): Promise<SessionHeadRow | null> {
  const { rows } = await db.pool.query<SessionHeadRow>(
    `SELECT s.id, s.number, s.title, s.client, s.client_version AS "clientVersion", s.model,
            s.window_tokens AS "windowTokens", s.stage, s.stage_told AS "stageTold", s.person, s.branch, s.head, s.cwd,
            s.capture_mode AS "captureMode", f.number AS "forkedFrom", s.started_at AS "startedAt",
            s.last_event_at AS "lastEventAt", s.redactions,
            s.ingest_revision > s.analysed_revision AS waiting, s.analysed_at AS "analysedAt",
            s.analysis_error IS NOT NULL AS failed, s.carried_tokens::float8 AS "carriedTokens",
            s.cost_nano_usd::float8 AS "costNanoUsd",
            (SELECT max(p.number) FROM session p WHERE p.team_id = s.team_id AND p.project_id = s.project_id
               AND p.number < s.number) AS "previousNumber",
            (SELECT min(n.number) FROM session n WHERE n.team_id = s.team_id AND n.project_id = s.project_id
               AND n.number > s.number) AS "nextNumber"
     FROM session s
     LEFT JOIN session f ON f.team_id = s.team_id AND f.id = s.forked_from_id
     WHERE s.team_id = $1::uuid AND s.project_id = $2::uuid AND s.number = $3::int`,
    [scope.teamId, scope.projectId, number],
  );
  return rows[0] ?? null;
}

export async function readSessionId(db: Database, scope: ProjectScope, number: number): Promise<string | null> {
  const { rows } = await db.pool.query<{ id: string }>(
    "SELECT id FROM session WHERE team_id = $1::uuid AND project_id = $2::uuid AND number = $3::int",
    [scope.teamId, scope.projectId, number],
  );
  return rows[0]?.id ?? null;
}

export interface SessionPlaceRow {
  readonly id: string;
  /** The folder that the session ran in: paths are shown relative to it. */
  readonly cwd: string | null;
}

export async function readSessionPlace(
  db: Database,
  scope: ProjectScope,
  number: number,
): Promise<SessionPlaceRow | null> {
  const { rows } = await db.pool.query<SessionPlaceRow>(
    "SELECT id, cwd FROM session WHERE team_id = $1::uuid AND project_id = $2::uuid AND number = $3::int",
    [scope.teamId, scope.projectId, number],
  );
  return rows[0] ?? null;
}

export interface ShadowRunRow {
  readonly id: string;
  readonly policyVersion: number;
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly changedEvents: number;
  readonly protectedEvents: number;
}

/** The plan that the analysis keeps up to date; null before the first analysis. */
export async function readShadowRun(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
): Promise<ShadowRunRow | null> {
  const { rows } = await db.pool.query<ShadowRunRow>(
    `SELECT id, policy_version AS "policyVersion", before_tokens::float8 AS "beforeTokens",
            after_tokens::float8 AS "afterTokens", dedup_events + purge_events + compress_events AS "changedEvents",
            protected_events AS "protectedEvents"
     FROM prune_run WHERE team_id = $1::uuid AND session_id = $2::uuid AND mode = 'shadow'
     ORDER BY number DESC LIMIT 1`,
    [scope.teamId, sessionId],
  );
  return rows[0] ?? null;
}

export interface ThreadRow {
  readonly key: string;
  readonly agent: string | null;
  readonly label: string | null;
  readonly parentKey: string | null;
  readonly auxiliary: boolean;
  readonly spawnedByCallId: string | null;
}

export async function readThreads(db: Database, scope: ProjectScope, sessionId: string): Promise<ThreadRow[]> {
  const { rows } = await db.pool.query<ThreadRow>(
    `SELECT key, agent, label, parent_key AS "parentKey", auxiliary,
            spawned_by_call_id AS "spawnedByCallId" FROM thread
     WHERE team_id = $1::uuid AND session_id = $2::uuid ORDER BY key`,
    [scope.teamId, sessionId],
  );
  return rows;
}

export interface SpawnRow {
  readonly callId: string;
  readonly ref: string;
  readonly thread: string;
  readonly isCall: boolean;
  readonly outcome: string | null;
}

/** Calls that started sub-agents, and the results that came back, in the order of the session. */
export async function readSpawns(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  callIds: readonly string[],
): Promise<SpawnRow[]> {
  if (callIds.length === 0) return [];
  const { rows } = await db.pool.query<SpawnRow>(
    `SELECT call_id AS "callId", entry_id AS ref, thread, kind = 'tool_call' AS "isCall", outcome FROM event
     WHERE team_id = $1::uuid AND session_id = $2::uuid AND call_id = ANY($3::text[]) ORDER BY seq, entry_id`,
    [scope.teamId, sessionId, callIds],
  );
  return rows;
}

/** Events of a session by what a context bar tells apart. */
export interface EventGroupRow {
  readonly thread: string;
  readonly kind: string;
  readonly toolClass: string | null;
  readonly noise: string | null;
  readonly residency: string;
  readonly inContext: boolean;
  readonly events: number;
  readonly errors: number;
  readonly tokens: number;
  readonly tokensAfter: number;
  readonly unpricedTokens: number;
  readonly allReported: boolean;
  readonly firstAt: Date;
}

export async function readEventGroups(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  shadowRunId: string | null,
): Promise<EventGroupRow[]> {
  return db.withTenantSql(scope, async (sql) => {
    await sql.query(JOIN_BY_RANGES);
    const { rows } = await sql.query<EventGroupRow>(
      `SELECT e.thread, e.kind, e.tool_class AS "toolClass", st.noise,
              coalesce(v.to_residency, st.residency, 'full') AS residency,
              coalesce(st.in_context AND st.visible, true) AS "inContext", count(*)::int AS events,
              count(*) FILTER (WHERE e.outcome = 'error')::int AS errors, sum(e.tokens)::float8 AS tokens,
              sum(coalesce(v.tokens_after, e.tokens))::float8 AS "tokensAfter",
              coalesce(sum(st.carried_tokens) FILTER (WHERE st.cost_nano_usd IS NULL), 0)::float8 AS "unpricedTokens",
              bool_and(e.tokens_reported) AS "allReported", min(e.occurred_at) AS "firstAt"
       ${EVENTS_WITH_STATE}
       GROUP BY 1, 2, 3, 4, 5, 6`,
      [scope.teamId, sessionId, shadowRunId],
    );
    return rows;
  });
}

export interface ThreadUsageRow {
  readonly thread: string;
  readonly requests: number;
  readonly lastContextTokens: number | null;
  readonly peakContextTokens: number | null;
  readonly inputTokens: number | null;
  readonly cacheWriteTokens: number | null;
  readonly cacheReadTokens: number | null;
  readonly outputTokens: number | null;
  readonly reasoningTokens: number | null;
}

/** What the provider reported by thread; a number that no request reported is null. */
export async function readThreadUsage(db: Database, scope: ProjectScope, sessionId: string): Promise<ThreadUsageRow[]> {
  const { rows } = await db.pool.query<ThreadUsageRow>(
    `SELECT thread, count(*)::int AS requests,
            (array_agg(context ORDER BY seq DESC) FILTER (WHERE context IS NOT NULL))[1]::float8 AS "lastContextTokens",
            max(context)::float8 AS "peakContextTokens",
            sum(input_tokens)::float8 AS "inputTokens", sum(cache_write_tokens)::float8 AS "cacheWriteTokens",
            sum(cache_read_tokens)::float8 AS "cacheReadTokens", sum(output_tokens)::float8 AS "outputTokens",
            sum(reasoning_tokens)::float8 AS "reasoningTokens"
     FROM (
       SELECT *, CASE WHEN num_nonnulls(input_tokens, cache_write_tokens, cache_read_tokens) > 0
         THEN coalesce(input_tokens, 0)::bigint + coalesce(cache_write_tokens, 0) + coalesce(cache_read_tokens, 0)
         END AS context
       FROM model_request WHERE team_id = $1::uuid AND session_id = $2::uuid
     ) m
     GROUP BY thread`,
    [scope.teamId, sessionId],
  );
  return rows;
}
