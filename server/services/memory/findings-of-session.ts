import type { ProjectScope } from "../../core/access/scope";
import type { SessionFindingsView } from "../../core/decisions/findings-view";
import { notFound, ok, type Result } from "../../core/result";
import { readHandoff } from "../../db/handoffs/record";
import { DECISION_ORDERS, listDecisions } from "../../db/memory/decision-list";
import { FAILURE_ORDERS, listFailures } from "../../db/memory/failure-list";
import { readSessionOccurrences } from "../../db/memory/failure-record";
import { EVERY_RECORD } from "../../db/memory/record-query";
import { readSummaryOfSession } from "../../db/session-summaries/list";
import { readSessionId } from "../../db/sessions/session";
import type { Deps } from "../deps";
import { toHandoffView } from "../handoffs/get-handoff";
import { rulesOfSession } from "../rules/rules-of-session";
import { readNotices } from "./decision-standings";
import { evidenceOf, toDecisionRow } from "./decision-views";
import { toFailureRow } from "./list-failures";

/** More than this of one session is read in the rooms themselves. */
const MAX_ROWS = 200;

/** What a session told the project: drafts, failures and the composed note. */
export async function findingsOfSession(
  deps: Deps,
  scope: ProjectScope,
  number: number,
): Promise<Result<SessionFindingsView>> {
  const { db } = deps;
  const sessionId = await readSessionId(db, scope, number);
  if (!sessionId) return notFound("session", number);
  const ofSession = { ...EVERY_RECORD, sessionId };
  const [decisions, failures, occurrences, handoff, summary, rules] = await Promise.all([
    listDecisions(db, scope, ofSession, { ...DECISION_ORDERS.newest, after: null }, MAX_ROWS),
    listFailures(db, scope, ofSession, { ...FAILURE_ORDERS.last, after: null }, MAX_ROWS),
    readSessionOccurrences(db, scope, sessionId),
    readHandoff(db, scope, { sessionId }),
    readSummaryOfSession(db, scope, sessionId),
    rulesOfSession(deps, scope, { number, sessionId }),
  ]);
  const notices = await readNotices(db, scope, decisions);
  const here = new Map(occurrences.map((row) => [row.number, row]));
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    decisions: decisions.map((row) => ({
      ...toDecisionRow(row, notices),
      decision: row.decision,
      eventRef: evidenceOf(row.evidence)[0]?.ref ?? null,
    })),
    failures: failures.flatMap((row) => {
      const own = here.get(row.number);
      return own ? [{ ...toFailureRow(row), here: own.here, lastRef: own.lastRef, resolvedBy: own.resolvedBy }] : [];
    }),
    rules,
    handoff: handoff ? await toHandoffView(deps, scope, handoff) : null,
    summary,
  });
}
