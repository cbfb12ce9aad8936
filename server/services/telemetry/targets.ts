import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { TargetKind, TargetRow, Targets } from "../../core/telemetry/insight-views";
import { targetRow } from "../../core/telemetry/target-rows";
import type { GrainedPeriod } from "../../db/telemetry/breakdown";
import { readTargets } from "../../db/telemetry/targets";
import type { Deps } from "../deps";
import { askedOf } from "./asked";

const MAX_ROWS = 20;

/** Files or commands that brought the same again, the largest repeats first. */
export async function targets(
  deps: Deps,
  scope: ProjectScope,
  { kind, filter }: { readonly kind: TargetKind; readonly filter: TelemetryFilter },
): Promise<Result<Targets>> {
  const { range, asked } = await askedOf(deps, scope, filter);
  return ok({ ...asked, rows: await targetRowsOf(deps, scope, filter, range, kind) });
}

export async function targetRowsOf(
  deps: Deps,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
  kind: TargetKind,
): Promise<TargetRow[]> {
  const rows = await readTargets(deps.db, scope, filter, period, kind, MAX_ROWS);
  return rows.map((row) => targetRow(row, kind));
}
