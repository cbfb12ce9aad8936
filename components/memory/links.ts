import { type Base, projectHref, sessionHref } from "../telemetry/links";

/** Addresses of the memory rooms. What a list shows stands in its query, so that a link shares it. */
export interface RecordPlace {
  readonly status?: string | null;
  readonly tag?: string | null;
  readonly search?: string;
  readonly cursor?: string | number | null;
}

export type Room = "decisions" | "failures" | "handoffs";

/** The list, or one of its records beside the list. */
export function roomHref(base: Base, room: Room, place: RecordPlace = {}, number?: number): string {
  const params = new URLSearchParams();
  if (place.status) params.set("status", place.status);
  if (place.tag) params.set("tag", place.tag);
  if (place.search) params.set("q", place.search);
  if (place.cursor) params.set("after", String(place.cursor));
  const query = params.toString();
  const path = `${projectHref(base)}/${room}${number === undefined ? "" : `/${number}`}`;
  return query === "" ? path : `${path}?${query}`;
}

/** The event in its session's timeline. */
export function eventHref(base: Base, session: number, ref: string): string {
  return sessionHref(base, session, { event: ref });
}

const MAX_SEARCH_CHARACTERS = 200;

/** A record's number, or a time and a number; another mark leads to the first page. */
const CURSOR = /^(?:\d{1,9}|[\dTZ:.-]{20,30}~\d{1,9})$/;

/** What the address of a list says; names that are not known count as not said. */
export function readRecordPlace<Status extends string>(
  params: URLSearchParams,
  statuses: readonly Status[],
): { status: Status | null; tag: string | null; search: string; cursor: string | null } {
  const status = params.get("status");
  const cursor = params.get("after") ?? "";
  return {
    status: statuses.find((known) => known === status) ?? null,
    tag: params.get("tag")?.replaceAll("\0", "").slice(0, 100) || null,
    search: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, MAX_SEARCH_CHARACTERS),
    cursor: CURSOR.test(cursor) ? cursor : null,
  };
}

/** `12` and `DEC-012` name the same record; anything else names none. */
export function readRecordNumber(written: string): number | null {
  const digits = /^(?:[A-Z]+-)?0*([1-9]\d{0,8})$/i.exec(written)?.[1];
  return digits === undefined ? null : Number(digits);
}
