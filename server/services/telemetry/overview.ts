import type { ProjectScope } from "../../core/access/scope";
import { windowSizes } from "../../core/budget/windows";
import { ok, type Result } from "../../core/result";
import { agentRows, mainCause, skillRows, toolRows, trendBuckets } from "../../core/telemetry/breakdowns";
import { bucketsOf, bucketUnit, previousBuckets } from "../../core/telemetry/buckets";
import { type Figures, figuresOf } from "../../core/telemetry/figures";
import { keptFills } from "../../core/telemetry/fills";
import { hasDimensions, needsSessionRollup, type TelemetryFilter, withChange } from "../../core/telemetry/filter";
import { findingsOf } from "../../core/telemetry/findings";
import type { NoisySession, Overview } from "../../core/telemetry/overview-view";
import type { ResolvedRange } from "../../core/telemetry/range";
import { readAgentOrder } from "../../db/telemetry/facets";
import { readFailingCommands } from "../../db/telemetry/failing-commands";
import type { ProjectStateRow } from "../../db/telemetry/project-state";
import { readBuckets, readRollupGroups } from "../../db/telemetry/rollup-groups";
import {
  countSessions,
  readModelsWithoutWindow,
  readNoisiestSessions,
  readSessionGroups,
} from "../../db/telemetry/session-totals";
import type { Deps } from "../deps";
import { rangeOf } from "./range-of";

const NOISIEST = 6;
const FAILING_AT_LEAST = 3;
const FAILING = 3;

/**
 * Everything the overview shows, from the rollups alone: where tokens went, who brought the noise, how it moved and
 * what stands out. One snapshot feeds all breakdowns, so that each adds up to the totals.
 */
export async function overview(deps: Deps, scope: ProjectScope, filter: TelemetryFilter): Promise<Result<Overview>> {
  const { range, state, now } = await rangeOf(deps, scope, filter);
  const resolved = explicit(filter, range);
  const table = needsSessionRollup(filter) ? "session_rollup" : "rollup";
  const buckets = bucketsOf(range, scope.timeZone);
  const [groups, previous, counted, noisiest, failing, agentOrder] = await Promise.all([
    readRollupGroups(
      deps.db,
      scope,
      table,
      filter,
      range,
      buckets.map((bucket) => bucket.fromMs),
    ),
    readPrevious(deps, scope, filter, range),
    countInRange(deps, scope, filter, range),
    noisiestSessions(deps, scope, filter, range),
    hasDimensions(filter) ? [] : readFailingCommands(deps.db, scope, range, FAILING_AT_LEAST, FAILING),
    readAgentOrder(deps.db, scope),
  ]);

  const ofKinds = groups.filter((row) => row.kind !== null);
  const totals = figuresOf(ofKinds);
  const agents = agentRows(groups);
  const { skills, noSkill } = skillRows(groups);
  const { tools, noTool } = toolRows(groups);
  return ok({
    timeZone: scope.timeZone,
    asOf: now.toISOString(),
    filter: resolved,
    range: rangeView(range),
    tokensBasis: "estimated",
    sessions: sessionsView(state, counted),
    totals: withSavings(totals),
    previousTotals: previous ? figuresOf(previous.groups) : null,
    fills: keptFills(ofKinds.map((row) => ({ kind: row.kind ?? "other", pass: row.pass, tokens: row.tokens }))),
    agents,
    skills,
    noSkill,
    tools,
    noTool,
    trend: { unit: bucketUnit(range), buckets: trendBuckets(buckets, groups, previous, now.getTime()) },
    noisiest,
    findings: findingsOf({ filter: resolved, totals, agents, skills, tools, failing }),
    lag: { sessions: state.waiting, oldestAt: state.oldestWaitingAt?.toISOString() ?? null, failed: state.failed },
    agentOrder,
  });
}

/** The filter with the range that was chosen for it, so that links mean the same tomorrow. */
export function explicit(filter: TelemetryFilter, range: ResolvedRange): TelemetryFilter {
  return range.preset === null ? filter : withChange(filter, { range: range.preset });
}

async function readPrevious(deps: Deps, scope: ProjectScope, filter: TelemetryFilter, range: ResolvedRange) {
  if (!range.previous) return null;
  const table = needsSessionRollup(filter) ? "session_rollup" : "rollup";
  const buckets = previousBuckets(range, scope.timeZone);
  const starts = buckets.map((bucket) => bucket.fromMs);
  return { buckets, groups: await readBuckets(deps.db, scope, table, filter, range.previous, starts) };
}

async function countInRange(deps: Deps, scope: ProjectScope, filter: TelemetryFilter, range: ResolvedRange) {
  const models = await readModelsWithoutWindow(deps.db, scope);
  const sizes = models.flatMap((model) => windowSizes(model).map((tokens) => ({ model, tokens })));
  return countSessions(deps.db, scope, filter, range, sizes);
}

async function noisiestSessions(
  deps: Deps,
  scope: ProjectScope,
  filter: TelemetryFilter,
  range: ResolvedRange,
): Promise<NoisySession[]> {
  const sessions = await readNoisiestSessions(deps.db, scope, filter, range, NOISIEST);
  const ids = sessions.map((session) => session.id);
  const groups = await readSessionGroups(deps.db, scope, filter, range, ids);
  return sessions.map(({ id, lastEventAt, ...session }) => {
    const own = groups.filter((row) => row.sessionId === id);
    return {
      ...session,
      lastEventAt: lastEventAt.toISOString(),
      figures: figuresOf(own),
      fills: keptFills(own),
      cause: mainCause(own),
    };
  });
}

function withSavings(totals: Figures): Overview["totals"] {
  const { idle, dropped } = totals.noise;
  return { ...totals, idleTokens: idle, couldBeSavedTokens: totals.provenTokens + idle, savedTokens: dropped };
}

function sessionsView(
  state: ProjectStateRow,
  counted: Awaited<ReturnType<typeof countSessions>>,
): Overview["sessions"] {
  const { sessions, ...peaks } = counted;
  return {
    inProject: state.sessions,
    inRange: sessions,
    lastEventAt: state.lastAt?.toISOString() ?? null,
    ...peaks,
  };
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
