import type { Pin, SessionInput, Standing } from "./model";

/** What is known of a session besides its course; people, agents and runs change it at any time. */
export type SessionFacts = Pick<SessionInput, "standings" | "acknowledged" | "pins" | "records" | "summaries">;

export const NO_FACTS: SessionFacts = {
  standings: new Map(),
  acknowledged: new Set(),
  pins: [],
  records: [],
  summaries: [],
};

/** Refs of which something else is known than before. What is the same object is taken for unchanged. */
export function changedRefs(before: SessionFacts, after: SessionFacts): ReadonlySet<string> {
  const changed = new Set<string>();
  if (before.standings !== after.standings) {
    compare(before.standings, after.standings, isSameStanding, changed);
  }
  if (before.acknowledged !== after.acknowledged) {
    for (const ref of before.acknowledged) if (!after.acknowledged.has(ref)) changed.add(ref);
    for (const ref of after.acknowledged) if (!before.acknowledged.has(ref)) changed.add(ref);
  }
  if (before.pins !== after.pins) compare(pinsByRef(before.pins), pinsByRef(after.pins), isSamePin, changed);
  return changed;
}

/** Records and summaries are few, and what they say of a window does not hang on single refs. */
export function isAnyRecordChanged(before: SessionFacts, after: SessionFacts): boolean {
  const isSame = (a: object, b: object) => a === b || JSON.stringify(a) === JSON.stringify(b);
  return !isSame(before.records, after.records) || !isSame(before.summaries, after.summaries);
}

function compare<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  isSame: (a: T, b: T) => boolean,
  changed: Set<string>,
): void {
  for (const ref of before.keys()) if (!after.has(ref)) changed.add(ref);
  for (const [ref, now] of after) {
    const then = before.get(ref);
    if (then === undefined || !isSame(then, now)) changed.add(ref);
  }
}

function pinsByRef(pins: readonly Pin[]): ReadonlyMap<string, Pin> {
  return new Map(pins.map((pin) => [pin.ref, pin]));
}

function isSamePin(a: Pin, b: Pin): boolean {
  return a === b || (a.by === b.by && a.reason === b.reason);
}

function isSameStanding(a: Standing, b: Standing): boolean {
  if (a === b) return true;
  return a.residency === b.residency && a.retained === b.retained && a.setAtMs === b.setAtMs;
}
