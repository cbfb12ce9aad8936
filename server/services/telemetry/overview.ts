import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { agentRows, skillRows, toolRows } from "../../core/telemetry/breakdowns";
import { type Figures, figuresOf } from "../../core/telemetry/figures";
import { keptFills } from "../../core/telemetry/fills";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { Overview } from "../../core/telemetry/overview-view";
import { readAgentOrder } from "../../db/telemetry/facets";
import type { ProjectStateRow } from "../../db/telemetry/project-state";
import type { SessionCountRow } from "../../db/telemetry/session-totals";
import type { Deps } from "../deps";
import { askedView } from "./asked";
import { previousTotals, readGroups } from "./groups";
import { noisiestSessions } from "./noisiest";
import { rangeOf } from "./range-of";
import { countInRange } from "./window-use";

/**
 * Everything the overview shows, from the rollups alone: where tokens went, who brought the noise and how it moved. One snapshot feeds all breakdowns, so that each adds up to the totals.
 */
export async function overview(deps: Deps, scope: ProjectScope, filter: TelemetryFilter): Promise<Result<Overview>> {
  const { range, state, now } = await rangeOf(deps, scope, filter);
  const [read, counted, noisiest, agentOrder] = await Promise.all([
    readGroups(deps, scope, filter, range, now),
    countInRange(deps, scope, filter, range),
    noisiestSessions(deps, scope, filter, range),
    readAgentOrder(deps.db, scope),
  ]);

  const { groups, ofKinds, trend } = read;
  const asked = askedView(scope, filter, range);
  const totals = figuresOf(ofKinds);
  const agents = agentRows(groups);
  const { skills, noSkill } = skillRows(groups);
  const { tools, noTool } = toolRows(groups);
  return ok({
    ...asked,
    asOf: now.toISOString(),
    tokensBasis: "estimated",
    sessions: sessionsView(state, counted),
    totals: withSavings(totals),
    previousTotals: previousTotals(read),
    fills: keptFills(ofKinds.map((row) => ({ kind: row.kind ?? "other", pass: row.pass, tokens: row.tokens }))),
    agents,
    skills,
    noSkill,
    tools,
    noTool,
    trend,
    noisiest,
    lag: { sessions: state.waiting, oldestAt: state.oldestWaitingAt?.toISOString() ?? null, failed: state.failed },
    agentOrder,
  });
}

function withSavings(totals: Figures): Overview["totals"] {
  const { idle, dropped } = totals.noise;
  return { ...totals, idleTokens: idle, couldBeSavedTokens: totals.provenTokens + idle, savedTokens: dropped };
}

function sessionsView(state: ProjectStateRow, counted: SessionCountRow): Overview["sessions"] {
  const { sessions, peaksAbove: _peaksAbove, ...peaks } = counted;
  return {
    inProject: state.sessions,
    inRange: sessions,
    lastEventAt: state.lastAt?.toISOString() ?? null,
    ...peaks,
  };
}
