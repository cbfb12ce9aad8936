import { recordRef } from "../decisions/record-ref";
import { fail, ok, type Result } from "../result";

/** What a project is told to keep to: constraints guard the work, preferences say how people want it. */
export const RULE_KINDS = ["constraint", "preference"] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** Only what is active is told to agents; what sessions and documents propose waits for a person. */
export const RULE_STATUSES = ["active", "proposed", "retired"] as const;
export type RuleStatus = (typeof RULE_STATUSES)[number];

/** What a person does with a rule beside writing it. */
const MOVES = {
  accept: { from: ["proposed"], to: "active" },
  retire: { from: ["active", "proposed"], to: "retired" },
  restore: { from: ["retired"], to: "active" },
} as const satisfies Record<string, { from: readonly RuleStatus[]; to: RuleStatus }>;
export type RuleMove = keyof typeof MOVES;

export function canMove(status: RuleStatus, move: RuleMove): boolean {
  const { from }: { readonly from: readonly RuleStatus[] } = MOVES[move];
  return from.includes(status);
}

/** The status after the move, or why it cannot be made. */
export function moveRule(kind: RuleKind, number: number, status: RuleStatus, move: RuleMove): Result<RuleStatus> {
  const { from, to } = MOVES[move];
  if (canMove(status, move)) return ok(to);
  const ref = recordRef(kind, number);
  const message =
    status === to
      ? `${ref} is ${status} already.`
      : `${ref} is ${status}; only one that is ${from.join(" or ")} can become ${to}.`;
  return fail("conflict", message, { field: "number" });
}

/** A stored status that this version does not know reads as proposed: it asks for a person. */
export function ruleStatusOf(text: string): RuleStatus {
  return RULE_STATUSES.find((status) => status === text) ?? "proposed";
}
