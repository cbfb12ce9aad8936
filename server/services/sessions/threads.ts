import { OUTCOMES } from "../../core/events/kinds";
import { PROVEN_CLASSES } from "../../core/prune/model";
import type { ThreadSummary } from "../../core/telemetry/session-views";
import { noiseClassOf, residencyCounts, windowOf } from "../../core/telemetry/window";
import type { EventGroupRow, SpawnRow, ThreadRow, ThreadUsageRow } from "../../db/sessions/session";
import { sum } from "./sum";

/** As rollups name it: a thread whose agent nobody told goes by its key. */
export function agentOf(thread: ThreadRow): string {
  if (thread.auxiliary) return "auxiliary";
  return thread.agent ?? thread.key;
}

/** The main thread, then sub-agents as they appeared, then internal helpers. */
export function inOrder(threads: readonly ThreadRow[], groups: readonly EventGroupRow[]): ThreadRow[] {
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

export interface ThreadSources {
  readonly groups: readonly EventGroupRow[];
  readonly usage: readonly ThreadUsageRow[];
  readonly spawns: readonly SpawnRow[];
}

export function threadView(thread: ThreadRow, { groups, usage, spawns }: ThreadSources): ThreadSummary {
  const own = groups.filter((group) => group.thread === thread.key);
  const requests = usage.find((row) => row.thread === thread.key);
  return {
    key: thread.key,
    agent: agentOf(thread),
    label: thread.label,
    parentKey: thread.parentKey,
    auxiliary: thread.auxiliary,
    spawnedBy: spawnOf(thread, spawns),
    events: sum(own, (group) => group.events),
    errors: sum(own, (group) => group.errors),
    addedTokens: sum(own, (group) => group.tokens),
    provenTokens: provenTokens(own),
    requests: requests?.requests ?? 0,
    lastContextTokens: requests?.lastContextTokens ?? null,
    peakContextTokens: requests?.peakContextTokens ?? null,
    window: windowOf(own),
    residencies: residencyCounts(own),
  };
}

export function provenTokens(groups: readonly EventGroupRow[]): number {
  return sum(groups, ({ noise, tokens }) => {
    const known = noiseClassOf(noise);
    return known !== null && PROVEN_CLASSES.includes(known) ? tokens : 0;
  });
}

/** Clients name the call in both threads; only what stands in another thread can have started this one. */
function spawnOf(thread: ThreadRow, spawns: readonly SpawnRow[]): ThreadSummary["spawnedBy"] {
  const own = spawns.filter((spawn) => spawn.callId === thread.spawnedByCallId && spawn.thread !== thread.key);
  const call = own.find((spawn) => spawn.isCall);
  const result = own.find((spawn) => !spawn.isCall) ?? null;
  const start = call ?? result;
  if (!start) return null;
  return {
    ref: start.ref,
    thread: start.thread,
    resultRef: result?.ref ?? null,
    outcome: OUTCOMES.find((outcome) => outcome === result?.outcome) ?? null,
  };
}
