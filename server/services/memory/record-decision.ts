import type { ProjectScope } from "../../core/access/scope";
import type { DecisionInput } from "../../core/decisions/decision-input";
import { recordRef } from "../../core/decisions/record-ref";
import { safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import { type DecisionContent, insertDecision } from "../../db/memory/decision-record";
import { takeNumber } from "../../db/memory/numbers";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { authorOf } from "./author";
import { changeDecisions } from "./decision-change";
import { mayAccept } from "./may-accept";
import { safeJson } from "./safe-json";
import { checkReplaces, inOrder, supersedeAll } from "./supersede";
import type { Changed } from "./versioned";

export interface RecordDecision {
  readonly decision: DecisionInput;
  readonly status: "draft" | "proposed" | "accepted";
}

/** Records a decision by hand, with the next number. One that is accepted at once supersedes what it replaces. */
export async function recordDecision(
  deps: Deps,
  scope: ProjectScope,
  { decision, status }: RecordDecision,
): Promise<Result<Changed>> {
  if (status === "accepted" && !mayAccept(scope)) {
    return fail("forbidden", "You may record decisions but not accept them. Propose it instead.", { field: "status" });
  }
  return changeDecisions(deps, scope, async (change) => {
    const { tx, now } = change;
    const number = await takeNumber(tx, scope, "decision");
    const checked = await checkReplaces(change, number, decision);
    if (!checked.ok) return checked;

    const content = toContent(decision);
    const author = authorOf(scope.actor);
    await insertDecision(tx, scope, { number, version: 1, status, content, sessionId: null, now, ...author });
    const ref = recordRef("decision", number);
    const detail = { version: 1, title: safeText(content.title) };
    const entry = { action: "decision.recorded", subject: ref, projectId: scope.projectId, detail };
    await recordAudit(deps, tx, scope, entry);
    if (status === "accepted") {
      const replaced = await supersedeAll(change, decision.supersedes);
      if (!replaced.ok) return replaced;
    }
    return ok({ number, version: 1, status });
  });
}

/** Texts pass the funnel; times become times. */
export function toContent({ decidedOn, supersedes, amends, ...texts }: DecisionInput): DecisionContent {
  return {
    ...safeJson(texts),
    supersedes: inOrder(supersedes),
    amends: inOrder(amends),
    decidedOn: decidedOn === null ? null : new Date(decidedOn),
  };
}
