import type { RecordFilter } from "@/server/core/decisions/record-filter";
import { readLocal } from "@/server/core/telemetry/zone";
import { type Base, projectHref, sessionHref } from "../telemetry/links";

/** Addresses of the memory rooms. What a list shows stands in its query, so that a link shares it. */
export interface RecordPlace {
  readonly status?: string | null;
  readonly tag?: readonly string[];
  readonly author?: readonly string[];
  readonly path?: readonly string[];
  readonly from?: string | null;
  readonly to?: string | null;
  readonly search?: string;
  /** Only decisions of which a review is due. */
  readonly due?: boolean;
  readonly sort?: string | null;
  readonly cursor?: string | null;
}

export type Room = "decisions" | "failures" | "handoffs" | "rules/constraints" | "rules/preferences" | "summaries";

const FIELDS = ["tag", "author", "path"] as const;
export type RecordField = (typeof FIELDS)[number];

/** The list, or one of its records beside the list. */
export function roomHref(base: Base, room: Room, place: RecordPlace = {}, number?: number): string {
  const path = `${projectHref(base)}/${room}${number === undefined ? "" : `/${number}`}`;
  const query = writeRecordPlace(place).toString();
  return query === "" ? path : `${path}?${query}`;
}

/** The canonical query of a place: equal lists have equal addresses. */
export function writeRecordPlace(place: RecordPlace): URLSearchParams {
  const params = new URLSearchParams();
  if (place.status) params.set("status", place.status);
  for (const field of FIELDS) for (const value of place[field] ?? []) params.append(field, value);
  if (place.from) params.set("from", place.from);
  if (place.to) params.set("to", place.to);
  if (place.search) params.set("q", place.search);
  if (place.due) params.set("due", "1");
  if (place.sort) params.set("sort", place.sort);
  if (place.cursor) params.set("after", place.cursor);
  return params;
}

/** A room's list as files, whole or under a filter. */
export function fileHrefs(base: Base, room: Room, place: RecordPlace = {}) {
  const query = writeRecordPlace({ ...place, cursor: null }).toString();
  const at = (format: string) => `${roomHref(base, room)}/export/${format}${query === "" ? "" : `?${query}`}`;
  return { csv: at("csv"), markdown: at("markdown"), json: at("json") };
}

/** The event in its session's timeline. */
export function eventHref(base: Base, session: number, ref: string): string {
  return sessionHref(base, session, { event: ref });
}

const MAX_SEARCH_CHARACTERS = 200;
const MAX_VALUE_CHARACTERS = 300;
const MAX_VALUES = 20;

/** What sorts, and a number; another mark leads to the first page. */
const CURSOR = /^(?:\d{1,9}|[\dTZ:.-]{20,30})~\d{1,9}$/;

export interface ReadPlace<Status extends string, Sort extends string> extends RecordPlace {
  readonly status: Status | null;
  readonly tag: readonly string[];
  readonly author: readonly string[];
  readonly path: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
  readonly search: string;
  readonly due: boolean;
  /** Null is the room's own order. */
  readonly sort: Sort | null;
  readonly cursor: string | null;
}

/** What the address of a list says; names that are not known count as not said. */
export function readRecordPlace<Status extends string, Sort extends string = never>(
  params: URLSearchParams,
  statuses: readonly Status[],
  sorts: readonly Sort[] = [],
): ReadPlace<Status, Sort> {
  const cursor = params.get("after") ?? "";
  const [from, to] = [readDay(params.get("from")), readDay(params.get("to"))];
  const isSwapped = from !== null && to !== null && from > to;
  return {
    status: statuses.find((known) => known === params.get("status")) ?? null,
    tag: readValues(params, "tag"),
    author: readValues(params, "author"),
    path: readValues(params, "path"),
    from: isSwapped ? to : from,
    to: isSwapped ? from : to,
    search: clean(params.get("q") ?? "").slice(0, MAX_SEARCH_CHARACTERS),
    due: params.get("due") === "1",
    sort: sorts.find((known) => known === params.get("sort")) ?? null,
    cursor: CURSOR.test(cursor) ? cursor : null,
  };
}

function readDay(text: string | null): string | null {
  return text !== null && readLocal(text)?.hasHour === false ? text : null;
}

function readValues(params: URLSearchParams, field: RecordField): string[] {
  const values = params.getAll(field).map((value) => clean(value).slice(0, MAX_VALUE_CHARACTERS));
  return [...new Set(values.filter((value) => value !== ""))].sort().slice(0, MAX_VALUES);
}

/** Postgres has no character 0, so no stored text does. */
function clean(text: string): string {
  return text.replaceAll("\0", "").trim();
}

/** The place as the server filters by it. */
export function filterOf<Status extends string>(place: ReadPlace<Status, string>) {
  const { status, tag, author, path, from, to, search } = place;
  return { status, tag: [...tag], author: [...author], path: [...path], from, to, text: search } satisfies RecordFilter;
}

/** Something narrows the list. */
export function isFiltered({ status, tag, author, path, from, to, search, due }: RecordPlace): boolean {
  const values = [...(tag ?? []), ...(author ?? []), ...(path ?? [])];
  return Boolean(status || from || to || search || due || values.length > 0);
}

/** `12` and `DEC-012` name the same record; anything else names none. */
export function readRecordNumber(written: string): number | null {
  const digits = /^(?:[A-Z]+-)?0*([1-9]\d{0,8})$/i.exec(written)?.[1];
  return digits === undefined ? null : Number(digits);
}
