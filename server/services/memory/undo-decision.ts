import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { statusOf } from "../../core/decisions/transitions";
import { fail, notFound, ok, type Result } from "../../core/result";
import { countOtherSuccessors, type DecisionVersionRow, readDecisionVersions } from "../../db/memory/decision-record";
import { readAlike } from "../../db/memory/review-queue";
import type { Deps } from "../deps";
import { changeDecisions, contentOf, type DecisionChange, writeNext } from "./decision-change";
import { checkReplaces, settleReplaced } from "./supersede";
import { type Changed, outdated } from "./versioned";

/**
 * Takes back the newest change of a decision: a new version that says and stands as the one before it. What it had
 * superseded stands again, in the same transaction. Nothing is erased.
 */
export async function undoDecision(
  deps: Deps,
  scope: ProjectScope,
  { number, expectedVersion }: { readonly number: number; readonly expectedVersion: number },
): Promise<Result<Changed>> {
  return changeDecisions(deps, scope, async (change) => {
    const found = await readChange(change, number, expectedVersion);
    if (!found.ok) return found;
    const { latest, before } = found.value;
    const status = statusOf(before.status);
    const holds = before.status === "accepted" ? before.supersedes : [];
    const checked = await checkReplaces(change, number, before);
    if (!checked.ok) return checked;
    const content = contentOf(before);
    const next = await writeNext(change, number, latest, { status, content, action: "decision.undone" });
    if (!next.ok) return next;
    const settled = await settleReplaced(change, number, {
      held: heldBy(latest, before),
      holds,
      since: latest.createdAt,
    });
    if (!settled.ok) return settled;
    return latest.status === "rejected" ? restoreAlike(change, number, latest, before, next) : next;
  });
}

/** What a version keeps superseded: an accepted one all that it replaces, any other one what was merged into it. */
function heldBy(latest: DecisionVersionRow, before: DecisionVersionRow): readonly number[] {
  if (latest.status === "accepted") return latest.supersedes;
  return latest.supersedes.filter((old) => !before.supersedes.includes(old));
}

/** Equal drafts were dismissed with this one, at the same moment: they come back with it. */
async function restoreAlike(
  change: DecisionChange,
  number: number,
  dismissed: DecisionVersionRow,
  before: DecisionVersionRow,
  next: Result<Changed>,
): Promise<Result<Changed>> {
  for (const other of await readAlike(change.tx, change.scope, number, before, "rejected")) {
    const [latest, draft] = await readDecisionVersions(change.tx, change.scope, other, 2);
    if (!latest || draft?.status !== "draft" || latest.createdAt.getTime() !== dismissed.createdAt.getTime()) continue;
    const content = contentOf(draft);
    const restored = await writeNext(change, other, latest, { status: "draft", content, action: "decision.undone" });
    if (!restored.ok) return restored;
  }
  return next;
}

/** The newest version and the one before it, when the change between them can be taken back. */
async function readChange(
  { tx, scope }: DecisionChange,
  number: number,
  expectedVersion: number,
): Promise<Result<{ latest: DecisionVersionRow; before: DecisionVersionRow }>> {
  const ref = recordRef("decision", number);
  const [latest, before] = await readDecisionVersions(tx, scope, number, 2);
  if (!latest) return notFound("decision", ref);
  if (latest.version !== expectedVersion) return outdated(ref, latest.version);
  if (!before) return fail("conflict", `${ref} has one version, so there is nothing to take back. Reject it instead.`);
  if (latest.status === "superseded" && (await countOtherSuccessors(tx, scope, number, 0)) > 0) {
    return fail("conflict", `${ref} is superseded. Take that back at the decision that replaced it.`);
  }
  return ok({ latest, before });
}
