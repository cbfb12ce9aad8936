import type { ProjectScope } from "../../core/access/scope";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { Period } from "../../core/telemetry/range";
import type { Database } from "../client";
import { INNER_SUMS, ROOM_TO_HASH, type RollupTable, rollupWhere, SqlParams, SUMS, type SumsRow } from "./where";

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
 * All breakdowns of an overview in one statement, so in one snapshot: every chart adds up to the same total while
 * uploads go on. Rows are summed up before they are broken down, since five breakdowns of hundreds of thousands of
 * hourly rows cost seconds, and of the few hundred groups that are left next to nothing.
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
  const where = rollupWhere(table, scope, filter, period, params);
  return db.withTenantSql(scope, async (sql) => {
    await sql.query(ROOM_TO_HASH);
    const { rows } = await sql.query<RollupGroupRow>(
      `SELECT r.pass, r.kind, r.client, r.agent, r.skill, r."isLoad", r.tool, NULL::int AS bucket, ${SUMS}
       FROM (
         SELECT r.pass, r.kind, r.client, r.agent, r.skill, r.tool, r.kind = 'skill_load' AS "isLoad", ${INNER_SUMS}
         FROM ${table} r WHERE ${where}
         GROUP BY r.pass, r.kind, r.client, r.agent, r.skill, r.tool
       ) r
       GROUP BY r.pass, GROUPING SETS ((r.kind), (r.client, r.agent), (r.skill, r."isLoad"), (r.tool))
       UNION ALL
       SELECT r.pass, NULL, NULL, NULL, NULL, NULL, NULL,
              width_bucket(r.hour, ${starts}::timestamptz[]) - 1 AS bucket, ${SUMS}
       FROM ${table} r WHERE ${where}
       GROUP BY r.pass, bucket`,
      params.values,
    );
    return rows;
  });
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
