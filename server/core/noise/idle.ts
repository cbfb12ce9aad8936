import { RESOLVABLE_KINDS } from "../events/kinds";
import { mentionsOf } from "../prune/mentions";
import type { PrunePolicy } from "../prune/model";
import { type Entry, type Timeline, turnAfterRequests } from "../prune/timeline";

export const IDLE_RULE = "noise.idle";

const JUDGED: ReadonlySet<string> = new Set(RESOLVABLE_KINDS);

/** An event that nobody used, and the turn at which that was established. */
export interface Idle {
  readonly entry: Entry;
  readonly sinceTurn: number;
  readonly reason: string;
}

/**
 * Idle noise: an event that no rule took and nothing but the tail protects, that was carried by so many requests of
 * its window, and that nobody referred to again in the session (see Mentions). It counts from the request that made
 * the number full: before that, nobody could have known. A skill is followed and seldom quoted, so it is only idle when
 * no call was made between its load and the next prompt. Linear in the text of the session.
 */
export function findIdle(timeline: Timeline, policy: PrunePolicy, isOpen: (entry: Entry) => boolean): Idle[] {
  const candidates = timeline.entries.filter((entry) => isCandidate(entry, policy) && isOpen(entry));
  if (candidates.length === 0) return [];
  const mentions = mentionsOf(timeline);
  const lastCalls = lastCallsOfUserTurns(timeline);
  return candidates.flatMap((entry) => {
    const sinceTurn = turnAfterRequests(entry, policy.idleTurns);
    if (sinceTurn === null || isFollowed(entry, lastCalls) || mentions.refersTo(entry)) return [];
    const reason = `Nobody referred to it in the ${entry.ageTurns} requests that carried it, nor later in the session.`;
    return [{ entry, sinceTurn, reason }];
  });
}

function isCandidate(entry: Entry, policy: PrunePolicy): boolean {
  const { event } = entry;
  return JUDGED.has(event.kind) && entry.visible && event.tokens > 0 && entry.ageTurns >= policy.idleTurns;
}

/** Position of the last call of each user turn, by thread. */
function lastCallsOfUserTurns(timeline: Timeline): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const entry of timeline.entries) if (entry.event.kind === "tool_call") last.set(turnKey(entry), entry.order);
  return last;
}

function isFollowed(entry: Entry, lastCalls: ReadonlyMap<string, number>): boolean {
  return entry.event.kind === "skill_load" && (lastCalls.get(turnKey(entry)) ?? -1) > entry.order;
}

function turnKey({ event, userTurn }: Entry): string {
  return `${userTurn}\n${event.thread}`;
}
