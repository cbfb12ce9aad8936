import { fail, ok, type Result } from "../result";

export const DECISION_STATUSES = ["draft", "proposed", "accepted", "rejected", "deprecated", "superseded"] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];

/** What a decision may become; a status without successors is final. */
const NEXT: Readonly<Record<DecisionStatus, readonly DecisionStatus[]>> = {
  draft: ["proposed", "accepted", "rejected", "superseded"],
  proposed: ["accepted", "rejected", "superseded"],
  accepted: ["deprecated", "superseded"],
  rejected: [],
  deprecated: ["superseded"],
  superseded: [],
};

/** What was turned down or replaced is history; what holds, or may come to hold, can be written better. */
export function mayBeEdited(status: DecisionStatus): boolean {
  return status !== "rejected" && status !== "superseded";
}

export function canBecome(from: DecisionStatus, to: DecisionStatus): boolean {
  return NEXT[from].includes(to);
}

/** The transition, or why it is none. */
export function decide(ref: string, from: DecisionStatus, to: DecisionStatus): Result<DecisionStatus> {
  if (canBecome(from, to)) return ok(to);
  const next = NEXT[from];
  const remedy = next.length === 0 ? "Record a new decision instead." : `It can become ${next.join(" or ")}.`;
  return fail("conflict", `${ref} is ${from} and cannot become ${to}. ${remedy}`, { field: "number" });
}

/** What a decision replaces, whole and in part. Both bind: neither may lead back to it. */
export interface Replaces {
  readonly supersedes: readonly number[];
  readonly amends: readonly number[];
}

/**
 * The numbers through which a decision would come to replace itself, whole or in part, from it back to it; null when it
 * would not. `edges` tells what each decision replaces in its newest version.
 */
export function replaceCycle(
  number: number,
  replaces: Replaces,
  edges: ReadonlyMap<number, Replaces>,
): number[] | null {
  const first = olderOf(replaces);
  const cameFrom = new Map<number, number>(first.map((old) => [old, number]));
  const waiting = [...first];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (at === number) return pathBack(number, cameFrom);
    for (const older of olderOf(edges.get(at))) {
      if (cameFrom.has(older)) continue;
      cameFrom.set(older, at);
      waiting.push(older);
    }
  }
  return null;
}

/** Everything that a decision replaces, whole or in part, each once. */
export function olderOf(replaces: Replaces | undefined): number[] {
  return replaces === undefined ? [] : [...new Set([...replaces.supersedes, ...replaces.amends])];
}

function pathBack(number: number, cameFrom: ReadonlyMap<number, number>): number[] {
  const path = [number];
  for (let at = cameFrom.get(number); at !== undefined && at !== number; at = cameFrom.get(at)) path.unshift(at);
  return [number, ...path];
}

/** A stored status that this version does not know reads as proposed: it asks for a person. */
export function statusOf(text: string): DecisionStatus {
  return DECISION_STATUSES.find((status) => status === text) ?? "proposed";
}
