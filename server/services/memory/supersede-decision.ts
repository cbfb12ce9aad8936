import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { mayBeEdited, type Replaces, statusOf } from "../../core/decisions/transitions";
import { fail, notFound, ok, type Result } from "../../core/result";
import { type DecisionContent, type DecisionVersionRow, readDecisionVersions } from "../../db/memory/decision-record";
import type { Deps } from "../deps";
import { changeDecisions, contentOf, type DecisionChange, readExpected, writeNext } from "./decision-change";
import { checkReplaces, inOrder, supersedeAll } from "./supersede";
import type { Changed } from "./versioned";

export interface SupersedeDecision {
  /** The decision that is replaced. */
  readonly number: number;
  readonly expectedVersion: number;
  readonly successor: number;
  /** The decision stays in force, amended. */
  readonly inPart: boolean;
}

/**
 * Names the successor of a decision, in whole or in part. It takes effect at once when the successor is accepted, else with its acceptance.
 * Answers the successor's new version.
 */
export async function supersedeDecision(
  deps: Deps,
  scope: ProjectScope,
  { number, expectedVersion, successor, inPart }: SupersedeDecision,
): Promise<Result<Changed>> {
  return changeDecisions(deps, scope, async (change) => {
    const old = await readExpected(change, number, expectedVersion);
    if (!old.ok) return old;
    const successorRow = await readSuccessor(change, { number, successor, inPart });
    if (!successorRow.ok) return successorRow;
    const found = successorRow.value;
    const status = statusOf(found.status);
    const replaces = withReplaced(found, number, inPart);
    const checked = await checkReplaces(change, successor, replaces);
    if (!checked.ok) return checked;

    const content = { ...contentOf(found), ...replaces };
    const action = inPart ? "decision.amends" : "decision.supersedes";
    const next = await writeNext(change, successor, found, { status, content, action });
    if (!next.ok || status !== "accepted" || inPart) return next;
    const replaced = await supersedeAll(change, [number]);
    return replaced.ok ? next : replaced;
  });
}

/** The decision that is to replace the other, when it can and does not yet. */
async function readSuccessor(
  { tx, scope }: DecisionChange,
  { number, successor, inPart }: Omit<SupersedeDecision, "expectedVersion">,
): Promise<Result<DecisionVersionRow>> {
  const [oldRef, newRef] = [recordRef("decision", number), recordRef("decision", successor)];
  const [found] = await readDecisionVersions(tx, scope, successor, 1);
  if (!found) return notFound("decision", newRef);
  if (!mayBeEdited(statusOf(found.status)))
    return fail("conflict", `${newRef} is ${found.status} and replaces nothing.`);
  if (found.supersedes.includes(number)) return fail("conflict", `${newRef} replaces ${oldRef} already.`);
  if (inPart && found.amends.includes(number)) return fail("conflict", `${newRef} amends ${oldRef} already.`);
  return ok(found);
}

/** What was replaced in part can be replaced in whole later; then only that counts. */
function withReplaced(
  { supersedes, amends }: Replaces,
  number: number,
  inPart: boolean,
): Pick<DecisionContent, "supersedes" | "amends"> {
  if (inPart) return { supersedes: [...supersedes], amends: inOrder([...amends, number]) };
  return { supersedes: inOrder([...supersedes, number]), amends: amends.filter((old) => old !== number) };
}
