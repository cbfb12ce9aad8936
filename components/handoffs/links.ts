import { INBOX_LISTS, type InboxList } from "@/server/core/handoffs/inbox";
import { type RecordPlace, readRecordPlace, roomHref } from "../memory/links";
import type { Base } from "../telemetry/links";

/** What an address of the inbox says: which list, which words, which page. */
export interface InboxPlace extends Pick<RecordPlace, "search" | "cursor"> {
  readonly list: InboxList;
}

const WHOLE_INBOX: InboxPlace = { list: "all" };

/** The inbox, or one note beside its list. */
export function inboxHref(base: Base, place: InboxPlace = WHOLE_INBOX, number?: number): string {
  const address = roomHref(base, "handoffs", { search: place.search, cursor: place.cursor }, number);
  if (place.list === "all") return address;
  return `${address}${address.includes("?") ? "&" : "?"}list=${place.list}`;
}

export function noteHref(base: Base, number: number): string {
  return inboxHref(base, WHOLE_INBOX, number);
}

export function editHref(base: Base, number: number): string {
  return `${noteHref(base, number)}/edit`;
}

export function compareHref(base: Base, number: number, from: number, to: number): string {
  return `${noteHref(base, number)}/versions?from=${from}&to=${to}`;
}

export function readInboxPlace(params: URLSearchParams): InboxPlace & { search: string; cursor: string | null } {
  const { search, cursor } = readRecordPlace(params, []);
  const list = params.get("list");
  return { list: INBOX_LISTS.find((known) => known === list) ?? "all", search, cursor };
}

/** The two versions that an address compares; a missing or wrong number is the neighbour of the other. */
export function readCompared(params: URLSearchParams, newest: number): { from: number; to: number } {
  const to = versionIn(params.get("to"), newest) ?? newest;
  return { from: versionIn(params.get("from"), newest) ?? Math.max(1, to - 1), to };
}

function versionIn(written: string | null, newest: number): number | null {
  const version = /^\d{1,9}$/.test(written ?? "") ? Number(written) : 0;
  return version >= 1 && version <= newest ? version : null;
}
