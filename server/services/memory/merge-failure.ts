import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import type { EvidenceView } from "../../core/decisions/views";
import { joined } from "../../core/failures/joined";
import { safeText } from "../../core/redact/safe-text";
import { ok, type Result } from "../../core/result";
import type { TenantTx } from "../../db/client";
import { type JoinRow, moveAll, setMergedInto, sumOf } from "../../db/memory/failure-join";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { appendJoin, isItself, lockFailures, standsAt } from "./join-failures";
import { allOrNothing, type Changed } from "./versioned";

export interface MergeFailure {
  readonly number: number;
  /** The failure that stands for both then. */
  readonly into: number;
  readonly expectedVersion: number;
}

/**
 * Says that two failures are one: all fingerprints and occurrences of `number` belong to `into`, whose counts and
 * status follow from them, and the number leads there. What the merged record said stays in its versions. Answers the
 * version of the merged one, which its undo names.
 */
export async function mergeFailure(deps: Deps, scope: ProjectScope, input: MergeFailure): Promise<Result<Changed>> {
  const { number, into, expectedVersion } = input;
  if (number === into) return isItself(number);
  return allOrNothing(deps, scope, async (tx) => {
    const locked = await lockFailures(tx, scope, [number, into]);
    if (!locked.ok) return locked;
    const [source, target] = locked.value;
    if (!source || !target) throw new Error("Two failures were locked.");
    const refused = [standsAt(source, expectedVersion), standsAt(target, null)].find((checked) => !checked.ok);
    if (refused && !refused.ok) return refused;

    // The merged one keeps the counts that it had, so its version is written before its occurrences go.
    const made = await appendJoin(deps, tx, scope, source, { evidence: (all) => joined(all, "merged-into", into) });
    const isByHand = (await isUncounted(tx, scope, number)) && (await isUncounted(tx, scope, into));
    await moveAll(tx, scope, number, into);
    await setMergedInto(tx, scope, [number], into);
    const evidence = (all: EvidenceView[]) => joined(all, "took-in", number);
    await appendJoin(deps, tx, scope, target, { evidence, byHand: isByHand ? bothByHand(source, target) : undefined });
    const [ref, intoRef] = [recordRef("failure", number), recordRef("failure", into)];
    const { projectId } = scope;
    await recordAudit(deps, tx, scope, {
      action: "failure.merged",
      subject: ref,
      projectId,
      detail: { into: safeText(intoRef) },
    });
    await recordAudit(deps, tx, scope, {
      action: "failure.took-in",
      subject: intoRef,
      projectId,
      detail: { merged: safeText(ref) },
    });
    return ok(made);
  });
}

async function isUncounted(tx: TenantTx, scope: ProjectScope, number: number): Promise<boolean> {
  return (await sumOf(tx, scope, number)) === null;
}

/** Two that were recorded by hand have no occurrences to count; what people told adds up. */
function bothByHand(source: JoinRow, target: JoinRow): Pick<JoinRow, "occurrences" | "firstSeenAt" | "lastSeenAt"> {
  const isEarlier = source.firstSeenAt < target.firstSeenAt;
  const isLater = source.lastSeenAt > target.lastSeenAt;
  return {
    occurrences: target.occurrences + source.occurrences,
    firstSeenAt: isEarlier ? source.firstSeenAt : target.firstSeenAt,
    lastSeenAt: isLater ? source.lastSeenAt : target.lastSeenAt,
  };
}
