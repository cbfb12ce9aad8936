import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { mayBeEdited, statusOf } from "../../core/decisions/transitions";
import { fail, notFound, type Result } from "../../core/result";
import { readDecisionVersions } from "../../db/memory/decision-record";
import type { Deps } from "../deps";
import { changeDecisions, contentOf, readExpected, writeNext } from "./decision-change";
import { checkSupersedes, supersedeAll } from "./supersede";
import type { Changed } from "./versioned";

export interface SupersedeDecision {
  /** The decision that is replaced. */
  readonly number: number;
  readonly expectedVersion: number;
  readonly successor: number;
}

/**
 * Names the successor of a decision. It takes effect at once when the successor is accepted, else with its acceptance.
 * Answers the successor's new version.
 */
export async function supersedeDecision(
  deps: Deps,
  scope: ProjectScope,
  { number, expectedVersion, successor }: SupersedeDecision,
): Promise<Result<Changed>> {
  return changeDecisions(deps, scope, async (change) => {
    const old = await readExpected(change, number, expectedVersion);
    if (!old.ok) return old;
    const [found] = await readDecisionVersions(change.tx, scope, successor, 1);
    if (!found) return notFound("decision", recordRef("decision", successor));
    const status = statusOf(found.status);
    const [oldRef, newRef] = [recordRef("decision", number), recordRef("decision", successor)];
    if (!mayBeEdited(status)) return fail("conflict", `${newRef} is ${status} and replaces nothing.`);
    if (found.supersedes.includes(number)) return fail("conflict", `${newRef} replaces ${oldRef} already.`);
    const supersedes = [...found.supersedes, number].sort((a, b) => a - b);
    const checked = await checkSupersedes(change, successor, supersedes);
    if (!checked.ok) return checked;

    const content = { ...contentOf(found), supersedes };
    const next = await writeNext(change, successor, found, { status, content, action: "decision.supersedes" });
    if (!next.ok || status !== "accepted") return next;
    const replaced = await supersedeAll(change, [number]);
    return replaced.ok ? next : replaced;
  });
}
