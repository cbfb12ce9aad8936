import type { ProjectScope } from "@/server/core/access/scope";
import { shortener } from "@/server/core/events/short-path";
import type { RuleOpinion } from "@/server/core/prune/explain";
import { safeText } from "@/server/core/redact/safe-text";
import { notFound, ok, type Result } from "@/server/core/result";
import type { ExplanationView, OpinionView } from "@/server/core/runs/explanation-view";
import { readSessionPlace } from "@/server/db/sessions/session";
import { readRefLabels } from "@/server/db/sessions/timeline";
import type { Deps } from "../deps";
import { bareRef } from "../sessions/resolve-ref";
import { evidenceOf } from "../sessions/rows";
import { explainerOf, seenPlan } from "./seen-plans";

/**
 * What every rule of the policy says of one event, in the order in which a plan asks them, and which of them it goes by.
 * Planned from what is stored now, so it may be ahead of the last analysis. Faults: `not_found`.
 */
export async function explainEvent(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly number: number; readonly ref: string },
): Promise<Result<ExplanationView>> {
  const place = await readSessionPlace(deps.db, scope, input.number);
  if (!place) return notFound("session", input.number);
  const planned = await seenPlan(deps, { teamId: scope.teamId, sessionId: place.id });
  if (!planned) return notFound("session", input.number);
  const ref = bareRef(input.ref);
  const found = explainerOf(planned).explain(ref);
  if (!found) return notFound("event", input.ref);
  const refs = [...new Set(found.opinions.flatMap(({ evidence }) => evidence))];
  const labels = new Map((await readRefLabels(deps.db, scope, place.id, refs)).map((label) => [label.ref, label]));
  const short = shortener(place.cwd);
  const toView = ({ reason, evidence, ...opinion }: RuleOpinion): OpinionView => ({
    ...opinion,
    reason: reason === null ? null : short(safeText(reason)),
    evidence: evidence.map((one) => evidenceOf(one, labels, short)),
  });
  const { level, opinions } = found;
  return ok({ ref, policyVersion: planned.policy.version, level, opinions: opinions.map(toView) });
}
