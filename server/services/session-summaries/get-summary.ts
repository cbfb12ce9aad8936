import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { notFound, ok, type Result } from "../../core/result";
import { SessionSummaryBody } from "../../core/session-summary/body";
import type { SummaryCompared, SummaryText, SummaryView } from "../../core/session-summary/views";
import { readSummary, readSummaryVersion, readSummaryVersions } from "../../db/session-summaries/record";
import type { Deps } from "../deps";
import { markdownOf, toText, toVersionView } from "./views";

/** A summary with its Markdown and its versions. */
export async function getSummary(deps: Deps, scope: ProjectScope, number: number): Promise<Result<SummaryView>> {
  const { pool } = deps.db;
  const [record, versions] = await Promise.all([
    readSummary(pool, scope, number),
    readSummaryVersions(pool, scope, number),
  ]);
  if (!record) return notFound("summary", recordRef("summary", number));
  const { version, title, session, sessionTitle, person, updatedAt } = record;
  return ok({
    number,
    version,
    title,
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    session: session === null ? null : { number: session, title: sessionTitle, person: person ?? "" },
    body: SessionSummaryBody.safeParse(record.body).data ?? null,
    markdown: markdownOf(record.body),
    isEdited: record.authorKind !== "system",
    updatedAt: updatedAt.toISOString(),
    versions: versions.map(toVersionView),
    mayWrite: can({ role: scope.role, keyScopes: null }, "memory:write"),
  });
}

/** Any version as it was saved. */
export async function getSummaryVersion(
  deps: Deps,
  scope: ProjectScope,
  { number, version }: { readonly number: number; readonly version: number },
): Promise<Result<SummaryText>> {
  const row = await readSummaryVersion(deps.db.pool, scope, number, version);
  return row ? ok(toText(row)) : notFound("version", `${version} of ${recordRef("summary", number)}`);
}

/** Two versions with their texts, to be shown line by line. */
export async function compareSummary(
  deps: Deps,
  scope: ProjectScope,
  { number, from, to }: { readonly number: number; readonly from: number; readonly to: number },
): Promise<Result<SummaryCompared>> {
  const [older, newer] = await Promise.all([
    getSummaryVersion(deps, scope, { number, version: from }),
    getSummaryVersion(deps, scope, { number, version: to }),
  ]);
  if (!older.ok) return older;
  return newer.ok ? ok({ number, from: older.value, to: newer.value }) : newer;
}
