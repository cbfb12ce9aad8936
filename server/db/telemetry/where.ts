import type { ProjectScope } from "../../core/access/scope";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { Period } from "../../core/telemetry/range";
import type { Source } from "./tables";

/** Parameters of one statement; `add` gives the placeholder. */
export class SqlParams {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

type ScopeIds = Pick<ProjectScope, "teamId" | "projectId">;

/**
 * The condition that every telemetry query shares. A filter by noise class leaves the `added` rows alone: they are
 * what shares are shares of. Column names come from `tables.ts` only, values are parameters.
 */
export function rollupWhere(
  { time, columns, isWide, slice }: Source,
  scope: ScopeIds,
  filter: TelemetryFilter,
  period: Period,
  params: SqlParams,
): string {
  const conditions = [
    `r.team_id = ${params.add(scope.teamId)}::uuid`,
    `r.project_id = ${params.add(scope.projectId)}::uuid`,
  ];
  if (slice !== undefined) conditions.push(sliceCondition(slice, filter, params));
  conditions.push(
    `r.${time} >= ${params.add(new Date(period.fromMs))}::timestamptz`,
    `r.${time} < ${params.add(new Date(period.toMs))}::timestamptz`,
  );
  for (const column of columns) {
    if (filter[column].length > 0) conditions.push(`r.${column} = ANY(${params.add(filter[column])}::text[])`);
  }
  if (!isWide) conditions.push(passCondition("r", filter, params));
  return conditions.join(" AND ");
}

/** The dimension is one of our own names, so that the planner sees it; values are a stranger's. */
function sliceCondition(slice: NonNullable<Source["slice"]>, filter: TelemetryFilter, params: SqlParams): string {
  const values = slice === "" ? [""] : filter[slice];
  const chosen = values.length > 0 ? ` AND r.value = ANY(${params.add(values)}::text[])` : "";
  return `r.dimension = '${slice}'${chosen}`;
}

/** Which passes of a row count: all, or what was added and the filtered classes. */
export function passCondition(alias: string, filter: TelemetryFilter, params: SqlParams): string {
  if (filter.pass.length === 0) return "TRUE";
  return `(${alias}.pass = 'added' OR ${alias}.pass = ANY(${params.add(filter.pass)}::text[]))`;
}
