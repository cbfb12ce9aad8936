import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { breakdownRows } from "../../core/telemetry/breakdown-rows";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { Breakdown, BreakdownDimension } from "../../core/telemetry/insight-views";
import { readBreakdown } from "../../db/telemetry/breakdown";
import type { Deps } from "../deps";
import { askedOf } from "./asked";

/** A bar list of more rows than this is a table to search and no chart. */
const MAX_ROWS = 20;

/** Noise by client, model, person, branch, stage or kind. */
export async function breakdown(
  deps: Deps,
  scope: ProjectScope,
  { by, filter }: { readonly by: BreakdownDimension; readonly filter: TelemetryFilter },
): Promise<Result<Breakdown>> {
  const { range, asked } = await askedOf(deps, scope, filter);
  const sums = await readBreakdown(deps.db, scope, filter, range, by);
  return ok({ ...asked, by, ...breakdownRows(sums, MAX_ROWS) });
}
