import type { ProjectScope } from "../../core/access/scope";
import { decisionsCsv, decisionsMarkdown, type ExportedDecision } from "../../core/decisions/decisions-file";
import type { DecisionSort, FailureSort, RecordFileFormat, RecordFilter } from "../../core/decisions/record-filter";
import { type ExportedFailure, failuresCsv, failuresMarkdown } from "../../core/failures/failures-file";
import { ok, type Result } from "../../core/result";
import { readNewestDecisions } from "../../db/memory/decision-record";
import { readNewestFailures } from "../../db/memory/failure-record";
import type { Deps } from "../deps";
import { evidenceOf, toDecisionVersion } from "./decision-views";
import { listDecisions } from "./list-decisions";
import { listFailures } from "./list-failures";

export interface TextFile {
  readonly fileName: string;
  readonly text: string;
}

const PAGE = 100;
/** More records than a person reads; the file says when it was cut. */
const MAX_ROWS = 5_000;

/** The list of decisions under its filter as a file, all pages of it, each decision as its newest version says it. */
export async function exportDecisions(
  deps: Deps,
  scope: ProjectScope,
  {
    format,
    ...input
  }: { readonly filter: RecordFilter; readonly sort: DecisionSort; readonly format: RecordFileFormat },
): Promise<Result<TextFile>> {
  const found = await allPages<ExportedDecision>(async (cursor) => {
    const page = await listDecisions(deps, scope, { ...input, cursor, limit: PAGE });
    if (!page.ok) return page;
    const numbers = page.value.rows.map((row) => row.number);
    const newest = new Map((await readNewestDecisions(deps.db, scope, numbers)).map((row) => [row.number, row]));
    const rows = numbers.flatMap((number) => {
      const row = newest.get(number);
      return row ? [{ ...toDecisionVersion(row), number }] : [];
    });
    return ok({ rows, nextCursor: page.value.nextCursor });
  });
  if (!found.ok) return found;
  const { rows, isCut } = found.value;
  const text = format === "csv" ? decisionsCsv(rows, isCut) : decisionsMarkdown(rows, isCut, scope.projectSlug);
  return ok({ fileName: fileName(scope, "decisions", format), text });
}

/** The registry under its filter as a file, all pages of it. */
export async function exportFailures(
  deps: Deps,
  scope: ProjectScope,
  {
    format,
    ...input
  }: { readonly filter: RecordFilter; readonly sort: FailureSort; readonly format: RecordFileFormat },
): Promise<Result<TextFile>> {
  const found = await allPages<ExportedFailure>(async (cursor) => {
    const page = await listFailures(deps, scope, { ...input, cursor, limit: PAGE });
    if (!page.ok) return page;
    const numbers = page.value.rows.map((row) => row.number);
    const newest = new Map((await readNewestFailures(deps.db, scope, numbers)).map((row) => [row.number, row]));
    const rows = page.value.rows.flatMap(({ perDay: _perDay, ...row }) => {
      const version = newest.get(row.number);
      if (!version) return [];
      const { sessionId: _sessionId, authorKind, author, createdAt, evidence, ...said } = version;
      const written = { author: { kind: authorKind, name: author }, createdAt: createdAt.toISOString() };
      return [{ ...said, ...row, ...written, evidence: evidenceOf(evidence) }];
    });
    return ok({ rows, nextCursor: page.value.nextCursor });
  });
  if (!found.ok) return found;
  const { rows, isCut } = found.value;
  const text = format === "csv" ? failuresCsv(rows, isCut) : failuresMarkdown(rows, isCut, scope.projectSlug);
  return ok({ fileName: fileName(scope, "failures", format), text });
}

async function allPages<Row>(
  read: (cursor: string | null) => Promise<Result<{ rows: Row[]; nextCursor: string | null }>>,
): Promise<Result<{ rows: Row[]; isCut: boolean }>> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page: Result<{ rows: Row[]; nextCursor: string | null }> = await read(cursor);
    if (!page.ok) return page;
    rows.push(...page.value.rows);
    cursor = page.value.nextCursor;
  } while (cursor !== null && rows.length < MAX_ROWS);
  return ok({ rows, isCut: cursor !== null });
}

function fileName(scope: ProjectScope, room: string, format: RecordFileFormat): string {
  return `${scope.projectSlug}-${room}.${format === "csv" ? "csv" : "md"}`;
}
