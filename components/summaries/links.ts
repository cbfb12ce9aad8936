import { readRecordPlace, roomHref } from "../memory/links";
import type { Base } from "../telemetry/links";

/** What the address of the list says: whose sessions, of when, with which words. */
export interface SummariesPlace {
  readonly person?: string | null;
  readonly agent?: string | null;
  readonly branch?: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly search?: string;
  readonly cursor?: string | null;
}

export const SUMMARY_FIELDS = ["person", "agent", "branch"] as const;
export type SummaryField = (typeof SUMMARY_FIELDS)[number];

const MAX_VALUE_CHARACTERS = 300;

/** The list, or one summary beside it. */
export function summariesHref(base: Base, place: SummariesPlace = {}, number?: number): string {
  const { search, cursor, from, to } = place;
  const address = roomHref(base, "summaries", { search, cursor, from, to }, number);
  const [path = "", query = ""] = address.split("?");
  const params = new URLSearchParams(query);
  for (const field of SUMMARY_FIELDS) if (place[field]) params.set(field, place[field]);
  const written = params.toString();
  return written === "" ? path : `${path}?${written}`;
}

export function summaryHref(base: Base, number: number): string {
  return summariesHref(base, {}, number);
}

export function summaryCompareHref(base: Base, number: number, from: number, to: number): string {
  return `${summaryHref(base, number)}/versions?from=${from}&to=${to}`;
}

export function readSummariesPlace(params: URLSearchParams): Required<SummariesPlace> {
  const { search, cursor, from, to } = readRecordPlace(params, []);
  return {
    person: valueIn(params, "person"),
    agent: valueIn(params, "agent"),
    branch: valueIn(params, "branch"),
    search,
    cursor,
    from,
    to,
  };
}

function valueIn(params: URLSearchParams, field: SummaryField): string | null {
  return (params.get(field) ?? "").replaceAll("\0", "").trim().slice(0, MAX_VALUE_CHARACTERS) || null;
}
