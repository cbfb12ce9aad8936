import type { ProjectScope } from "../../core/access/scope";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { Period } from "../../core/telemetry/range";
import type { Database } from "../client";
import type { RollupPass } from "./rollup-groups";
import { rollupWhere, SqlParams, SUMS, type SumsRow } from "./where";

export interface SessionCountRow {
  readonly sessions: number;
  /** Median of the fullest window as a share of the window's size, over sessions that know both. */
  readonly medianPeakShare: number | null;
  readonly medianPeakTokens: number | null;
  readonly peaksKnown: number;
  /** Of these, sessions whose window is known by their model and was not told. */
  readonly peaksByModel: number;
}

/** A size that a model's window comes with. */
export interface ModelSize {
  readonly model: string;
  readonly tokens: number;
}

/** Models of the project's sessions that told no window. */
export async function readModelsWithoutWindow(db: Database, scope: ProjectScope): Promise<string[]> {
  const { rows } = await db.pool.query<{ model: string }>(
    `SELECT DISTINCT model FROM session
     WHERE team_id = $1::uuid AND project_id = $2::uuid AND model IS NOT NULL AND coalesce(window_tokens, 0) = 0`,
    [scope.teamId, scope.projectId],
  );
  return rows.map((row) => row.model);
}

/**
 * How many sessions added something in the range, and how full their windows got. Where a session told no window, the
 * smallest of its model's `sizes` that holds the peak counts.
 */
export async function countSessions(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: Period,
  sizes: readonly ModelSize[],
): Promise<SessionCountRow> {
  const params = new SqlParams();
  const where = rollupWhere("session_rollup", scope, filter, period, params);
  const { rows } = await db.pool.query<SessionCountRow>(
    `SELECT count(*)::int AS sessions,
            count(s.peak_context_tokens) FILTER (WHERE w.tokens IS NOT NULL)::int AS "peaksKnown",
            count(s.peak_context_tokens) FILTER (WHERE w.tokens IS NOT NULL AND coalesce(s.window_tokens, 0) = 0)::int
              AS "peaksByModel",
            percentile_cont(0.5) WITHIN GROUP (ORDER BY s.peak_context_tokens::float8 / w.tokens) AS "medianPeakShare",
            percentile_cont(0.5) WITHIN GROUP (ORDER BY s.peak_context_tokens)
              FILTER (WHERE w.tokens IS NOT NULL) AS "medianPeakTokens"
     FROM (SELECT DISTINCT r.session_id FROM session_rollup r WHERE ${where} AND r.pass = 'added') f
     JOIN session s ON s.team_id = ${params.add(scope.teamId)}::uuid AND s.id = f.session_id
     CROSS JOIN LATERAL (
       SELECT coalesce(nullif(s.window_tokens, 0), min(size.tokens)) AS tokens
       FROM unnest(${params.add(sizes.map((size) => size.model))}::text[],
                   ${params.add(sizes.map((size) => size.tokens))}::int[]) AS size(model, tokens)
       WHERE size.model = s.model AND size.tokens >= coalesce(s.peak_context_tokens, 0)
     ) w`,
    params.values,
  );
  const row = rows[0];
  if (!row) throw new Error("An aggregate without GROUP BY gave no row.");
  return row;
}

export interface NoisySessionRow {
  readonly id: string;
  readonly number: number;
  readonly title: string | null;
  readonly client: string;
  readonly lastEventAt: Date;
  readonly windowTokens: number | null;
  readonly peakContextTokens: number | null;
}

/** The sessions whose proven noise in the range is largest; none that has no proven noise. */
export async function readNoisiestSessions(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: Period,
  limit: number,
): Promise<NoisySessionRow[]> {
  const params = new SqlParams();
  const where = rollupWhere("session_rollup", scope, filter, period, params);
  const { rows } = await db.pool.query<NoisySessionRow>(
    `SELECT s.id, s.number, s.title, s.client, s.last_event_at AS "lastEventAt", s.window_tokens AS "windowTokens",
            s.peak_context_tokens AS "peakContextTokens"
     FROM (
       SELECT r.session_id, sum(r.tokens) AS proven FROM session_rollup r
       WHERE ${where} AND r.pass IN ('duplicate', 'resolved-error', 'superseded')
       GROUP BY r.session_id HAVING sum(r.tokens) > 0
       ORDER BY proven DESC, r.session_id LIMIT ${params.add(limit)}::int
     ) worst
     JOIN session s ON s.team_id = ${params.add(scope.teamId)}::uuid AND s.id = worst.session_id
     ORDER BY worst.proven DESC, s.id`,
    params.values,
  );
  return rows;
}

/** The figures of some sessions, fine enough to name what caused their noise. */
export interface SessionGroupRow extends SumsRow {
  readonly sessionId: string;
  readonly pass: RollupPass;
  readonly kind: string;
  readonly agent: string;
  readonly tool: string;
  readonly skill: string;
}

export async function readSessionGroups(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: Period,
  sessionIds: readonly string[],
): Promise<SessionGroupRow[]> {
  if (sessionIds.length === 0) return [];
  const params = new SqlParams();
  const where = rollupWhere("session_rollup", scope, filter, period, params);
  const { rows } = await db.pool.query<SessionGroupRow>(
    `SELECT r.session_id AS "sessionId", r.pass, r.kind, r.agent, r.tool, r.skill, ${SUMS}
     FROM session_rollup r
     WHERE ${where} AND r.session_id = ANY(${params.add(sessionIds)}::uuid[])
     GROUP BY 1, 2, 3, 4, 5, 6`,
    params.values,
  );
  return rows;
}
