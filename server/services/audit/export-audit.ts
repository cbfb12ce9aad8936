import type { TeamScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { toCsv } from "../../core/telemetry/csv";
import type { Deps } from "../deps";
import type { CsvFile } from "../telemetry/export";
import { type AuditItem, type AuditQuery, listAudit } from "./list-audit";

const PAGE = 500;
/** More rows than a person reads; the file says when it was cut. */
const MAX_ROWS = 20_000;

/** The list under its filter as a file, all pages of it. */
export async function exportAudit(
  deps: Pick<Deps, "db">,
  scope: TeamScope,
  filter: Pick<AuditQuery, "actor" | "action">,
): Promise<Result<CsvFile>> {
  const items: AuditItem[] = [];
  let cursor: string | null = null;
  do {
    const page = await listAudit(deps, scope, { ...filter, cursor, limit: PAGE });
    if (!page.ok) return page;
    items.push(...page.value.items);
    cursor = page.value.nextCursor;
  } while (cursor !== null && items.length < MAX_ROWS);
  const rows = items.map(toRow);
  if (cursor !== null) rows.push([`cut after ${items.length} entries`, "", "", "", "", ""]);
  const head = ["time", "person", "key", "action", "project", "detail"];
  return ok({ fileName: `${scope.teamSlug}-audit.csv`, csv: toCsv(head, rows) });
}

function toRow({ at, actor, action, project, detail }: AuditItem): string[] {
  const details = detail.map(({ name, value }) => `${name}: ${value}`).join("; ");
  return [at.toISOString(), actor.name, actor.key ?? "", action, project?.slug ?? "", details];
}
