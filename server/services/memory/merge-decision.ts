import type { ProjectScope } from "../../core/access/scope";
import { isLiving } from "../../core/decisions/drift";
import { recordRef } from "../../core/decisions/record-ref";
import { statusOf } from "../../core/decisions/transitions";
import { fail, notFound, ok, type Result } from "../../core/result";
import { type DecisionVersionRow, readDecisionVersions } from "../../db/memory/decision-record";
import type { Deps } from "../deps";
import { absorb, type NumberedVersion, readEqualDrafts } from "./absorb-drafts";
import { changeDecisions, type DecisionChange, readExpected, writeNext } from "./decision-change";
import { checkReplaces, supersedeAll } from "./supersede";
import type { Changed } from "./versioned";

export interface MergeDecision {
  /** The draft or proposal, at the version that the person saw. */
  readonly number: number;
  readonly expectedVersion: number;
  /** The decision that says it already. */
  readonly into: number;
}

/**
 * Takes a draft into a decision that stands: that one gets its evidence and links as a new version, the draft (and drafts
 * equal to it) becomes superseded by it at once. Answers the decision that it was merged into; undoing that brings the
 * draft back.
 */
export async function mergeDecision(
  deps: Deps,
  scope: ProjectScope,
  { number, expectedVersion, into }: MergeDecision,
): Promise<Result<Changed>> {
  return changeDecisions(deps, scope, async (change) => {
    const draft = await readExpected(change, number, expectedVersion);
    if (!draft.ok) return draft;
    const target = await readTarget(change, { ...draft.value, number }, into);
    if (!target.ok) return target;
    const equal = await readEqualDrafts(change, number, draft.value);
    const merged = [{ ...draft.value, number }, ...equal.filter((other) => other.number !== into)];
    const content = absorb(target.value, merged);
    const checked = await checkReplaces(change, into, content);
    if (!checked.ok) return checked;
    const status = statusOf(target.value.status);
    const next = await writeNext(change, into, target.value, { status, content, action: "decision.merged" });
    if (!next.ok) return next;
    const replaced = await supersedeAll(
      change,
      merged.map((one) => one.number),
    );
    return replaced.ok ? next : replaced;
  });
}

/** The decision that takes the draft in: another one, that holds or is open. */
async function readTarget(
  { tx, scope }: DecisionChange,
  draft: NumberedVersion,
  into: number,
): Promise<Result<DecisionVersionRow>> {
  const [ref, intoRef] = [recordRef("decision", draft.number), recordRef("decision", into)];
  if (draft.number === into) return fail("bad_request", `${ref} cannot be merged into itself.`, { field: "into" });
  if (draft.status !== "draft" && draft.status !== "proposed") {
    return fail("conflict", `${ref} is ${draft.status}; only drafts and proposals are merged.`);
  }
  const [target] = await readDecisionVersions(tx, scope, into, 1);
  if (!target) return notFound("decision", intoRef);
  if (isLiving(statusOf(target.status))) return ok(target);
  return fail("conflict", `${intoRef} is ${target.status}. Merge into one that holds or is open.`, { field: "into" });
}
