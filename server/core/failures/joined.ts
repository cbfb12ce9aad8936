import { recordRef } from "../decisions/record-ref";
import type { EvidenceView } from "../decisions/views";

/**
 * Failures that people joined or took apart. A merge leaves a line of evidence on both sides, which the undo takes away
 * again, so that a version by itself says what was done.
 */
export const JOIN_NOTES = {
  "merged-into": "This failure was merged into it: the same cause.",
  "took-in": "Was merged into this failure: the same cause.",
  "split-from": "This failure was split off from it: another cause.",
  "gave-off": "Was split off from this failure: another cause.",
} as const;
export type Join = keyof typeof JOIN_NOTES;

const MAX_EVIDENCE = 50;

/** The evidence with one more line, the newest first; what is older than the limit goes. */
export function joined(evidence: readonly EvidenceView[], join: Join, other: number): EvidenceView[] {
  return [lineOf(join, other), ...apart(evidence, join, other)].slice(0, MAX_EVIDENCE);
}

/** The evidence without that line. */
export function apart(evidence: readonly EvidenceView[], join: Join, other: number): EvidenceView[] {
  const line = lineOf(join, other);
  return evidence.filter(({ kind, ref, note }) => !(kind === line.kind && ref === line.ref && note === line.note));
}

function lineOf(join: Join, other: number): EvidenceView {
  return { kind: "record", session: null, ref: recordRef("failure", other), note: JOIN_NOTES[join] };
}

export interface JoinChange {
  readonly join: Join;
  /** FAIL-007 */
  readonly ref: string;
  /** The line went: a merge was taken back. */
  readonly isTakenBack: boolean;
}

/** What a version joined or took apart, against the one before it; null for every other change. */
export function joinChange(
  evidence: readonly EvidenceView[],
  before: readonly EvidenceView[] | undefined,
): JoinChange | null {
  const [now, then] = [joinsOf(evidence), joinsOf(before ?? [])];
  const added = [...now].find(([key]) => !then.has(key));
  if (added) return { ...added[1], isTakenBack: false };
  const gone = [...then].find(([key]) => !now.has(key));
  return gone ? { ...gone[1], isTakenBack: true } : null;
}

function joinsOf(evidence: readonly EvidenceView[]): Map<string, { join: Join; ref: string }> {
  const joins: readonly Join[] = ["merged-into", "took-in", "split-from", "gave-off"];
  return new Map(
    evidence.flatMap(({ ref, note }) => {
      const join = joins.find((one) => JOIN_NOTES[one] === note);
      return join ? [[`${join} ${ref}`, { join, ref }] as const] : [];
    }),
  );
}

/**
 * What marks an occurrence that a person moved: the failure that it was split off to, and who did it. An undone merge
 * finds by it what belongs to which side.
 */
export function movedMark(number: number, person: string): string {
  return `${recordRef("failure", number)} ${person}`;
}

/** The fingerprint of a failure that has none of its own: no text that is normalized has the digits of a number. */
export function ownMark(number: number): string {
  return `${recordRef("failure", number)} ▸ set by hand`;
}
