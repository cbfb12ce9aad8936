import type { ProjectScope } from "../../core/access/scope";
import { DECISIONS_FILE } from "../../core/decisions/decisions-file";
import type { DecisionSort, FailureSort, RecordFilter } from "../../core/decisions/record-filter";
import { FAILURES_FILE } from "../../core/failures/failures-file";
import { LIST_ENDINGS, type ListFile, type ListFormat, listPage } from "../../core/formats/list-file";
import { ok, type Result } from "../../core/result";
import { readNewestDecisions } from "../../db/memory/decision-record";
import { readNewestFailures } from "../../db/memory/failure-record";
import type { Deps } from "../deps";
import { evidenceOf, toDecisionVersion } from "./decision-views";
import { listDecisions } from "./list-decisions";
import { listFailures } from "./list-failures";

/** A page of a file; the pages joined are the file. */
export interface TextFilePage {
  readonly fileName: string;
  readonly text: string;
  readonly nextCursor: string | null;
}

interface ExportedList<Sort> {
  readonly filter: RecordFilter;
  readonly sort: Sort;
  readonly format: ListFormat;
  readonly cursor: string | null;
}

const PAGE = 100;

/** A page of the decisions under a filter as a file, each decision as its newest version says it. */
export async function exportDecisions(
  deps: Deps,
  scope: ProjectScope,
  { format, ...input }: ExportedList<DecisionSort>,
): Promise<Result<TextFilePage>> {
  const page = await listDecisions(deps, scope, { ...input, limit: PAGE });
  if (!page.ok) return page;
  const numbers = page.value.rows.map((row) => row.number);
  const newest = new Map((await readNewestDecisions(deps.db, scope, numbers)).map((row) => [row.number, row]));
  const rows = page.value.rows.flatMap(({ number, notice }) => {
    const row = newest.get(number);
    return row ? [{ ...toDecisionVersion(row), number, notice }] : [];
  });
  return ok(
    filePage(scope, "decisions", DECISIONS_FILE, { rows, format, cursor: input.cursor }, page.value.nextCursor),
  );
}

/** A page of the registry under a filter as a file. */
export async function exportFailures(
  deps: Deps,
  scope: ProjectScope,
  { format, ...input }: ExportedList<FailureSort>,
): Promise<Result<TextFilePage>> {
  const page = await listFailures(deps, scope, { ...input, limit: PAGE });
  if (!page.ok) return page;
  const numbers = page.value.rows.map((row) => row.number);
  const newest = new Map((await readNewestFailures(deps.db, scope, numbers)).map((row) => [row.number, row]));
  const rows = page.value.rows.flatMap(({ perWeek: _perWeek, ...row }) => {
    const version = newest.get(row.number);
    if (!version) return [];
    const { sessionId: _sessionId, authorKind, author, createdAt, evidence, ...said } = version;
    const written = { author: { kind: authorKind, name: author }, createdAt: createdAt.toISOString() };
    return [{ ...said, ...row, ...written, evidence: evidenceOf(evidence) }];
  });
  return ok(filePage(scope, "failures", FAILURES_FILE, { rows, format, cursor: input.cursor }, page.value.nextCursor));
}

/** One page of a list as its file has it. */
export function filePage<Row>(
  { projectSlug }: Pick<ProjectScope, "projectSlug">,
  room: string,
  file: ListFile<Row>,
  page: { readonly rows: readonly Row[]; readonly format: ListFormat; readonly cursor: string | null },
  nextCursor: string | null,
): TextFilePage {
  const title = `${room.slice(0, 1).toUpperCase()}${room.slice(1)} of ${projectSlug}`;
  const place = { isFirst: page.cursor === null, isLast: nextCursor === null, title };
  const fileName = `${projectSlug}-${room}.${LIST_ENDINGS[page.format]}`;
  return { fileName, text: listPage(page.format, file, page.rows, place), nextCursor };
}
