import type { ProjectScope } from "../../core/access/scope";
import { windowOf as sizeOfWindow } from "../../core/budget/windows";
import { notFound, ok, type Result } from "../../core/result";
import { capabilityOf } from "../../core/telemetry/capability";
import { costOf, provenOf } from "../../core/telemetry/figures";
import type { SessionDetail, ThreadSummary } from "../../core/telemetry/session-views";
import { enteredOf, residencyCounts, windowOf } from "../../core/telemetry/window";
import {
  type EventGroupRow,
  readEventGroups,
  readSessionHead,
  readShadowRun,
  readThreads,
  readThreadUsage,
  type SessionHeadRow,
  type ThreadRow,
  type ThreadUsageRow,
} from "../../db/sessions/session";
import { readAgentOrder } from "../../db/telemetry/facets";
import type { Deps } from "../deps";

/** The head of a session page: who, what filled each window, what the plan would leave, what lags. */
export async function getSession(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly number: number },
): Promise<Result<SessionDetail>> {
  const head = await readSessionHead(deps.db, scope, input.number);
  if (!head) return notFound("session", input.number);
  const plan = await readShadowRun(deps.db, scope, head.id);
  const [threads, groups, usage, agentOrder] = await Promise.all([
    readThreads(deps.db, scope, head.id),
    readEventGroups(deps.db, scope, head.id, plan?.id ?? null),
    readThreadUsage(deps.db, scope, head.id),
    readAgentOrder(deps.db, scope),
  ]);
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    ...headView(head),
    ...sizeOfWindow({ told: head.windowTokens, model: head.model, seenTokens: peakOfMain(threads, usage) }),
    plan: plan && {
      policyVersion: plan.policyVersion,
      beforeTokens: plan.beforeTokens,
      afterTokens: plan.afterTokens,
      changedEvents: plan.changedEvents,
      protectedEvents: plan.protectedEvents,
    },
    totals: totalsOf(head, groups, usage),
    threads: inOrder(threads, groups).map((thread) => threadView(thread, groups, usage)),
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

/** The main thread, then sub-agents as they appeared, then internal helpers. */
function inOrder(threads: readonly ThreadRow[], groups: readonly EventGroupRow[]): ThreadRow[] {
  const firstMs = (thread: ThreadRow) =>
    Math.min(...groups.filter((group) => group.thread === thread.key).map((group) => group.firstAt.getTime()));
  const rank = (thread: ThreadRow) => (thread.auxiliary ? 2 : thread.parentKey === null ? 0 : 1);
  return threads
    .map((thread) => ({ thread, rank: rank(thread), firstMs: firstMs(thread) }))
    .sort((a, b) => a.rank - b.rank || compareTimes(a.firstMs, b.firstMs))
    .map(({ thread }) => thread);
}

/** Threads without events have no first time; they come last. */
function compareTimes(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** As rollups name it: a thread whose agent nobody told goes by its key. */
function agentOf(thread: ThreadRow): string {
  if (thread.auxiliary) return "auxiliary";
  return thread.agent ?? thread.key;
}

function threadView(
  thread: ThreadRow,
  groups: readonly EventGroupRow[],
  usage: readonly ThreadUsageRow[],
): ThreadSummary {
  const own = groups.filter((group) => group.thread === thread.key);
  const requests = usage.find((row) => row.thread === thread.key);
  return {
    key: thread.key,
    agent: agentOf(thread),
    label: thread.label,
    parentKey: thread.parentKey,
    auxiliary: thread.auxiliary,
    events: sum(own, (group) => group.events),
    errors: sum(own, (group) => group.errors),
    addedTokens: sum(own, (group) => group.tokens),
    requests: requests?.requests ?? 0,
    lastContextTokens: requests?.lastContextTokens ?? null,
    peakContextTokens: requests?.peakContextTokens ?? null,
    window: windowOf(own),
    residencies: residencyCounts(own),
  };
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

function sum<T>(items: readonly T[], read: (item: T) => number): number {
  return items.reduce((total, item) => total + read(item), 0);
}
