import type { ProjectScope } from "../../core/access/scope";
import type { SessionFindingsView } from "../../core/decisions/findings-view";
import { recordRef } from "../../core/decisions/record-ref";
import { RULE_KINDS } from "../../core/rules/statuses";
import { EVERY_RECORD } from "../../db/memory/record-query";
import { listRules, RULE_ORDERS } from "../../db/rules/rule-list";
import type { Deps } from "../deps";
import { evidenceOf } from "../memory/decision-views";
import { toRuleRow } from "./rule-views";

/** More than this of one session is read in the rooms themselves. */
const MAX_ROWS = 100;

/** The constraints and preferences that a session's prompts said, with the prompt of each. */
export async function rulesOfSession(
  { db }: Deps,
  scope: ProjectScope,
  session: { readonly number: number; readonly sessionId: string },
): Promise<SessionFindingsView["rules"]> {
  const query = { ...EVERY_RECORD, sessionId: session.sessionId };
  const found = await Promise.all(
    RULE_KINDS.map(async (kind) => {
      const rows = await listRules(db, scope, kind, query, { ...RULE_ORDERS.newest, after: null }, MAX_ROWS);
      return rows.map((row) => ({
        ...toRuleRow(row),
        ref: recordRef(kind, row.number),
        eventRef: evidenceOf(row.evidence).find((piece) => piece.session === session.number)?.ref ?? null,
      }));
    }),
  );
  return found.flat();
}
