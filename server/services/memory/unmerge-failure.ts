import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { apart } from "../../core/failures/joined";
import { safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import type { TenantTx } from "../../db/client";
import {
  type JoinRow,
  lockForJoin,
  moveFingerprints,
  moveMarked,
  readMergedTree,
  setMergedInto,
  sumOf,
} from "../../db/memory/failure-join";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { appendJoin, lockFailures } from "./join-failures";
import { allOrNothing, type Changed, outdated } from "./versioned";

export interface UnmergeFailure {
  readonly number: number;
  /** Of the merged failure. */
  readonly expectedVersion: number;
}

/** Takes a merge back: what the failure brought along is its own again, also what was merged into it before. */
export async function unmergeFailure(deps: Deps, scope: ProjectScope, input: UnmergeFailure): Promise<Result<Changed>> {
  const { number, expectedVersion } = input;
  const ref = recordRef("failure", number);
  return allOrNothing(deps, scope, async (tx) => {
    const locked = await lockFailures(tx, scope, [number]);
    if (!locked.ok) return locked;
    const [source] = locked.value;
    const parent = source?.mergedInto ?? null;
    if (!source || parent === null) return fail("conflict", `${ref} is not merged into another failure.`);
    if (source.version !== expectedVersion) return outdated(ref, source.version);
    const root = await lockRoot(tx, scope, parent);

    const tree = await readMergedTree(tx, scope, number);
    const own = tree.map(({ fingerprint }) => fingerprint);
    const refs = tree.map((row) => recordRef("failure", row.number));
    const wasCounted = (await sumOf(tx, scope, root.number)) !== null;
    await moveFingerprints(tx, scope, root.number, number, own);
    await moveMarked(tx, scope, root.number, number, refs);
    await setMergedInto(tx, scope, [number], null);
    const made = await appendJoin(deps, tx, scope, source, { evidence: (all) => apart(all, "merged-into", parent) });
    const left = Math.max(1, root.occurrences - source.occurrences);
    await appendJoin(deps, tx, scope, root, {
      evidence: (all) => apart(all, "took-in", number),
      byHand: wasCounted ? undefined : { ...root, occurrences: left },
    });
    const { projectId } = scope;
    const detail = { from: safeText(recordRef("failure", root.number)) };
    await recordAudit(deps, tx, scope, { action: "failure.unmerged", subject: ref, projectId, detail });
    await recordAudit(deps, tx, scope, {
      action: "failure.gave-back",
      subject: recordRef("failure", root.number),
      projectId,
      detail: { merged: safeText(ref) },
    });
    return ok(made);
  });
}

/** The failure at the end of the way that a merged number leads. */
async function lockRoot(tx: TenantTx, scope: ProjectScope, from: number): Promise<JoinRow> {
  for (let number: number | null = from; number !== null; ) {
    const [row]: JoinRow[] = await lockForJoin(tx, scope, [number]);
    if (!row) break;
    if (row.mergedInto === null) return row;
    number = row.mergedInto;
  }
  throw new Error(`${recordRef("failure", from)} leads nowhere.`);
}
