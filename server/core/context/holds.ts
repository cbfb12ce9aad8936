import { findingsOf } from "../prune/explain";
import type { PrunePolicy, SessionInput } from "../prune/model";
import { resolvedError } from "../prune/passes/purge-errors/resolved-error";
import { protectionsOf } from "../prune/protect/order";
import type { Guard, Protection } from "../prune/rule";
import { type Entry, timelineOf } from "../prune/timeline";

/** A protection that also stands against an archive that someone asks for. */
export interface Hold {
  readonly reason: "protected" | "in_flight";
  /** Stable id such as `protect.core-files`. */
  readonly protection: string;
  readonly pattern: string | null;
  /** One sentence of the protection itself. */
  readonly why: string;
}

const IN_FLIGHT = "protect.in-flight";

/** Delays that are more than a window: work in flight, the evidence of the current verification, an open failure. */
const HOLD_ON_REQUEST: ReadonlySet<string> = new Set([IN_FLIGHT, "protect.verification", "protect.linked-failure"]);
/** Delays that only measure age or guess what is current. */
const WINDOWS: ReadonlySet<string> = new Set(["protect.tail", "protect.current-files"]);

/**
 * What keeps an event from being archived.
 * - `request`: everything that stands, work in flight, verification and open failures. The windows and the other delays
 *   only stand in for a judgement of the pipeline, and whoever asks has made that judgement. A result that was named
 *   lately is no work in flight here, since the request itself names it.
 * - `suggestion`: every protection but the windows, because in doubt a result stays in full.
 *
 * A protection whose pattern cannot be read holds everything, as it does for the pipeline.
 */
export function holdsOf(
  session: SessionInput,
  policy: PrunePolicy,
  against: "request" | "suggestion",
): (entry: Entry) => Hold | null {
  const timeline = timelineOf(session);
  // The protection of verification asks which failures were resolved; no protection asks for more.
  const board = findingsOf(timeline, [resolvedError]);
  const counted = against === "request" ? { ...policy, referencedWithinTurns: 0 } : policy;
  const started = protectionsOf(session)
    .filter((protection) => holds(protection, against))
    .map((protection) => ({ protection, guard: protection.begin(timeline, counted, board) }));
  return (entry) => {
    for (const { protection, guard } of started) {
      if (protection.id === IN_FLIGHT && session.acknowledged.has(entry.event.ref)) continue;
      const found = guard(entry);
      if (found) return toHold(protection, found);
    }
    return null;
  };
}

function holds({ id, strength }: Protection, against: "request" | "suggestion"): boolean {
  if (strength === "stands") return true;
  return against === "request" ? HOLD_ON_REQUEST.has(id) : !WINDOWS.has(id);
}

function toHold(protection: Protection, guard: Guard): Hold {
  const reason = protection.id === IN_FLIGHT ? "in_flight" : "protected";
  return { reason, protection: protection.id, pattern: guard.pattern, why: guard.reason };
}
