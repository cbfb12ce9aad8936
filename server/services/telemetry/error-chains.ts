import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { ErrorChainRow, ErrorChains } from "../../core/telemetry/insight-views";
import { errorChainRow } from "../../core/telemetry/target-rows";
import type { GrainedPeriod } from "../../db/telemetry/breakdown";
import { readErrorChains, readFailuresByHash } from "../../db/telemetry/targets";
import type { Deps } from "../deps";
import { askedOf } from "./asked";

const MAX_ROWS = 20;

/** Commands that failed until they passed, by what their failed runs left in the window. */
export async function errorChains(
  deps: Deps,
  scope: ProjectScope,
  filter: TelemetryFilter,
): Promise<Result<ErrorChains>> {
  const { range, asked } = await askedOf(deps, scope, filter);
  return ok({ ...asked, rows: await errorRowsOf(deps, scope, filter, range) });
}

export async function errorRowsOf(
  deps: Deps,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
  limit = MAX_ROWS,
): Promise<ErrorChainRow[]> {
  const rows = await readErrorChains(deps.db, scope, filter, period, limit);
  const hashes = [...new Set(rows.flatMap((row) => row.failures))];
  const registered = new Map((await readFailuresByHash(deps.db, scope, hashes)).map((row) => [row.hash, row]));
  return rows.map((row) => errorChainRow(row, registered));
}
