import type { ProjectScope } from "../../core/access/scope";
import { PROVEN_CLASSES } from "../../core/prune/model";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { Database } from "../client";
import type { GrainedPeriod } from "./breakdown";
import { hasAdded, SUMS, type SumsRow, sumsSql, tokensOf } from "./sums";
import { columnOf, sourceFor } from "./tables";
import { rollupWhere, SqlParams } from "./where";
import { type ModelSize, tenthSql, windowTokensSql } from "./window-tenth";

export interface SessionCountRow {
  readonly sessions: number;
  /** Median of the fullest window as a share of the window's size, over sessions that know both. */
  readonly medianPeakShare: number | null;
  readonly medianPeakTokens: number | null;
  readonly peaksKnown: number;
  /** Of these, sessions whose window is known by their model and was not told. */
  readonly peaksByModel: number;
  /** Of these, sessions whose peak was above a share of the window. */
  readonly peaksAbove: number;
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
  period: GrainedPeriod,
  sizes: readonly ModelSize[],
  aboveShare: number,
): Promise<SessionCountRow> {
  const params = new SqlParams();
  const { rows } = await db.pool.query<SessionCountRow>(
    `SELECT count(*)::int AS sessions,
            count(s.peak_context_tokens) FILTER (WHERE w.tokens IS NOT NULL)::int AS "peaksKnown",
            count(s.peak_context_tokens) FILTER (WHERE w.tokens IS NOT NULL AND coalesce(s.window_tokens, 0) = 0)::int
              AS "peaksByModel",
            count(*) FILTER (WHERE s.peak_context_tokens > w.tokens * ${params.add(aboveShare)}::float8)::int AS "peaksAbove",
            percentile_cont(0.5) WITHIN GROUP (ORDER BY s.peak_context_tokens::float8 / w.tokens) AS "medianPeakShare",
            percentile_cont(0.5) WITHIN GROUP (ORDER BY s.peak_context_tokens)
              FILTER (WHERE w.tokens IS NOT NULL) AS "medianPeakTokens"
     ${sessionsWithWindows(scope, filter, period, sizes, params)}`,
    params.values,
  );
  return onlyRow(rows);
}

/** Sessions `s` that added something in the range, each with its window's size `w.tokens`; null when not known. */
function sessionsWithWindows(
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
  sizes: readonly ModelSize[],
  params: SqlParams,
): string {
  const source = sourceFor(filter, { sessions: true, hours: period.grain === "hour" });
  const where = rollupWhere(source, scope, filter, period, params);
  return `FROM (SELECT DISTINCT r.session_id FROM ${source.table} r WHERE ${where} AND ${hasAdded(source)}) f
     JOIN session s ON s.team_id = ${params.add(scope.teamId)}::uuid AND s.id = f.session_id
     CROSS JOIN LATERAL (SELECT ${windowTokensSql(sizes, params)} AS tokens) w`;
}

function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (!row) throw new Error("An aggregate without GROUP BY gave no row.");
  return row;
}

export interface WindowUseRow {
  /** Sessions whose fullest request reached each tenth of the window, and in the eleventh place more than all of it. */
  readonly tenths: number[];
  readonly unknown: number;
  readonly medianShare: number | null;
}

/** How full windows got, over the sessions that `countSessions` counts. */
export async function readWindowUse(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
  sizes: readonly ModelSize[],
): Promise<WindowUseRow> {
  const params = new SqlParams();
  const { rows } = await db.pool.query<WindowUseRow>(
    `SELECT array(SELECT count(t.tenth)::int FROM generate_series(0, 10) g
                    LEFT JOIN unnest(array_agg(p.tenth)) AS t(tenth) ON t.tenth = g
                   GROUP BY g ORDER BY g) AS tenths,
            count(*) FILTER (WHERE p.share IS NULL)::int AS unknown,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY p.share) AS "medianShare"
     FROM (
       SELECT q.share, ${tenthSql("q.share")} AS tenth
       FROM (SELECT s.peak_context_tokens::numeric / w.tokens AS share
             ${sessionsWithWindows(scope, filter, period, sizes, params)}) q
     ) p`,
    params.values,
  );
  return onlyRow(rows);
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
  period: GrainedPeriod,
  limit: number,
): Promise<NoisySessionRow[]> {
  const params = new SqlParams();
  const source = sourceFor(filter, { sessions: true, hours: period.grain === "hour" });
  const where = rollupWhere(source, scope, filter, period, params);
  const proven = tokensOf(source, PROVEN_CLASSES, filter);
  const { rows } = await db.pool.query<NoisySessionRow>(
    `SELECT s.id, s.number, s.title, s.client, s.last_event_at AS "lastEventAt", s.window_tokens AS "windowTokens",
            s.peak_context_tokens AS "peakContextTokens"
     FROM (
       SELECT r.session_id, ${proven} AS proven FROM ${source.table} r
       WHERE ${where} GROUP BY r.session_id HAVING ${proven} > 0
       ORDER BY proven DESC, r.session_id LIMIT ${params.add(limit)}::int
     ) worst
     JOIN session s ON s.team_id = ${params.add(scope.teamId)}::uuid AND s.id = worst.session_id
     ORDER BY worst.proven DESC, s.id`,
    params.values,
  );
  return rows;
}

/** The figures of some sessions by kind. */
export interface SessionKindRow extends SumsRow {
  readonly sessionId: string;
  readonly kind: string;
}

export async function readSessionKinds(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
  sessionIds: readonly string[],
): Promise<SessionKindRow[]> {
  if (sessionIds.length === 0) return [];
  const params = new SqlParams();
  const source = sourceFor(filter, { sessions: true, by: ["kind"], hours: period.grain === "hour" });
  const inRange = rollupWhere(source, scope, filter, period, params);
  const where = `${inRange} AND r.session_id = ANY(${params.add(sessionIds)}::uuid[])`;
  const keys = { sessionId: "r.session_id", kind: columnOf(source, "kind") };
  return (await db.pool.query<SessionKindRow>(sumsSql({ source, keys, where, filter, params }), params.values)).rows;
}

/** Proven noise of some sessions, fine enough to name what caused it. */
export interface SessionCauseRow extends SumsRow {
  readonly sessionId: string;
  readonly kind: string;
  readonly agent: string;
  readonly tool: string;
  readonly skill: string;
}

export async function readSessionCauses(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
  sessionIds: readonly string[],
): Promise<SessionCauseRow[]> {
  if (sessionIds.length === 0) return [];
  const params = new SqlParams();
  const source = sourceFor(filter, { sessions: true, by: ["kind", "agent", "tool", "skill"] });
  const inRange = rollupWhere(source, scope, filter, period, params);
  const where = `${inRange} AND r.session_id = ANY(${params.add(sessionIds)}::uuid[])
    AND r.pass = ANY(${params.add(PROVEN_CLASSES)}::text[])`;
  const { rows } = await db.pool.query<SessionCauseRow>(
    `SELECT r.session_id AS "sessionId", r.pass, r.kind, r.agent, r.tool, r.skill, ${SUMS}
     FROM ${source.table} r WHERE ${where} GROUP BY 1, 2, 3, 4, 5, 6`,
    params.values,
  );
  return rows;
}
