import type { ProjectScope } from "../../core/access/scope";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { TargetKind } from "../../core/telemetry/insight-views";
import type { Database } from "../client";
import { type SubjectKind, subjectSql } from "../sql/target-tiers";
import type { GrainedPeriod } from "./breakdown";
import { FAILURE_HASH_SQL } from "./failure-hash";
import { SESSION_TARGET, subjectSourceFor, targetSourceFor } from "./tables";
import { rollupWhere, SqlParams } from "./where";

export interface TargetSumsRow {
  readonly target: string;
  readonly agents: string[];
  readonly tools: string[];
  readonly sessions: number;
  readonly events: number;
  readonly duplicateTokens: number;
  readonly supersededTokens: number;
  readonly carriedTokens: number;
  readonly costNanoUsd: number;
  readonly unpricedTokens: number;
}

/** Files or commands whose repeats were largest. */
export async function readTargets(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
  kind: TargetKind,
  limit: number,
): Promise<TargetSumsRow[]> {
  const params = new SqlParams();
  const source = targetSourceFor(filter, { hours: period.grain === "hour" });
  const ofKind = `r.target_kind = ${params.add(kind)} AND r.pass IN ('duplicate', 'superseded')`;
  const { rows } = await db.pool.query<Omit<TargetSumsRow, "sessions">>(
    `SELECT r.target, array_agg(DISTINCT r.agent ORDER BY r.agent) AS agents,
            array_agg(DISTINCT r.tool ORDER BY r.tool) AS tools, sum(r.events)::int AS events,
            sum(r.duplicate)::float8 AS "duplicateTokens", sum(r.superseded)::float8 AS "supersededTokens", ${COSTS}
     FROM (
       SELECT r.target, r.agent, r.tool, sum(r.events) AS events, sum(r.tokens) AS tokens,
              coalesce(sum(r.tokens) FILTER (WHERE r.pass = 'duplicate'), 0) AS duplicate,
              coalesce(sum(r.tokens) FILTER (WHERE r.pass = 'superseded'), 0) AS superseded, ${SUMMED}
       FROM ${source.table} r
       WHERE ${rollupWhere(source, scope, filter, period, params)} AND ${ofKind} GROUP BY 1, 2, 3
     ) r
     GROUP BY r.target HAVING sum(r.tokens) > 0
     ORDER BY sum(r.tokens) DESC, r.target LIMIT ${params.add(limit)}::int`,
    params.values,
  );
  const names = rows.map((row) => row.target);
  const sessions = await countSubjectSessions(db, scope, filter, period, kind, names);
  return rows.map((row) => ({ ...row, sessions: sessions.get(row.target) ?? 0 }));
}

const COSTS = `sum(r.carried_tokens)::float8 AS "carriedTokens", sum(r.cost_nano_usd)::float8 AS "costNanoUsd",
            sum(r.unpriced_tokens)::float8 AS "unpricedTokens"`;
/** The same sums under the columns' own names, to be summed up again. */
const SUMMED = `sum(r.carried_tokens) AS carried_tokens, sum(r.cost_nano_usd) AS cost_nano_usd,
              sum(r.unpriced_tokens) AS unpriced_tokens`;

export interface ErrorSumsRow {
  readonly question: string;
  readonly targets: string[];
  /** Hashes of the failures that its runs were, the costliest first; see `failureHash`. */
  readonly failures: string[];
  readonly agents: string[];
  readonly tools: string[];
  readonly sessions: number;
  readonly runs: number;
  readonly tokens: number;
  readonly carriedTokens: number;
  readonly costNanoUsd: number;
  readonly unpricedTokens: number;
}

