import type { ProjectScope } from "../../core/access/scope";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { Period } from "../../core/telemetry/range";
import type { Database } from "../client";
import type { GrainedPeriod } from "./breakdown";
import { ROOM_TO_HASH, type SumsRow, sumsSql } from "./sums";
import { columnOf, type Source, sourceFor } from "./tables";
import { rollupWhere, SqlParams } from "./where";

/** One group of one breakdown; the columns of the other breakdowns are null. `bucket` counts from 0. */
export interface RollupGroupRow extends SumsRow {
  readonly kind: string | null;
  readonly client: string | null;
  readonly agent: string | null;
  readonly skill: string | null;
  readonly isLoad: boolean | null;
  readonly tool: string | null;
  readonly bucket: number | null;
}

export interface Columns {
  readonly startsMs: readonly number[];
  /** Columns of a trend begin on the hour, and not only at midnight. */
  readonly areHours: boolean;
}

const CALLER = ["kind", "client", "agent", "skill", "tool"] as const;
const groupKeys = (source: Source) => ({
  ...Object.fromEntries(CALLER.map((column) => [column, columnOf(source, column)])),
  isLoad: `${columnOf(source, "kind")} = 'skill_load'`,
});
const SETS = [["kind"], ["client", "agent"], ["skill", "isLoad"], ["tool"]];

/**
 * All breakdowns of an overview in one statement, so in one snapshot: every chart adds up to the same total while
 * uploads go on. Without `columns` there is no trend.
 */
export async function readRollupGroups(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
  columns?: Columns,
): Promise<RollupGroupRow[]> {
  const params = new SqlParams();
  const source = sourceFor(filter, { by: CALLER, hours: period.grain === "hour" });
  const where = rollupWhere(source, scope, filter, period, params);
  const groups = sumsSql({ source, keys: groupKeys(source), sets: SETS, where, filter, params });
  const trend = columns
    ? `UNION ALL
       SELECT NULL, NULL, NULL, NULL, NULL, NULL, b.pass, b.events, b.tokens, b."carriedTokens", b."costNanoUsd",
              b."unpricedTokens", b.bucket FROM (${bucketsSql(scope, filter, period, columns, params)}) b`
    : "";
  const text = `SELECT g.*, NULL::int AS bucket FROM (${groups}) g ${trend}`;
  return db.withTenantSql(scope, async (sql) => {
    await sql.query(ROOM_TO_HASH);
    return (await sql.query<RollupGroupRow>(text, params.values)).rows;
  });
}

export interface BucketRow extends SumsRow {
  readonly bucket: number;
}

function bucketsSql(
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: Period,
  { startsMs, areHours }: Columns,
  params: SqlParams,
): string {
  const source = sourceFor(filter, { hours: areHours });
  const starts = params.add(startsMs.map((startMs) => new Date(startMs)));
  const where = rollupWhere(source, scope, filter, period, params);
  const bucket = `width_bucket(r.${source.time}, ${starts}::timestamptz[]) - 1`;
  return sumsSql({ source, keys: { bucket }, where, filter, params });
}

/** Only the columns of a trend: for the period before. */
export async function readBuckets(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: Period,
  columns: Columns,
): Promise<BucketRow[]> {
  const params = new SqlParams();
  const { rows } = await db.pool.query<BucketRow>(bucketsSql(scope, filter, period, columns, params), params.values);
  return rows;
}

export interface AgentSumsRow extends SumsRow {
  readonly client: string;
  readonly agent: string;
}

/** Figures by agent alone: for the period before. */
export async function readAgentSums(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
): Promise<AgentSumsRow[]> {
  const params = new SqlParams();
  const source = sourceFor(filter, { by: ["client", "agent"], hours: period.grain === "hour" });
  const where = rollupWhere(source, scope, filter, period, params);
  const text = sumsSql({
    source,
    keys: { client: "r.client", agent: columnOf(source, "agent") },
    where,
    filter,
    params,
  });
  return (await db.pool.query<AgentSumsRow>(text, params.values)).rows;
}
