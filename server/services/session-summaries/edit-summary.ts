import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { canonicalJson } from "../../core/events/canonical-json";
import { type SafeText, safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import { readSessionSummary } from "../../core/session-summary/read-markdown";
import type { SummarySaved } from "../../core/session-summary/views";
import type { TenantSql } from "../../db/client";
import { appendSummary } from "../../db/session-summaries/composed";
import { readSummaryVersion } from "../../db/session-summaries/record";
import { recordAuditSql } from "../audit/record";
import type { Deps } from "../deps";
import { authorOf } from "../memory/author";
import { safeJson } from "../memory/safe-json";
import { toText } from "./views";

export interface EditSummary {
  readonly number: number;
  /** The version that the writer began from. */
  readonly expectedVersion: number;
  readonly title: string;
  readonly markdown: string;
}

/**
 * Makes what somebody wrote the newest version. When another one was saved meanwhile, that one is answered and nothing
 * is written: the writer's text is still on their page, and nobody is written over unseen.
 */
export async function editSummary(
  deps: Deps,
  scope: ProjectScope,
  { number, expectedVersion, title: told, markdown }: EditSummary,
): Promise<Result<SummarySaved>> {
  const title = safeText(told.replace(/\s+/g, " ").trim());
  if (title === "") return fail("bad_request", "Give the summary a title.", { field: "title" });
  if (markdown.trim() === "") {
    return fail("bad_request", "The summary is empty. Write what the session came to.", { field: "markdown" });
  }
  const body = safeJson(readSessionSummary(markdown.replace(/\r\n?/g, "\n")));
  return deps.db.withTenantSql(scope, async (sql) => {
    const newest = await readSummaryVersion(sql, scope, number, null);
    if (!newest) return notFound("summary", recordRef("summary", number));
    if (newest.version !== expectedVersion) return conflict(number, newest);
    if (newest.title === title && canonicalJson(newest.body) === canonicalJson(body)) {
      const message = `Version ${newest.version} says the same already. Change something first.`;
      return fail("bad_request", message, { field: "markdown" });
    }
    const version = expectedVersion + 1;
    const isSaved = await appendSummary(
      sql,
      scope,
      { number, version, title, body, ...authorOf(scope.actor) },
      deps.clock.now(),
    );
    if (!isSaved) return conflict(number, (await readSummaryVersion(sql, scope, number, null)) ?? newest);
    await audit(deps, sql, scope, { number, version, title });
    return ok<SummarySaved>({ outcome: "saved", number, version });
  });
}

function conflict(number: number, newest: Parameters<typeof toText>[0]): Result<SummarySaved> {
  return ok<SummarySaved>({ outcome: "conflict", number, newest: toText(newest) });
}

function audit(
  deps: Deps,
  sql: TenantSql,
  scope: ProjectScope,
  { number, ...detail }: { number: number; version: number; title: SafeText },
): Promise<void> {
  return recordAuditSql(deps, sql, scope, {
    action: "summary.edited",
    subject: recordRef("summary", number),
    projectId: scope.projectId,
    detail,
  });
}
