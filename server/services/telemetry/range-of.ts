import type { ProjectScope } from "../../core/access/scope";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import { type ResolvedRange, resolveRange } from "../../core/telemetry/range";
import { type ProjectStateRow, readProjectState } from "../../db/telemetry/project-state";
import type { Deps } from "../deps";

/** The range that a filter means today in this project, and what is known of the project's sessions. */
export async function rangeOf(
  deps: Deps,
  scope: ProjectScope,
  filter: TelemetryFilter,
): Promise<{ range: ResolvedRange; state: ProjectStateRow; now: Date }> {
  const now = deps.clock.now();
  const state = await readProjectState(deps.db, scope);
  const extent =
    state.firstAt && state.lastAt ? { firstMs: state.firstAt.getTime(), lastMs: state.lastAt.getTime() } : null;
  return { range: resolveRange(filter, now.getTime(), scope.timeZone, extent), state, now };
}
