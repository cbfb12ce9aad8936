import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import type { SessionRow } from "../../core/telemetry/session-views";
import { sessionsCsv } from "../../core/telemetry/sessions-csv";
import type { Deps } from "../deps";
import type { CsvFile } from "../telemetry/export";
import { type ListInput, listSessions } from "./list";

const PAGE = 100;
/** More rows than a person reads; the file says when it was cut. */
const MAX_ROWS = 10_000;

/** The list under its filter as a file, all pages of it. */
export async function exportSessions(deps: Deps, scope: ProjectScope, input: ListInput): Promise<Result<CsvFile>> {
  const rows: SessionRow[] = [];
  let cursor: string | null = null;
  let name = "";
  do {
    const page = await listSessions(deps, scope, { ...input, cursor, limit: PAGE });
    if (!page.ok) return page;
    rows.push(...page.value.rows);
    cursor = page.value.nextCursor;
    name = `${scope.projectSlug}-sessions-${page.value.range.from}-to-${page.value.range.to}.csv`;
  } while (cursor !== null && rows.length < MAX_ROWS);
  return ok({ fileName: name, csv: sessionsCsv(rows, cursor !== null) });
}
