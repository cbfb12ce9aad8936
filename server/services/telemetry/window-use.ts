import type { ProjectScope } from "../../core/access/scope";
import { windowSizes } from "../../core/budget/windows";
import { ok, type Result } from "../../core/result";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import { FULL_WINDOW_SHARE } from "../../core/telemetry/findings/rules";
import type { WindowUse } from "../../core/telemetry/insight-views";
import type { GrainedPeriod } from "../../db/telemetry/breakdown";
import {
  countSessions,
  readModelsWithoutWindow,
  readWindowUse,
  type SessionCountRow,
} from "../../db/telemetry/session-totals";
import type { ModelSize } from "../../db/telemetry/window-tenth";
import type { Deps } from "../deps";
import { askedOf } from "./asked";

const TENTHS = 11;

/** Sessions by how full their window got. */
export async function windowUse(deps: Deps, scope: ProjectScope, filter: TelemetryFilter): Promise<Result<WindowUse>> {
  const { range, asked } = await askedOf(deps, scope, filter);
  const sizes = await modelSizes(deps, scope);
  const { tenths, ...use } = await readWindowUse(deps.db, scope, filter, range, sizes);
  return ok({
    ...asked,
    ...use,
    tenths: Array.from({ length: TENTHS }, (_, index) => ({
      fromShare: index / 10,
      toShare: index === TENTHS - 1 ? null : (index + 1) / 10,
      sessions: tenths[index] ?? 0,
    })),
  });
}

/** How many sessions added something in the range, and how full their windows got. */
export async function countInRange(
  deps: Deps,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
): Promise<SessionCountRow> {
  return countSessions(deps.db, scope, filter, period, await modelSizes(deps, scope), FULL_WINDOW_SHARE);
}

/** Sizes of windows by model, for sessions whose client did not tell. */
export async function modelSizes(deps: Deps, scope: ProjectScope): Promise<ModelSize[]> {
  const models = await readModelsWithoutWindow(deps.db, scope);
  return models.flatMap((model) => windowSizes(model).map((tokens) => ({ model, tokens })));
}
