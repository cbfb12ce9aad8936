import { RESOLVABLE_KINDS } from "../events/kinds";
import type { Mentions } from "../prune/mentions";
import type { PrunePolicy } from "../prune/model";
import { type Entry, turnAfterRequests } from "../prune/timeline";

export const IDLE_RULE = "noise.idle";

const JUDGED: ReadonlySet<string> = new Set(RESOLVABLE_KINDS);

/** Why an event is idle, and the turn at which that was established. */
export interface Idle {
  readonly sinceTurn: number;
  readonly reason: string;
}

/**
 * Idle noise: an event that no rule took and nothing but the tail protects (the caller knows), that was carried by so
 * many requests of its window, and that nobody referred to again in the session (see Mentions). It counts from the
 * request that made the number full: before that, nobody could have known. A skill is followed and seldom quoted, so it
 * is only idle when no call was made between its load and the next prompt. Linear in the text of the event.
 */
export function idleOf(entry: Entry, policy: PrunePolicy, mentions: Mentions): Idle | null {
  if (!isCandidate(entry, policy)) return null;
  const sinceTurn = turnAfterRequests(entry, policy.idleTurns);
  const isFollowed = entry.event.kind === "skill_load" && mentions.isFollowed(entry);
  if (sinceTurn === null || isFollowed || mentions.refersTo(entry)) return null;
  const reason = `Nobody referred to it in the ${entry.ageTurns} requests that carried it, nor later in the session.`;
  return { sinceTurn, reason };
}

function isCandidate(entry: Entry, policy: PrunePolicy): boolean {
  const { event } = entry;
  return JUDGED.has(event.kind) && entry.visible && event.tokens > 0 && entry.ageTurns >= policy.idleTurns;
}
