import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import { heatCells } from "../../core/telemetry/heat-cells";
import type { HeatMap } from "../../core/telemetry/insight-views";
import { readHours } from "../../db/telemetry/breakdown";
import type { Deps } from "../deps";
import { askedOf } from "./asked";

/** When in the week tokens came in, and how much of them was noise. */
export async function heatMap(deps: Deps, scope: ProjectScope, filter: TelemetryFilter): Promise<Result<HeatMap>> {
  const { range, asked } = await askedOf(deps, scope, filter);
  return ok({ ...asked, cells: heatCells(await readHours(deps.db, scope, filter, range), scope.timeZone) });
}
