import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { skillRows, toolRows } from "../../core/telemetry/breakdowns";
import { figuresOf } from "../../core/telemetry/figures";
import { type TelemetryFilter, withChange } from "../../core/telemetry/filter";
import type { AgentPage } from "../../core/telemetry/insight-views";
import { readBreakdown } from "../../db/telemetry/breakdown";
import { readAgentOrder } from "../../db/telemetry/facets";
import { readAgentSeen } from "../../db/telemetry/seen";
import type { Deps } from "../deps";
import { askedOf } from "./asked";
import { errorRowsOf } from "./error-chains";
import { previousTotals, readGroups } from "./groups";
import { noisiestSessions } from "./noisiest";
import { targetRowsOf } from "./targets";
import { countInRange } from "./window-use";

/**
 * One agent role: what it added and how much of it was noise, what it reads again, its errors and worst sessions. The
 * filter of its own dimension gives way to the page's agent; a name that nobody has gives empty figures.
 */
export async function agentPage(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly agent: string; readonly filter: TelemetryFilter },
): Promise<Result<AgentPage>> {
  const filter = withChange(input.filter, { agent: [] });
  const { range, now, asked } = await askedOf(deps, scope, filter);
  const own = withChange(filter, { agent: [input.agent] });
  const [groups, project, counted, rereads, errors, noisiest, seen, agentOrder] = await Promise.all([
    readGroups(deps, scope, own, range, now),
    readBreakdown(deps.db, scope, filter, range, "client"),
    countInRange(deps, scope, own, range),
    targetRowsOf(deps, scope, own, range, "file"),
    errorRowsOf(deps, scope, own, range),
    noisiestSessions(deps, scope, own, range),
    readAgentSeen(deps.db, scope, input.agent),
    readAgentOrder(deps.db, scope),
  ]);
  return ok({
    ...asked,
    agent: input.agent,
    clients: [...new Set(groups.groups.flatMap((row) => row.client ?? []))].sort(),
    firstSeenAt: seen.firstAt?.toISOString() ?? null,
    lastSeenAt: seen.lastAt?.toISOString() ?? null,
    sessions: counted.sessions,
    totals: figuresOf(groups.ofKinds),
    previousTotals: previousTotals(groups),
    projectTotals: figuresOf(project),
    trend: groups.trend,
    tools: toolRows(groups.groups).tools,
    skills: skillRows(groups.groups).skills,
    rereads,
    errors,
    noisiest,
    agentOrder,
  });
}
