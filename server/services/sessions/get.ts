import type { ProjectScope } from "../../core/access/scope";
import { windowOf as sizeOfWindow } from "../../core/budget/windows";
import { readSavedPolicy } from "../../core/policy/read";
import { notFound, ok, type Result } from "../../core/result";
import { capabilityOf } from "../../core/telemetry/capability";
import { SOURCES, sourceOf } from "../../core/telemetry/event-filter";
import { costOf, provenOf } from "../../core/telemetry/figures";
import type { SessionDetail } from "../../core/telemetry/session-views";
import { enteredOf } from "../../core/telemetry/window";
import { findNewestVersion } from "../../db/policy/versions";
import {
  type EventGroupRow,
  readEventGroups,
  readSessionHead,
  readShadowRun,
  readSpawns,
  readThreads,
  readThreadUsage,
  type SessionHeadRow,
  type ThreadRow,
  type ThreadUsageRow,
} from "../../db/sessions/session";
import { readAgentOrder } from "../../db/telemetry/facets";
import type { Deps } from "../deps";
import { sum } from "./sum";
import { inOrder, provenTokens, threadView } from "./threads";

/** The head of a session page: who, what filled each window, what the plan would leave, what lags. */
export async function getSession(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly number: number },
): Promise<Result<SessionDetail>> {
  const head = await readSessionHead(deps.db, scope, input.number);
  if (!head) return notFound("session", input.number);
  const [plan, threads] = await Promise.all([
    readShadowRun(deps.db, scope, head.id),
    readThreads(deps.db, scope, head.id),
  ]);
  const [groups, usage, agentOrder, spawns, policy] = await Promise.all([
    readEventGroups(deps.db, scope, head.id, plan?.id ?? null),
    readThreadUsage(deps.db, scope, head.id),
    readAgentOrder(deps.db, scope),
    readSpawns(
      deps.db,
      scope,
      head.id,
      threads.flatMap(({ spawnedByCallId }) => spawnedByCallId ?? []),
    ),
    findNewestVersion(deps.db.prisma, scope),
  ]);
  const { budget } = readSavedPolicy(policy?.version ?? 0, policy?.body ?? {}).policy;
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    ...headView(head),
    ...sizeOfWindow({ told: head.windowTokens, model: head.model, seenTokens: peakOfMain(threads, usage) }),
    thresholds: { prune: budget.pruneShare, compact: budget.compactShare, checkpoint: budget.checkpointShare },
    plan: plan && {
      policyVersion: plan.policyVersion,
      beforeTokens: plan.beforeTokens,
      afterTokens: plan.afterTokens,
      changedEvents: plan.changedEvents,
      protectedEvents: plan.protectedEvents,
    },
    totals: totalsOf(head, groups, usage),
    threads: inOrder(threads, groups).map((thread) => threadView(thread, { groups, usage, spawns })),
    agentOrder,
  });
}

function headView(head: SessionHeadRow) {
  const { startedAt, lastEventAt, waiting, analysedAt, failed, carriedTokens: _c, costNanoUsd: _n, ...rest } = head;
  return {
    ...rest,
    capability: capabilityOf(head.client),
    startedAt: startedAt.toISOString(),
    lastEventAt: lastEventAt.toISOString(),
    lag: { waiting, analysedAt: analysedAt?.toISOString() ?? null, failed },
  };
}

/** The fullest request of the main thread: sub-agents may run other models. */
function peakOfMain(threads: readonly ThreadRow[], usage: readonly ThreadUsageRow[]): number | null {
  const main = threads.filter((thread) => thread.parentKey === null && !thread.auxiliary).map((thread) => thread.key);
  const peaks = usage.flatMap((row) => (main.includes(row.thread) ? [row.peakContextTokens ?? 0] : []));
  return peaks.length === 0 ? null : Math.max(...peaks);
}

/** What entered by where it came from, the largest first. */
function sourcesOf(groups: readonly EventGroupRow[]): SessionDetail["totals"]["sources"] {
  return SOURCES.map((source) => {
    const own = groups.filter((group) => sourceOf(group.kind, group.toolClass) === source);
    return {
      source,
      events: sum(own, (group) => group.events),
      tokens: sum(own, (group) => group.tokens),
      provenTokens: provenTokens(own),
    };
  })
    .filter(({ events }) => events > 0)
    .sort((a, b) => b.tokens - a.tokens);
}

function totalsOf(
  head: SessionHeadRow,
  groups: readonly EventGroupRow[],
  usage: readonly ThreadUsageRow[],
): SessionDetail["totals"] {
  const entered = enteredOf(groups);
  const reported = (read: (row: ThreadUsageRow) => number | null) => {
    const known = usage.map(read).filter((value) => value !== null);
    return known.length === 0 ? null : sum(known, (value) => value);
  };
  return {
    events: sum(groups, (group) => group.events),
    errors: sum(groups, (group) => group.errors),
    requests: sum(usage, (row) => row.requests),
    addedTokens: sum(groups, (group) => group.tokens),
    tokensExact: groups.length > 0 && groups.every((group) => group.allReported),
    ...entered,
    sources: sourcesOf(groups),
    provenTokens: provenOf(entered.noise),
    carriedTokens: head.carriedTokens,
    costUsd: costOf(
      head.costNanoUsd,
      sum(groups, (group) => group.unpricedTokens),
    ),
    usage: {
      inputTokens: reported((row) => row.inputTokens),
      cacheWriteTokens: reported((row) => row.cacheWriteTokens),
      cacheReadTokens: reported((row) => row.cacheReadTokens),
      outputTokens: reported((row) => row.outputTokens),
      reasoningTokens: reported((row) => row.reasoningTokens),
    },
  };
}
