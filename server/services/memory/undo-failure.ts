import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { type Join, joinChange } from "../../core/failures/joined";
import { fail, ok, type Result } from "../../core/result";
import type { Deps } from "../deps";
import { evidenceOf } from "./decision-views";
import { changeFailure, failureContentOf } from "./failure-change";
import { failureStatusOf } from "./failure-status";
import type { Changed } from "./versioned";

/** Where two failures were joined, more than the words of one would have to change. */
const TAKE_BACK: Readonly<Record<Join, string>> = {
  "took-in": "Take the merge back instead.",
  "merged-into": "Take the merge back instead.",
  "gave-off": "Merge what was split off into it again instead.",
  "split-from": "Merge it into the failure that it came from instead.",
};

/**
 * Takes back the newest change that a person made: a new version that says and stands as the one before it. What the
 * analysis found in sessions is no change of a person; reopen it, or mark it resolved.
 */
export async function undoFailure(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly number: number; readonly expectedVersion: number },
): Promise<Result<Changed>> {
  const ref = recordRef("failure", input.number);
  return changeFailure(deps, scope, input, (latest, before) => {
    if (!before || latest.authorKind === "system") {
      return fail("conflict", `Nobody changed ${ref} by hand last, so there is nothing to take back.`);
    }
    const join = joinChange(evidenceOf(latest.evidence), evidenceOf(before.evidence));
    if (join) return fail("conflict", `${ref} was joined or split last. ${TAKE_BACK[join.join]}`);
    const content = failureContentOf(before);
    return ok({ status: failureStatusOf(before.status), content, action: "failure.undone" });
  });
}
