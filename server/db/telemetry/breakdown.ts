import type { ProjectScope } from "../../core/access/scope";
import { PROVEN_CLASSES } from "../../core/prune/model";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { HourSums } from "../../core/telemetry/heat-cells";
import type { BreakdownDimension } from "../../core/telemetry/insight-views";
import type { Period } from "../../core/telemetry/range";
import type { Database } from "../client";
import { ROOM_TO_HASH, type SumsRow, sumsSql, tokensOf } from "./sums";
import { columnOf, sourceFor } from "./tables";
import { rollupWhere, SqlParams } from "./where";

export type GrainedPeriod = Period & { readonly grain: "day" | "hour" };

export interface ValueRow extends SumsRow {
  readonly value: string;
}

/** Figures by the values of one dimension. */
export async function readBreakdown(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
  by: BreakdownDimension,
): Promise<ValueRow[]> {
  const params = new SqlParams();
  const source = sourceFor(filter, { by: [by], hours: period.grain === "hour" });
  const where = rollupWhere(source, scope, filter, period, params);
  const text = sumsSql({ source, keys: { value: columnOf(source, by) }, where, filter, params });
  return db.withTenantSql(scope, async (sql) => {
    await sql.query(ROOM_TO_HASH);
    return (await sql.query<ValueRow>(text, params.values)).rows;
  });
}

/** Tokens by hour of the project's time zone. */
export async function readHours(
  db: Database,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: Period,
): Promise<HourSums[]> {
  const params = new SqlParams();
  const source = sourceFor(filter, { hours: true });
  const where = rollupWhere(source, scope, filter, period, params);
  const { rows } = await db.pool.query<Omit<HourSums, "hourMs"> & { hour: Date }>(
    `SELECT r.hour, ${tokensOf(source, ["added"], filter)}::float8 AS "addedTokens",
            ${tokensOf(source, PROVEN_CLASSES, filter)}::float8 AS "provenTokens",
            ${tokensOf(source, ["idle"], filter)}::float8 AS "idleTokens"
     FROM ${source.table} r WHERE ${where} GROUP BY 1`,
    params.values,
  );
  return rows.map(({ hour, ...row }) => ({ hourMs: hour.getTime(), ...row }));
}
