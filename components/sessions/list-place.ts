import { type FilterProblem, parseFilter, type TelemetryFilter, writeFilter } from "@/server/core/telemetry/filter";
import { SESSION_SORTS, type SessionSort } from "@/server/core/telemetry/session-views";

export interface ListPlace {
  readonly filter: TelemetryFilter;
  readonly problems: readonly FilterProblem[];
  readonly sort: SessionSort;
  readonly search: string;
  readonly cursor: string | null;
}

const MAX_SEARCH = 200;
const CURSOR = /^[\w:.-]{1,40}~[\da-f-]{36}$/;

/** What the address of a session list says. What cannot be read is named, and the rest is in force. */
export function readListPlace(params: URLSearchParams): ListPlace {
  const { filter, problems } = parseFilter(params);
  const sort = params.get("sort");
  const known = SESSION_SORTS.find((name) => name === sort);
  const more: FilterProblem[] =
    sort !== null && !known ? [{ field: "sort", value: sort, message: `Use one of ${SESSION_SORTS.join(", ")}.` }] : [];
  const cursor = params.get("after");
  if (cursor !== null && !CURSOR.test(cursor)) {
    more.push({ field: "after", value: cursor, message: "This is the first page." });
  }
  return {
    filter,
    problems: [...problems, ...more],
    sort: known ?? "date",
    search: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, MAX_SEARCH),
    cursor: cursor !== null && CURSOR.test(cursor) ? cursor : null,
  };
}

/** In a session's address, the list that a person came from. */
export const LIST_PARAM = "list";

/** The list that a person came from, as a session's address carries it; null where it carries none. */
export function readListOf(params: URLSearchParams): ListPlace | null {
  const written = params.get(LIST_PARAM);
  return written === null ? null : readListPlace(new URLSearchParams(written));
}

/** What a link from a list into a session says of the list; the default list, the newest first, says so too. */
export function listQuery(place: Pick<ListPlace, "filter" | "sort" | "search">): Record<string, string> {
  const params = writeFilter(place.filter);
  if (place.sort !== "date") params.set("sort", place.sort);
  if (place.search) params.set("q", place.search);
  return { [LIST_PARAM]: params.toString() };
}
