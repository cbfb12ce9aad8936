import type { ProjectScope } from "../../core/access/scope";
import { statusOf } from "../../core/decisions/transitions";
import type { Deps } from "../deps";
import { changeDecisions } from "../memory/decision-change";
import { supersedeAll } from "../memory/supersede";
import type { ImportPlan } from "./plan-import";

/** Decisions here that an imported, accepted one replaces become superseded, as if it had been accepted here. */
export async function supersedeReplaced(deps: Deps, scope: ProjectScope, plan: ImportPlan): Promise<string[]> {
  const written = plan.decisions.filter(({ state, isSkipped }) => state !== "same" && !isSkipped);
  const told = new Set(plan.decisions.filter(({ isSkipped }) => !isSkipped).map(({ record }) => record.number));
  const notes: string[] = [];
  for (const { record } of written) {
    // A decision that the files hold too has the status that they tell.
    const replaced = record.supersedes.filter((number) => !told.has(number));
    if (statusOf(record.status) !== "accepted" || replaced.length === 0) continue;
    const done = await changeDecisions(deps, scope, (change) => supersedeAll(change, replaced));
    if (!done.ok) notes.push(done.fault.message);
  }
  return notes;
}
