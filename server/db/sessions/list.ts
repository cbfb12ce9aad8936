import type { ProjectScope } from "../../core/access/scope";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { Period } from "../../core/telemetry/range";
import type { Database } from "../client";
import { rollupWhere, SqlParams } from "../telemetry/where";

export interface SessionListRow {
  readonly id: string;
  readonly number: number;
  readonly title: string | null;
  readonly client: string;
  readonly model: string | null;
  readonly person: string;
  readonly branch: string | null;
  readonly stage: string | null;
  readonly startedAt: Date;
  readonly lastEventAt: Date;
  readonly requestCount: number;
  readonly windowTokens: number | null;
  readonly peakContextTokens: number | null;
  readonly analysed: boolean;
  /** The sort key of the noise order. */
  readonly noiseTokens: number;
}

export interface ListQuery {
  readonly filter: TelemetryFilter;
  readonly period: Period;
  /** False lists sessions without a single event too. */
  readonly mustMatch: boolean;
  readonly search: string;
  readonly limit: number;
}

const COLUMNS = `s.id, s.number, s.title, s.client, s.model, s.person, s.branch, s.stage,
  s.started_at AS "startedAt", s.last_event_at AS "lastEventAt", s.request_count AS "requestCount",
  s.window_tokens AS "windowTokens", s.peak_context_tokens AS "peakContextTokens",
  s.ingest_revision <= s.analysed_revision AS analysed`;

/** A session matches by what it added, or, with a filter by noise class, by noise of that class. */
function matching(query: ListQuery): string {
  return query.filter.pass.length > 0 ? "r.pass <> 'added' AND r.tokens > 0" : "r.pass = 'added'";
}

/** `%` and `_` in a search are letters like others. */
function searchCondition(search: string, params: SqlParams): string {
  if (search === "") return "TRUE";
  const pattern = params.add(`%${search.replace(/[\\%_]/g, "\\$&")}%`);
  return `(s.title ILIKE ${pattern} OR s.branch ILIKE ${pattern} OR s.person ILIKE ${pattern})`;
}

/** Newest last event first; keyset on (last_event_at, id). */
export async function listByDate(
  db: Database,
  scope: ProjectScope,
  query: ListQuery,
  after: { readonly lastEventAt: Date; readonly id: string } | null,
): Promise<SessionListRow[]> {
  const params = new SqlParams();
  const conditions = [
    `s.team_id = ${params.add(scope.teamId)}::uuid`,
    `s.project_id = ${params.add(scope.projectId)}::uuid`,
    searchCondition(query.search, params),
  ];
  if (after) {
    conditions.push(
      `(s.last_event_at, s.id) < (${params.add(after.lastEventAt)}::timestamptz, ${params.add(after.id)}::uuid)`,
    );
  }
  if (query.mustMatch) {
    const where = rollupWhere("session_rollup", scope, query.filter, query.period, params);
    conditions.push(
      `EXISTS (SELECT 1 FROM session_rollup r WHERE r.session_id = s.id AND ${where} AND ${matching(query)})`,
    );
  }
  const { rows } = await db.pool.query<SessionListRow>(
    `SELECT ${COLUMNS}, 0::float8 AS "noiseTokens" FROM session s
     WHERE ${conditions.join(" AND ")}
     ORDER BY s.last_event_at DESC, s.id DESC LIMIT ${params.add(query.limit)}::int`,
    params.values,
  );
  return rows;
}

/**
 * Most noise first: of the filtered classes, else proven noise. Keyset on (noise, id); a session whose figure changes
 * between two pages may move, as in any list of live numbers.
 */
export async function listByNoise(
  db: Database,
  scope: ProjectScope,
  query: ListQuery,
  after: { readonly noiseTokens: number; readonly id: string } | null,
): Promise<SessionListRow[]> {
  const params = new SqlParams();
  const where = rollupWhere("session_rollup", scope, query.filter, query.period, params);
  const counted =
    query.filter.pass.length > 0 ? "r.pass <> 'added'" : "r.pass IN ('duplicate', 'resolved-error', 'superseded')";
  const keyset = after
    ? `(n.noise, s.id) < (${params.add(after.noiseTokens)}::numeric, ${params.add(after.id)}::uuid)`
    : "TRUE";
  const { rows } = await db.pool.query<SessionListRow>(
    `SELECT ${COLUMNS}, n.noise::float8 AS "noiseTokens"
     FROM (
       SELECT r.session_id, coalesce(sum(r.tokens) FILTER (WHERE ${counted}), 0) AS noise
       FROM session_rollup r WHERE ${where}
       GROUP BY r.session_id HAVING bool_or(${matching(query)})
     ) n
     JOIN session s ON s.team_id = ${params.add(scope.teamId)}::uuid AND s.id = n.session_id
     WHERE ${keyset} AND ${searchCondition(query.search, params)}
     ORDER BY n.noise DESC, s.id DESC LIMIT ${params.add(query.limit)}::int`,
    params.values,
  );
  return rows;
}
