import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { agentRows, skillRows } from "../../core/telemetry/breakdowns";
import { figuresOf } from "../../core/telemetry/figures";
import { type TelemetryFilter, withChange } from "../../core/telemetry/filter";
import type { SkillPage, SkillVersion } from "../../core/telemetry/insight-views";
import type { SkillRow } from "../../core/telemetry/overview-view";
import type { ResolvedRange } from "../../core/telemetry/range";
import { readAgentOrder } from "../../db/telemetry/facets";
import { readRollupGroups } from "../../db/telemetry/rollup-groups";
import { readSkillItem, readSkillVersions, type SkillVersionRow } from "../../db/telemetry/skill-use";
import type { Deps } from "../deps";
import { askedOf } from "./asked";
import { readGroups } from "./groups";
import { noisiestSessions } from "./noisiest";
import { skillUseRowsOf } from "./skill-use";

const MAX_VERSIONS = 50;

/**
 * One skill: its load and what came under it, how it was used, and what each version of its body did. The filter of
 * its own dimension gives way to the page's skill; a name that nobody has gives empty figures.
 */
export async function skillPage(
  deps: Deps,
  scope: ProjectScope,
  { skill, filter: asking }: { readonly skill: string; readonly filter: TelemetryFilter },
): Promise<Result<SkillPage>> {
  const filter = withChange(asking, { skill: [] });
  const { range, now, asked } = await askedOf(deps, scope, filter);
  const own = withChange(filter, { skill: [skill] });
  const [{ groups, trend }, previous, uses, item, versions, noisiest, agentOrder] = await Promise.all([
    readGroups(deps, scope, own, range, now),
    readPreviousRow(deps, scope, own, range, skill),
    skillUseRowsOf(deps, scope, own, range),
    readSkillItem(deps.db, scope, skill),
    readSkillVersions(deps.db, scope, skill, MAX_VERSIONS),
    noisiestSessions(deps, scope, own, range),
    readAgentOrder(deps.db, scope),
  ]);
  return ok({
    ...asked,
    skill,
    path: item?.path ?? null,
    category: item?.category ?? null,
    row: skillRows(groups).skills[0] ?? emptyRow(skill),
    use: uses[0] ?? null,
    previous,
    trend,
    versions: versions.map((row, index) => versionView(row, versions[index - 1] ?? null)),
    agents: agentRows(groups),
    noisiest,
    agentOrder,
  });
}

function emptyRow(skill: string): SkillRow {
  return { skill, loads: 0, bodyTokens: 0, load: figuresOf([]), under: figuresOf([]) };
}

/** The same figures of the period before; null when everything is shown. */
async function readPreviousRow(
  deps: Deps,
  scope: ProjectScope,
  own: TelemetryFilter,
  { previous, grain }: ResolvedRange,
  skill: string,
): Promise<SkillRow | null> {
  if (!previous) return null;
  const columns = { startsMs: [previous.fromMs], areHours: grain === "hour" };
  const groups = await readRollupGroups(deps.db, scope, own, { ...previous, grain }, columns);
  return skillRows(groups).skills[0] ?? emptyRow(skill);
}

/** Newest first: a body stands until the one before it in the list was first seen. */
function versionView(
  { firstSeenAt, session, ref, ...row }: SkillVersionRow,
  next: SkillVersionRow | null,
): SkillVersion {
  return {
    ...row,
    firstSeenAt: firstSeenAt.toISOString(),
    until: next?.firstSeenAt.toISOString() ?? null,
    event: session === null || ref === null ? null : { session, ref },
  };
}
