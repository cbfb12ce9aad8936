import type { AuditItem, AuditPage } from "@/server/api/routers/audit/list";
import { toCsv } from "@/server/core/telemetry/csv";

export const AUDIT_FORMATS = ["csv", "json"] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

type ReadPage = (cursor: string | null) => Promise<AuditPage>;

/** The audit log as a file, a page at a time, so that its length does not matter. The first page is read already. */
export async function* auditFile(first: AuditPage, readPage: ReadPage, format: AuditFormat): AsyncGenerator<string> {
  // The byte order mark tells Excel that the file is UTF-8.
  yield format === "csv" ? `\ufeff${toCsv(HEAD, [])}` : "[";
  let count = 0;
  for (let page = first; ; ) {
    if (page.items.length > 0) yield format === "csv" ? rowsOf(page.items) : objectsOf(page.items, count === 0);
    count += page.items.length;
    if (page.nextCursor === null) break;
    page = await readPage(page.nextCursor);
  }
  if (format === "json") yield count === 0 ? "]\n" : "\n]\n";
}

const HEAD = ["time", "person", "key", "action", "subject", "project", "detail"];

function rowsOf(items: readonly AuditItem[]): string {
  const csv = toCsv(
    HEAD,
    items.map(({ at, actor, action, subject, project, detail }) => [
      at,
      actor.name,
      actor.key,
      action,
      subject,
      project?.slug ?? null,
      detail.map(({ name, value }) => `${name}: ${value}`).join("; "),
    ]),
  );
  return csv.slice(csv.indexOf("\n") + 1);
}

/** One entry a line. */
function objectsOf(items: readonly AuditItem[], isFirst: boolean): string {
  const lines = items.map(({ at, actor, action, subject, project, detail }) =>
    JSON.stringify({
      time: at,
      person: actor.name,
      key: actor.key,
      action,
      subject,
      project: project?.slug ?? null,
      detail: Object.fromEntries(detail.map(({ name, value }) => [name, value])),
    }),
  );
  return `${isFirst ? "" : ","}\n${lines.join(",\n")}`;
}
