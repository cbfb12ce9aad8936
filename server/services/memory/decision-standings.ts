import type { ProjectScope } from "../../core/access/scope";
import { type DecisionStanding, decisionNotice } from "../../core/decisions/notice";
import { statusOf } from "../../core/decisions/transitions";
import type { Database } from "../../db/client";
import { readSuccessors, type SuccessorRow } from "../../db/memory/decision-successors";
import { toRelated } from "./decision-views";

/** A decision as a list knows it. */
interface Listed {
  readonly number: number;
  readonly status: string;
  /** When its newest version was written. */
  readonly updatedAt: Date;
}

/**
 * The notice of each of these decisions, by number: what must stand at its top wherever it is shown or told to an
 * agent. One query for all of them; a decision that holds as it is written has none.
 */
export async function readNotices(
  db: Database,
  scope: Pick<ProjectScope, "teamId" | "projectId">,
  decisions: readonly Listed[],
): Promise<Map<number, string>> {
  const rows = await readSuccessors(
    db,
    scope,
    decisions.map(({ number }) => number),
  );
  return new Map(
    decisions.flatMap(({ number, status, updatedAt }): [number, string][] => {
      const standing = { status: statusOf(status), since: updatedAt.toISOString(), ...successorsOf(number, rows) };
      const notice = decisionNotice(standing);
      return notice === null ? [] : [[number, notice]];
    }),
  );
}

/** What replaces one of the decisions, whole and in part. */
export function successorsOf(number: number, rows: readonly SuccessorRow[]) {
  const of = (relation: SuccessorRow["relation"]) =>
    rows
      .filter((row) => row.old === number && row.relation === relation)
      .map(({ number: successor, title, status }) => toRelated({ number: successor, title, status }));
  return { supersededBy: of("supersedes"), amendedBy: of("amends") } satisfies Partial<DecisionStanding>;
}
