import type { ProjectScope } from "../../core/access/scope";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { Period } from "../../core/telemetry/range";
import type { Database } from "../client";
import { INNER_SUMS, type RollupTable, rollupWhere, SqlParams, SUMS, type SumsRow } from "./where";

export type RollupPass = "added" | "duplicate" | "resolved-error" | "superseded" | "idle" | "dropped";

/** One group of one breakdown; the columns of the other breakdowns are null. `bucket` counts from 0. */
export interface RollupGroupRow extends SumsRow {
  readonly pass: RollupPass;
  readonly kind: string | null;
  readonly client: string | null;
  readonly agent: string | null;
  readonly skill: string | null;
  readonly isLoad: boolean | null;
  readonly tool: string | null;
  readonly bucket: number | null;
}

/**
 * All breakdowns of an overview in one pass over the rows and one snapshot, so that every chart adds up to the same
 * total while uploads go on. Hours are summed up first: five breakdowns of hundreds of thousands of hourly rows cost
 * seconds, of the few thousand groups that are left next to nothing.
 */
export async function readRollupGroups(
  db: Database,
  scope: ProjectScope,
  table: RollupTable,
  filter: TelemetryFilter,
  period: Period,
  bucketStartsMs: readonly number[],
): Promise<RollupGroupRow[]> {
  const params = new SqlParams();
  const starts = params.add(bucketStartsMs.map((startMs) => new Date(startMs)));
  const { rows } = await db.pool.query<RollupGroupRow>(
    `SELECT r.pass, r.kind, r.client, r.agent, r.skill, r."isLoad", r.tool, r.bucket, ${SUMS}
     FROM (
       SELECT r.pass, r.kind, r.client, r.agent, r.skill, r.tool, r.kind = 'skill_load' AS "isLoad",
              width_bucket(r.hour, ${starts}::timestamptz[]) - 1 AS bucket, ${INNER_SUMS}
       FROM ${table} r
       WHERE ${rollupWhere(table, scope, filter, period, params)}
       GROUP BY r.pass, r.kind, r.client, r.agent, r.skill, r.tool, bucket
     ) r
     GROUP BY r.pass, GROUPING SETS ((r.kind), (r.client, r.agent), (r.skill, r."isLoad"), (r.tool), (r.bucket))`,
    params.values,
  );
  return rows;
}

export interface BucketRow extends SumsRow {
  readonly pass: RollupPass;
  readonly bucket: number;
}

/** Only the columns of a trend: for the period before. */
export async function readBuckets(
  db: Database,
  scope: ProjectScope,
  table: RollupTable,
  filter: TelemetryFilter,
  period: Period,
  bucketStartsMs: readonly number[],
): Promise<BucketRow[]> {
  const params = new SqlParams();
  const starts = params.add(bucketStartsMs.map((startMs) => new Date(startMs)));
  const { rows } = await db.pool.query<BucketRow>(
    `SELECT r.pass, width_bucket(r.hour, ${starts}::timestamptz[]) - 1 AS bucket, ${SUMS}
     FROM ${table} r
     WHERE ${rollupWhere(table, scope, filter, period, params)}
     GROUP BY 1, 2`,
    params.values,
  );
  return rows;
}
