import type { ProjectScope } from "../../core/access/scope";
import type { ListFormat } from "../../core/formats/list-file";
import { ok, type Result } from "../../core/result";
import { SESSIONS_FILE } from "../../core/telemetry/sessions-file";
import type { Deps } from "../deps";
import { filePage, type TextFilePage } from "../memory/export-records";
import { type ListInput, listSessions } from "./list";

const PAGE = 100;

/** A page of the list under its filter as a file; the file is named after the days that it covers. */
export async function exportSessions(
  deps: Deps,
  scope: ProjectScope,
  { format, cursor, ...input }: ListInput & { readonly format: ListFormat; readonly cursor: string | null },
): Promise<Result<TextFilePage>> {
  const page = await listSessions(deps, scope, { ...input, cursor, limit: PAGE });
  if (!page.ok) return page;
  const { rows, nextCursor, range } = page.value;
  const file = filePage(scope, "sessions", SESSIONS_FILE, { rows, format, cursor }, nextCursor);
  return ok({ ...file, fileName: file.fileName.replace("-sessions.", `-sessions-${range.from}-to-${range.to}.`) });
}
