import type { ProjectScope } from "../../core/access/scope";
import { canonicalJson } from "../../core/events/canonical-json";
import { safeText } from "../../core/redact/safe-text";
import type { SessionSummaryBody } from "../../core/session-summary/body";
import { summaryTitle } from "../../core/session-summary/compose";
import type { TenantSql } from "../../db/client";
import { takeNumbers } from "../../db/memory/numbers";
import { appendSummary, insertSummary, lockSummaryOfSession } from "../../db/session-summaries/composed";
import { lockSession } from "../../db/sessions/lock-session";
import { safeJson } from "../memory/safe-json";

export interface SummedSession {
  readonly id: string;
  readonly title: string | null;
}

/** Where a session's summary stands after it was composed. */
export interface Recorded {
  readonly number: number;
  readonly version: number;
  readonly isNew: boolean;
}

/**
 * One summary a session. It gets a version when it says something new, and from the analysis none any more once a
 * person edited it; `overEdits` composes it again all the same, as its newest version.
 */
export async function recordSummary(
  sql: TenantSql,
  scope: ProjectScope,
  session: SummedSession,
  composed: SessionSummaryBody | null,
  { now, overEdits = false }: { readonly now: Date; readonly overEdits?: boolean },
): Promise<Recorded | null> {
  if (composed === null) return null;
  const body = safeJson(composed);
  await lockSession(sql, scope.teamId, session.id);
  const stored = await lockSummaryOfSession(sql, scope, session.id);
  const title = safeText(summaryTitle(session.title, body));
  if (stored !== null) {
    const isSame = stored.title === title && canonicalJson(stored.body) === canonicalJson(body);
    if (isSame || (stored.isEdited && !overEdits)) {
      return { number: stored.number, version: stored.version, isNew: false };
    }
  }
  const next = {
    number: stored?.number ?? (await takeNumbers(sql, scope, "summary", 1)),
    version: (stored?.version ?? 0) + 1,
    title,
    body,
    authorKind: "system",
    author: safeText("analysis"),
  } as const;
  if (stored) await appendSummary(sql, scope, next, now);
  else await insertSummary(sql, scope, session.id, next, now);
  return { number: next.number, version: next.version, isNew: true };
}
