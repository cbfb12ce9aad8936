import { instantsOfDays, type RecordFilter } from "../../core/decisions/record-filter";
import { type RecordKind, recordNumber } from "../../core/decisions/record-ref";
import type { RecordFacets } from "../../core/decisions/views";
import { fail, ok, type Result } from "../../core/result";
import type { FacetRow } from "../../db/memory/record-facets";
import type { Keyset, RecordQuery } from "../../db/memory/record-query";

/** What the lists, histories and exports of decisions and failures share. */

/** Values of a filter that a page offers. */
export const MAX_FACETS = 60;

export function toRecordQuery(filter: RecordFilter, kind: RecordKind, timeZone: string): RecordQuery {
  const { fromMs, untilMs } = instantsOfDays(filter, timeZone);
  return {
    status: filter.status,
    tags: filter.tag,
    authors: filter.author,
    paths: filter.path,
    from: fromMs === null ? null : new Date(fromMs),
    until: untilMs === null ? null : new Date(untilMs),
    text: filter.text.trim(),
    number: recordNumber(kind, filter.text.trim().toUpperCase()),
    sessionId: null,
  };
}

export function toFacets(rows: readonly FacetRow[]): { total: number; facets: RecordFacets } {
  const of = (facet: FacetRow["facet"]) =>
    rows.filter((row) => row.facet === facet).map(({ value, count }) => ({ value, count }));
  return {
    total: of("total")[0]?.count ?? 0,
    facets: { statuses: of("status"), tags: of("tag"), authors: of("author"), paths: of("path") },
  };
}

/** Where a page ended: `<value>~<number>`, plain, so that a URL stays readable. */
export function writeKey(value: Date | number, number: number): string {
  return `${typeof value === "number" ? value : value.toISOString()}~${number}`;
}

/** Reads a page mark for an order; one of another order, like any other text, is refused. */
export function readKey(order: Omit<Keyset, "after">, cursor: string | null): Result<Keyset> {
  if (cursor === null) return ok({ ...order, after: null });
  const [, written = "", digits = ""] = /^([^~]{1,40})~(\d{1,9})$/.exec(cursor) ?? [];
  const value = order.type === "int" ? intOf(written) : timeOf(written);
  if (value === null || digits === "") {
    return fail("bad_request", "This page mark is not one of this order. Start from the first page.", {
      field: "cursor",
    });
  }
  return ok({ ...order, after: { value, number: Number(digits) } });
}

function intOf(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function timeOf(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}
