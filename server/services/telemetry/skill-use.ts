import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { SkillUse, SkillUseRow } from "../../core/telemetry/insight-views";
import type { GrainedPeriod } from "../../db/telemetry/breakdown";
import { readSkillUse } from "../../db/telemetry/skill-use";
import type { Deps } from "../deps";
import { askedOf } from "./asked";

const MAX_ROWS = 50;

/** Skills that were loaded, and in how many of those sessions anyone named what they brought. */
export async function skillUse(deps: Deps, scope: ProjectScope, filter: TelemetryFilter): Promise<Result<SkillUse>> {
  const { range, asked } = await askedOf(deps, scope, filter);
  return ok({ ...asked, rows: await skillUseRowsOf(deps, scope, filter, range) });
}

export async function skillUseRowsOf(
  deps: Deps,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
): Promise<SkillUseRow[]> {
  const rows = await readSkillUse(deps.db, scope, filter, period, MAX_ROWS);
  return rows.map(({ lastLoadedAt, ...row }) => ({ ...row, lastLoadedAt: lastLoadedAt.toISOString() }));
}
