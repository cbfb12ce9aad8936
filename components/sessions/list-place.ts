import { type FilterProblem, parseFilter, type TelemetryFilter } from "@/server/core/telemetry/filter";
import { SESSION_SORTS, type SessionSort } from "@/server/core/telemetry/session-views";
import { writeList } from "../telemetry/links";

export interface ListPlace {
  readonly filter: TelemetryFilter;
  readonly problems: readonly FilterProblem[];
  readonly sort: SessionSort;
  readonly search: string;
  /** A tenth of the window, 0 to 10, as the chart of window use counts them; null for all sessions. */
  readonly window: number | null;
  readonly cursor: string | null;
}

/** Which list it is, whatever its page. */
export type ListChoice = Pick<ListPlace, "filter" | "sort" | "search" | "window">;

export function listOf({ filter, sort, search, window }: ListChoice): ListChoice {
  return { filter, sort, search, window };
}

const MAX_SEARCH = 200;
const TENTH = /^(?:\d|10)$/;
const CURSOR = /^[\w:.-]{1,40}~[\da-f-]{36}$/;

/** What the address of a session list says. What cannot be read is named, and the rest is in force. */
export function readListPlace(params: URLSearchParams): ListPlace {
  const { filter, problems } = parseFilter(params);
  const sort = params.get("sort");
  const known = SESSION_SORTS.find((name) => name === sort);
  const more: FilterProblem[] =
    sort !== null && !known ? [{ field: "sort", value: sort, message: `Use one of ${SESSION_SORTS.join(", ")}.` }] : [];
  const window = params.get("window");
  const tenth = window !== null && TENTH.test(window) ? Number(window) : null;
  if (window !== null && tenth === null) {
    more.push({ field: "window", value: window, message: "Use a tenth of the window from 0 to 10." });
  }
  const cursor = params.get("after");
  if (cursor !== null && !CURSOR.test(cursor)) {
    more.push({ field: "after", value: cursor, message: "This is the first page." });
  }
  return {
    filter,
    problems: [...problems, ...more],
    sort: known ?? "date",
    search: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, MAX_SEARCH),
    window: tenth,
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
export function listQuery(place: ListChoice): Record<string, string> {
  return { [LIST_PARAM]: writeList(place).toString() };
}
