import type { SessionInput } from "../prune/model";
import { type Entry, timelineOf } from "../prune/timeline";
import { safeText } from "../redact/safe-text";
import type { Availability, Rejection } from "./answer";
import type { Judgement, PlannedTransition } from "./archive";
import { nameTargets } from "./name-targets";
import { refOf } from "./ref";

/**
 * Judges a restore. Anybody may restore any event: it only puts back what the session said. An event that has left the
 * window cannot be projected any more: it is `history-only`, nothing changes, and `history.get` has its text. What is in
 * full already is told so, because a caller that restores it takes something for archived that is not.
 */
export function judgeRestore(session: SessionInput, refs: readonly string[]): Judgement {
  const { byRef } = timelineOf(session);
  const rejected: Rejection[] = [];
  const transitions: PlannedTransition[] = [];
  const availability: Record<string, Availability> = {};
  const targets = refs.map((ref) => ({ ref }));
  for (const one of nameTargets(targets, byRef)) {
    if ("rejection" in one) {
      rejected.push(one.rejection);
      continue;
    }
    const { entry, ref } = one;
    const transition = toFull(session, entry);
    if (!entry.inContext) availability[ref] = "history-only";
    else if (transition === null) rejected.push(fullAlready(ref));
    else {
      transitions.push(transition);
      availability[ref] = "projected";
    }
  }
  return rejected.length > 0 ? { ok: false, rejected } : { ok: true, transitions, availability };
}

/** Null when the event is in full already. */
function toFull(session: SessionInput, { event }: Entry): PlannedTransition | null {
  const from = session.standings.get(event.ref)?.residency ?? "full";
  if (from === "full") return null;
  return { entryId: event.ref, from, to: "full", retained: null, reason: safeText("Restored on request.") };
}

function fullAlready(ref: string): Rejection {
  return { ref, reason: "already_full", message: `${ref} is in full already; nothing is left to do.` };
}

/** Refs of an answer that are history. */
export function historyOnly(availability: Readonly<Record<string, Availability>> | undefined): string[] {
  return Object.entries(availability ?? {}).flatMap(([ref, where]) => (where === "history-only" ? [ref] : []));
}

/** What a restore says when it is done. */
export function restoredMessage(changed: readonly string[], history: readonly string[]): string {
  const restored = changed.length === 0 ? "" : `Restored ${changed.map(refOf).join(", ")} to full.`;
  if (history.length === 0) return restored;
  const one = history.length === 1;
  const gone = `${history.join(", ")} ${one ? "has" : "have"} left the window: read ${one ? "it" : "them"} with history.get.`;
  return restored === "" ? gone : `${restored} ${gone}`;
}
