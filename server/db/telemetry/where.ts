import type { ProjectScope } from "../../core/access/scope";
import type { Dimension, TelemetryFilter } from "../../core/telemetry/filter";
import type { Period } from "../../core/telemetry/range";

/** Which table answers: the project's rollup, or its per-session twin, which knows model, person, branch and stage. */
export type RollupTable = "rollup" | "session_rollup";

/** Parameters of one statement; `add` gives the placeholder. */
export class SqlParams {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

const ROLLUP_COLUMNS: readonly Dimension[] = ["client", "agent", "skill", "tool", "kind"];
const SESSION_COLUMNS: readonly Dimension[] = [...ROLLUP_COLUMNS, "model", "person", "branch", "stage"];

type ScopeIds = Pick<ProjectScope, "teamId" | "projectId">;

/**
 * The condition that every telemetry query shares. A filter by noise class leaves the `added` rows alone: they are
 * what shares are shares of. Column names come from this file only, values are parameters.
 */
export function rollupWhere(
  table: RollupTable,
  scope: ScopeIds,
  filter: TelemetryFilter,
  period: Period,
  params: SqlParams,
): string {
  const conditions = [
    `r.team_id = ${params.add(scope.teamId)}::uuid`,
    `r.project_id = ${params.add(scope.projectId)}::uuid`,
    `r.hour >= ${params.add(new Date(period.fromMs))}::timestamptz`,
    `r.hour < ${params.add(new Date(period.toMs))}::timestamptz`,
  ];
  for (const column of table === "rollup" ? ROLLUP_COLUMNS : SESSION_COLUMNS) {
    if (filter[column].length > 0) conditions.push(`r.${column} = ANY(${params.add(filter[column])}::text[])`);
  }
  if (filter.pass.length > 0) {
    conditions.push(`(r.pass = 'added' OR r.pass = ANY(${params.add(filter.pass)}::text[]))`);
  }
  return conditions.join(" AND ");
}

/** The five sums of every group. As float8 they arrive as numbers; token sums stay far below 2^53. */
export const SUMS = `
  sum(r.events)::float8 AS events,
  sum(r.tokens)::float8 AS tokens,
  sum(r.carried_tokens)::float8 AS "carriedTokens",
  sum(r.cost_nano_usd)::float8 AS "costNanoUsd",
  sum(r.unpriced_tokens)::float8 AS "unpricedTokens"`;

/**
 * For the transaction that it opens: with its default of 4 MB Postgres sorts hundreds of thousands of rows on disk to
 * group them, by the collation of their names, where a hash of a few hundred groups fits in memory.
 */
export const ROOM_TO_HASH = "SET LOCAL work_mem = '64MB'";

/** The same sums under the columns' own names, to be summed up again. */
export const INNER_SUMS = `
  sum(r.events)::int8 AS events,
  sum(r.tokens)::int8 AS tokens,
  sum(r.carried_tokens)::int8 AS carried_tokens,
  sum(r.cost_nano_usd)::int8 AS cost_nano_usd,
  sum(r.unpriced_tokens)::int8 AS unpriced_tokens`;

export interface SumsRow {
  readonly events: number;
  readonly tokens: number;
  readonly carriedTokens: number;
  readonly costNanoUsd: number;
  readonly unpricedTokens: number;
}