/** Resolved errors by what was asked, those that were carried furthest first. */
export async function readErrorChains(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
  limit: number,
): Promise<ErrorSumsRow[]> {
  const params = new SqlParams();
  const source = targetSourceFor(filter, { hours: period.grain === "hour" });
  const { rows } = await db.pool.query<Omit<ErrorSumsRow, "sessions">>(
    `SELECT r.question, array_agg(DISTINCT r.agent ORDER BY r.agent) AS agents,
            array_agg(DISTINCT r.tool ORDER BY r.tool) AS tools,
            (array_agg(DISTINCT r.target ORDER BY r.target))[1:50] AS targets,
            array(SELECT f.failure FROM (
               SELECT unnest(array_agg(r.failure)) AS failure, unnest(array_agg(r.tokens + r.carried_tokens)) AS cost) f
              WHERE f.failure <> '' GROUP BY f.failure ORDER BY sum(f.cost) DESC, f.failure LIMIT 5) AS failures,
            sum(r.events)::int AS runs, sum(r.tokens)::float8 AS tokens, ${COSTS}
     FROM (
       SELECT r.question, r.target, r.failure, r.agent, r.tool, sum(r.events) AS events, sum(r.tokens) AS tokens, ${SUMMED}
       FROM ${source.table} r
       WHERE ${rollupWhere(source, scope, filter, period, params)} AND r.pass = 'resolved-error' GROUP BY 1, 2, 3, 4, 5
     ) r
     GROUP BY r.question ORDER BY sum(r.carried_tokens) + sum(r.tokens) DESC, r.question
     LIMIT ${params.add(limit)}::int`,
    params.values,
  );
  const names = rows.map((row) => row.question);
  const sessions = await countSubjectSessions(db, scope, filter, period, "question", names);
  return rows.map((row) => ({ ...row, sessions: sessions.get(row.question) ?? 0 }));
}

/** In how many sessions each of some files, commands or questions was proven noise. */
async function countSubjectSessions(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
  kind: SubjectKind,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const params = new SqlParams();
  const inSubjects = subjectSourceFor(filter, { hours: period.grain === "hour" });
  const where = rollupWhere(inSubjects ?? SESSION_TARGET, scope, filter, period, params);
  const name = params.add(names);
  const text = inSubjects
    ? subjectsSql(`${where} AND r.subject = n.subject`, params.add(kind), name)
    : targetsSql(where, kind, params.add(kind), name);
  const { rows } = await db.pool.query<{ name: string; sessions: number }>(text, params.values);
  return new Map(rows.map((row) => [row.name, row.sessions]));
}

const subjectsSql = (where: string, kind: string, names: string) =>
  `SELECT n.name, (SELECT count(*)::int FROM (SELECT DISTINCT r.session_id FROM session_subject r WHERE ${where}) d) AS sessions
   FROM (SELECT name, ${subjectSql(`${kind}::text`, "name")} AS subject FROM unnest(${names}::text[]) AS name) n`;

const targetsSql = (where: string, kind: SubjectKind, kindParam: string, names: string) => {
  const name = kind === "question" ? "r.question" : "r.target";
  const isKind =
    kind === "question"
      ? `r.pass = 'resolved-error' AND ${kindParam}::text <> ''`
      : `r.target_kind = ${kindParam}::text AND r.pass IN ('duplicate', 'superseded')`;
  return `SELECT name, count(*)::int AS sessions FROM (
      SELECT DISTINCT ${name} AS name, r.session_id FROM session_target r
      WHERE ${where} AND ${isKind} AND ${name} = ANY(${names}::text[])) d
    GROUP BY name`;
};

export interface RegisteredFailureRow {
  readonly hash: string;
  readonly number: number;
  readonly title: string;
}

/** Failures of the registry by the hash of their fingerprint. */
export async function readFailuresByHash(
  db: Database,
  scope: ProjectScope,
  hashes: readonly string[],
): Promise<RegisteredFailureRow[]> {
  if (hashes.length === 0) return [];
  const { rows } = await db.pool.query<RegisteredFailureRow>(
    `SELECT ${FAILURE_HASH_SQL} AS hash, r.number, r.title FROM failure_fingerprint f
       JOIN failure r ON r.team_id = f.team_id AND r.project_id = f.project_id AND r.number = f.number
     WHERE f.team_id = $1::uuid AND f.project_id = $2::uuid AND ${FAILURE_HASH_SQL} = ANY($3::text[])`,
    [scope.teamId, scope.projectId, hashes],
  );
  return rows;
}
