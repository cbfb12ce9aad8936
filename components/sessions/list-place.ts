import { type FilterProblem, parseFilter, type TelemetryFilter } from "@/server/core/telemetry/filter";
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
