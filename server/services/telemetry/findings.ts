import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { breakdownRows } from "../../core/telemetry/breakdown-rows";
import { agentRows, skillRows, toolRows } from "../../core/telemetry/breakdowns";
import { figuresOf } from "../../core/telemetry/figures";
import { hasDimensions, type TelemetryFilter } from "../../core/telemetry/filter";
import { findingsOf } from "../../core/telemetry/findings";
import type { Findings } from "../../core/telemetry/insight-views";
import type { ResolvedRange } from "../../core/telemetry/range";
import { readBreakdown } from "../../db/telemetry/breakdown";
import { type FailingCommandRow, readFailingCommands } from "../../db/telemetry/failing-commands";
import { readAgentSums, readRollupGroups } from "../../db/telemetry/rollup-groups";
import type { Deps } from "../deps";
import { askedOf } from "./asked";
import { errorRowsOf } from "./error-chains";
import { skillUseRowsOf } from "./skill-use";
import { targetRowsOf } from "./targets";
import { countInRange } from "./window-use";

const FAILING_AT_LEAST = 3;
const FAILING = 3;
/** A finding names one of the largest, so the rest of a breakdown is not needed. */
const VALUES = 20;
/** Of the costliest errors the first one that failed often enough is told. */
const ERRORS = 5;

/** What stands out in a range, from the rows of the overview's charts. It asks for most of them, so it comes after. */
export async function findings(deps: Deps, scope: ProjectScope, filter: TelemetryFilter): Promise<Result<Findings>> {
  const { db } = deps;
  const { range, asked } = await askedOf(deps, scope, filter);
  const { previous, grain } = range;
  const [groups, before, counted, uses, models, branches, files, errors, failing] = await Promise.all([
    readRollupGroups(db, scope, filter, range),
    previous ? readAgentSums(db, scope, filter, { ...previous, grain }) : null,
    countInRange(deps, scope, filter, range),
    skillUseRowsOf(deps, scope, filter, range),
    readBreakdown(db, scope, filter, range, "model"),
    readBreakdown(db, scope, filter, range, "branch"),
    targetRowsOf(deps, scope, filter, range, "file"),
    errorRowsOf(deps, scope, filter, range, ERRORS),
    hasDimensions(filter) ? [] : failingCommands(deps, scope, range),
  ]);
  const stated = findingsOf({
    filter: asked.filter,
    totals: figuresOf(groups.filter((row) => row.kind !== null)),
    agents: agentRows(groups),
    agentsBefore: before && agentRows(before),
    skills: skillRows(groups).skills,
    tools: toolRows(groups).tools,
    uses,
    models: breakdownRows(models, VALUES).rows,
    branches: breakdownRows(branches, VALUES).rows,
    files,
    errors,
    failing,
    windows: { known: counted.peaksKnown, full: counted.peaksAbove },
  });
  return ok({ ...asked, findings: stated });
}

/** Of all time the registry itself knows how often each failure occurred. */
function failingCommands({ db }: Deps, scope: ProjectScope, range: ResolvedRange): Promise<FailingCommandRow[]> {
  const period = range.preset === "all" ? null : range;
  return readFailingCommands(db, scope, period, FAILING_AT_LEAST, FAILING);
}
