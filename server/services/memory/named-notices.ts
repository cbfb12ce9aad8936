import type { ProjectScope } from "../../core/access/scope";
import type { NamedNotice } from "../../core/decisions/notice";
import { recordNumber, recordRef } from "../../core/decisions/record-ref";
import type { Database } from "../../db/client";
import { readDecisionStandings } from "../../db/protocol/decisions";
import { readNotices } from "./decision-standings";

/** A note names a few dozen; what a long text names beyond that is told when it is opened. */
const MAX_NAMED = 200;

/**
 * Of the decisions that a text names, those that do not hold any more as they did: a note is written once, and read
 * after the decision was replaced. Drafts and proposals are told as what they are where they stand.
 */
export async function namedNotices(
  db: Database,
  scope: Pick<ProjectScope, "teamId" | "projectId">,
  text: string,
): Promise<NamedNotice[]> {
  const refs = new Set(Array.from(text.matchAll(/\bDEC-\d{1,9}\b/g), ([ref]) => ref));
  const numbers = [...refs].flatMap((ref) => recordNumber("decision", ref) ?? []).slice(0, MAX_NAMED);
  const standings = await readDecisionStandings(db, scope, numbers);
  const decided = standings.filter(({ status }) => status !== "draft" && status !== "proposed");
  const notices = await readNotices(db, scope, decided);
  return decided.flatMap(({ number }) => {
    const notice = notices.get(number);
    return notice === undefined ? [] : [{ ref: recordRef("decision", number), notice }];
  });
}
