import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { fail, ok, type Result } from "../../core/result";
import { moveRule as decideMove, type RuleMove } from "../../core/rules/statuses";
import type { Deps } from "../deps";
import type { Changed } from "../memory/versioned";
import { changeRule, type RuleTarget, ruleContentOf, statusOfVersion } from "./rule-change";

const DONE: Readonly<Record<RuleMove, string>> = { accept: "accepted", retire: "retired", restore: "restored" };

/** Accepts what was proposed, retires what no longer holds, or restores it. It says what it said. */
export async function moveRule(
  deps: Deps,
  scope: ProjectScope,
  { move, ...target }: RuleTarget & { readonly move: RuleMove },
): Promise<Result<Changed>> {
  return changeRule(deps, scope, target, (latest) => {
    const status = decideMove(target.kind, target.number, statusOfVersion(latest), move);
    return status.ok ? ok({ status: status.value, content: ruleContentOf(latest), action: DONE[move] }) : status;
  });
}

/** Takes back the newest change of a person: a new version that says and stands as the one before it. */
export async function undoRule(deps: Deps, scope: ProjectScope, target: RuleTarget): Promise<Result<Changed>> {
  return changeRule(deps, scope, target, (latest, before) => {
    if (!before || latest.authorKind === "system") {
      const ref = recordRef(target.kind, target.number);
      return fail("conflict", `Nobody changed ${ref} last, so there is nothing to take back. Retire it instead.`);
    }
    return ok({ status: statusOfVersion(before), content: ruleContentOf(before), action: "undone" });
  });
}
