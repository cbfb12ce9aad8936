import { fail, ok, type Result } from "../result";

export const DECISION_STATUSES = ["draft", "proposed", "accepted", "rejected", "deprecated", "superseded"] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];

/** What a decision may become; a status without successors is final. */
const NEXT: Readonly<Record<DecisionStatus, readonly DecisionStatus[]>> = {
  draft: ["proposed", "accepted", "rejected"],
  proposed: ["accepted", "rejected"],
  accepted: ["deprecated", "superseded"],
  rejected: [],
  deprecated: [],
  superseded: [],
};

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

/** A stored status that this version does not know reads as proposed: it asks for a person. */
export function statusOf(text: string): DecisionStatus {
  return DECISION_STATUSES.find((status) => status === text) ?? "proposed";
}
