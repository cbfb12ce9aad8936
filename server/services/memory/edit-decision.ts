import type { ProjectScope } from "../../core/access/scope";
import type { DecisionInput } from "../../core/decisions/decision-input";
import { recordRef } from "../../core/decisions/record-ref";
import { mayBeEdited, statusOf } from "../../core/decisions/transitions";
import { fail, type Result } from "../../core/result";
import type { Deps } from "../deps";
import { changeDecisions, readExpected, writeNext } from "./decision-change";
import { toContent } from "./record-decision";
import { checkReplaces, settleReplaced } from "./supersede";
import type { Changed } from "./versioned";

export interface EditDecision {
  readonly number: number;
  readonly expectedVersion: number;
  readonly decision: DecisionInput;
}

/** Writes a decision anew: a new version of the same status, or a conflict when somebody was faster. */
export async function editDecision(
  deps: Deps,
  scope: ProjectScope,
  { number, expectedVersion, decision }: EditDecision,
): Promise<Result<Changed>> {
  return changeDecisions(deps, scope, async (change) => {
    const latest = await readExpected(change, number, expectedVersion);
    if (!latest.ok) return latest;
    const status = statusOf(latest.value.status);
    const ref = recordRef("decision", number);
    if (!mayBeEdited(status)) return fail("conflict", `${ref} is ${status}. Record a new decision instead.`);
    if (status === "accepted" && scope.actor.kind === "key") {
      return fail(
        "forbidden",
        `${ref} is accepted, and a key changes no accepted decision. Record a successor instead.`,
      );
    }
    const checked = await checkReplaces(change, number, decision);
    if (!checked.ok) return checked;

    const content = toContent(decision);
    const next = await writeNext(change, number, latest.value, { status, content, action: "decision.edited" });
    if (!next.ok || status !== "accepted") return next;
    const settled = await settleReplaced(change, number, { held: latest.value.supersedes, holds: content.supersedes });
    return settled.ok ? next : settled;
  });
}
