import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { decide, statusOf } from "../../core/decisions/transitions";
import { safeText } from "../../core/redact/safe-text";
import type { Result } from "../../core/result";
import type { Deps } from "../deps";
import { changeDecisions, contentOf, readExpected, writeNext } from "./decision-change";
import { checkSupersedes, supersedeAll } from "./supersede";
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
 * it replaces, in the same transaction.
 */
export async function reviewDecision(
  deps: Deps,
  scope: ProjectScope,
  { number, expectedVersion, to, note }: ReviewDecision,
): Promise<Result<Changed>> {
  return changeDecisions(deps, scope, async (change) => {
    const latest = await readExpected(change, number, expectedVersion);
    if (!latest.ok) return latest;
    const status = decide(recordRef("decision", number), statusOf(latest.value.status), to);
    if (!status.ok) return status;

    const { supersedes } = latest.value;
    if (to === "accepted") {
      const checked = await checkSupersedes(change, number, supersedes);
      if (!checked.ok) return checked;
    }
    const reasoning = safeText([latest.value.reasoning, note].filter((text) => text.trim() !== "").join("\n\n"));
    const content = { ...contentOf(latest.value), reasoning };
    const next = await writeNext(change, number, latest.value, { status: to, content, action: `decision.${to}` });
    if (!next.ok || to !== "accepted") return next;
    const replaced = await supersedeAll(change, supersedes);
    return replaced.ok ? next : replaced;
  });
}
