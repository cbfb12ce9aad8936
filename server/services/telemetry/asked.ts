import type { ProjectScope } from "../../core/access/scope";
import { type TelemetryFilter, withChange } from "../../core/telemetry/filter";
import type { Overview } from "../../core/telemetry/overview-view";
import type { ResolvedRange } from "../../core/telemetry/range";
import type { Deps } from "../deps";
import { rangeOf } from "./range-of";

/** The range that a filter means today, and what every chart's answer says of itself. */
export async function askedOf(deps: Deps, scope: ProjectScope, filter: TelemetryFilter) {
  const { range, now } = await rangeOf(deps, scope, filter);
  return { range, now, asked: askedView(scope, filter, range) };
}

export function askedView(scope: ProjectScope, filter: TelemetryFilter, range: ResolvedRange) {
  return { filter: explicit(filter, range), range: rangeView(range), timeZone: scope.timeZone };
}

/** The filter with the range that was chosen for it, so that links mean the same tomorrow. */
export function explicit(filter: TelemetryFilter, range: ResolvedRange): TelemetryFilter {
  return range.preset === null ? filter : withChange(filter, { range: range.preset });
}

export function rangeView(range: ResolvedRange): Overview["range"] {
  const iso = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => ({
    fromIso: new Date(fromMs).toISOString(),
    toIso: new Date(toMs).toISOString(),
  });
  return {
    ...iso(range),
    preset: range.preset,
    from: range.from,
    to: range.to,
    grain: range.grain,
    previous: range.previous ? iso(range.previous) : null,
  };
}
