import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { decide, statusOf } from "../../core/decisions/transitions";
import { safeText } from "../../core/redact/safe-text";
import type { Result } from "../../core/result";
import type { Deps } from "../deps";
import { absorb, type NumberedVersion, readEqualDrafts } from "./absorb-drafts";
import { changeDecisions, contentOf, type DecisionChange, readExpected, writeNext } from "./decision-change";
import { checkReplaces, supersedeAll } from "./supersede";
import type { Changed } from "./versioned";

export interface ReviewDecision {
  readonly number: number;
  /** The version that the person saw. */
  readonly expectedVersion: number;
  readonly to: "accepted" | "rejected" | "proposed" | "deprecated";
  /** Why; it becomes the reasoning when the record has none, and is added to it otherwise. */
  readonly note: string;
}

/**
 * Gives a decision another status: a new version, or a conflict when somebody was faster. Accepting it supersedes what
 * it replaces, in the same transaction. Drafts that say the same stand as one: accepted, it takes them in with their
 * evidence; rejected, they are rejected with it.
 */
export async function reviewDecision(
  deps: Deps,
  scope: ProjectScope,
  { number, expectedVersion, to, note }: ReviewDecision,
): Promise<Result<Changed>> {
  return changeDecisions(deps, scope, async (change) => {
    const latest = await readExpected(change, number, expectedVersion);
    if (!latest.ok) return latest;
    const seen = { ...latest.value, number };
    const status = decide(recordRef("decision", number), statusOf(seen.status), to);
    if (!status.ok) return status;
    if (to === "accepted") return accept(change, seen, note);
    return to === "rejected" ? reject(change, seen, note) : writeStatus(change, seen, to, note);
  });
}

async function accept(change: DecisionChange, seen: NumberedVersion, note: string): Promise<Result<Changed>> {
  const content = absorb(seen, await readEqualDrafts(change, seen.number, seen));
  const checked = await checkReplaces(change, seen.number, content);
  if (!checked.ok) return checked;
  const next = await writeStatus(change, { ...seen, ...content }, "accepted", note);
  if (!next.ok) return next;
  const replaced = await supersedeAll(change, content.supersedes);
  return replaced.ok ? next : replaced;
}

async function reject(change: DecisionChange, seen: NumberedVersion, note: string): Promise<Result<Changed>> {
  const next = await writeStatus(change, seen, "rejected", note);
  if (!next.ok) return next;
  for (const draft of await readEqualDrafts(change, seen.number, seen)) {
    const other = await writeStatus(change, draft, "rejected", note);
    if (!other.ok) return other;
  }
  return next;
}

function writeStatus(
  change: DecisionChange,
  from: NumberedVersion,
  status: ReviewDecision["to"],
  note: string,
): Promise<Result<Changed>> {
  const reasoning = safeText([from.reasoning, note].filter((text) => text.trim() !== "").join("\n\n"));
  const content = { ...contentOf(from), reasoning };
  return writeNext(change, from.number, from, { status, content, action: `decision.${status}` });
}
