import type { ProjectScope } from "../../core/access/scope";
import type { DriftDecision } from "../../core/decisions/drift-profile";
import { statusOf } from "../../core/decisions/transitions";
import type { Database } from "../../db/client";
import { type LivingRow, readLivingDecisions } from "../../db/memory/living-decisions";
import { alternativesOf, evidenceOf } from "./decision-views";

/** Older ones are compared no more: whoever changes one of them brings it back by a successor. */
const MAX_DECISIONS = 500;
/** How the finder of drafts notes the event that asked. */
const QUESTION_NOTE = "The question.";

/** The newest living decisions of a project, as drift and likeness are looked for. */
export async function readDriftDecisions(
  db: Database,
  scope: Pick<ProjectScope, "teamId" | "projectId">,
): Promise<DriftDecision[]> {
  return (await readLivingDecisions(db, scope, MAX_DECISIONS)).map(toDriftDecision);
}

export function toDriftDecision(row: LivingRow): DriftDecision {
  const { number, title, decision, affectedPaths, supersedes, amends } = row;
  return {
    ...{ number, title, decision, affectedPaths, supersedes, amends },
    status: statusOf(row.status),
    question: questionOf(row),
    alternatives: alternativesOf(row.alternatives).map(({ option }) => option),
  };
}

/** The context of an answered question is the question itself. */
function questionOf({ context, evidence }: LivingRow): string {
  const wasAsked = evidenceOf(evidence).some(({ note }) => note === QUESTION_NOTE);
  return wasAsked || /[?？]\s*$/.test(context) ? context : "";
}
