import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import type { FailureSort, RecordFilter } from "../../core/decisions/record-filter";
import { shortener } from "../../core/events/short-path";
import type { FailureHistory, FailureList, FailureRow, FailureWeek } from "../../core/failures/views";
import { ok, type Result } from "../../core/result";
import { addDays, instantOf, localTimeOf, startOfDay, startOfWeek, writeLocal } from "../../core/telemetry/zone";
import {
  FAILURE_COLUMNS,
  FAILURE_ORDERS,
  type FailureListRow,
  readFailureDays,
  listFailures as readList,
  readOccurrenceWeeks,
} from "../../db/memory/failure-list";
import { readFacets } from "../../db/memory/record-facets";
import type { Deps } from "../deps";
import { failureStatusOf } from "./failure-status";
import { MAX_FACETS, readKey, toFacets, toRecordQuery, writeKey } from "./record-rows";

export interface ListFailures {
  readonly filter: RecordFilter;
  readonly sort: FailureSort;
  readonly cursor: string | null;
  readonly limit: number;
}

const SPARK_WEEKS = 12;
const MAX_HISTORY_DAYS = 92;

/** One page of the registry under a filter, with the last twelve weeks of each failure. */
export async function listFailures(
  deps: Deps,
  scope: ProjectScope,
  { filter, sort, cursor, limit }: ListFailures,
): Promise<Result<FailureList>> {
  const keyset = readKey(FAILURE_ORDERS[sort], cursor);
  if (!keyset.ok) return keyset;
  const query = toRecordQuery(filter, "failure", scope.timeZone);
  const [found, facets] = await Promise.all([
    readList(deps.db, scope, query, keyset.value, limit + 1),
    readFacets(deps.db, scope, query, FAILURE_COLUMNS, MAX_FACETS),
  ]);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const now = deps.clock.now();
  const numbers = page.map((row) => row.number);
  const weeks = await weeksOf(deps, scope, numbers, SPARK_WEEKS);
  return ok({
    timeZone: scope.timeZone,
    asOf: now.toISOString(),
    ...toFacets(facets),
    rows: page.map((row) => ({
      ...toFailureRow(row),
      perWeek: (weeks.get(row.number) ?? []).map(({ count }) => count),
    })),
    nextCursor: last && found.length > limit ? writeKey(keyOf(last, sort), last.number) : null,
    mayWrite: can({ role: scope.role, keyScopes: null }, "failure:write"),
  });
}

function keyOf(row: FailureListRow, sort: FailureSort): Date | number {
  if (sort === "last") return row.lastSeenAt;
  if (sort === "first") return row.firstSeenAt;
  return sort === "often" ? row.occurrences : row.number;
}

/** Occurrences a week of some failures, the last `count` weeks with this one last; one query for all of them. */
export async function weeksOf(
  deps: Deps,
  scope: ProjectScope,
  numbers: readonly number[],
  count: number,
): Promise<Map<number, FailureWeek[]>> {
  const { timeZone } = scope;
  const thisWeek = startOfWeek(localTimeOf(deps.clock.now().getTime(), timeZone));
  const first = addDays(thisWeek, 7 * (1 - count));
  const since = new Date(instantOf(first, timeZone));
  const found = await readOccurrenceWeeks(deps.db, scope, numbers, since, timeZone);
  const countOf = new Map(found.map((row) => [`${row.number} ${row.week}`, row.count]));
  const weeks = Array.from({ length: count }, (_, index) => writeLocal(addDays(first, 7 * index)));
  return new Map(
    numbers.map((number) => [number, weeks.map((week) => ({ week, count: countOf.get(`${number} ${week}`) ?? 0 }))]),
  );
}

/** The last days of a zone up to today, as addresses write them, and where the first begins. */
function lastDays(now: Date, count: number, timeZone: string): { names: string[]; since: Date } {
  const today = startOfDay(localTimeOf(now.getTime(), timeZone));
  const first = addDays(today, 1 - count);
  const names = Array.from({ length: count }, (_, index) => writeLocal(addDays(first, index)));
  return { names, since: new Date(instantOf(first, timeZone)) };
}

export function toFailureRow({ cwd, title, firstSeenAt, lastSeenAt, status, ...row }: FailureListRow): FailureRow {
  return {
    ...row,
    title: shortener(cwd)(title),
    status: failureStatusOf(status),
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  };
}

/** Occurrences a day of the failures of a filter: every day from the first to the last that is looked at. */
export async function failureHistory(
  deps: Deps,
  scope: ProjectScope,
  filter: RecordFilter,
): Promise<Result<FailureHistory>> {
  const now = deps.clock.now();
  const query = toRecordQuery(filter, "failure", scope.timeZone);
  const end = query.until === null || query.until > now ? now : new Date(query.until.getTime() - 1);
  const { names, since } = lastDays(end, MAX_HISTORY_DAYS, scope.timeZone);
  const from = query.from !== null && query.from > since ? query.from : since;
  const until = new Date(end.getTime() + 1);
  const found = await readFailureDays(deps.db, scope, query, { since: from, until, timeZone: scope.timeZone });
  const byDay = new Map(found.map((row) => [row.day, row]));
  const first = filter.from ?? found[0]?.day;
  return ok({
    timeZone: scope.timeZone,
    asOf: now.toISOString(),
    days: names
      .filter((day) => first !== undefined && day >= first)
      .map((day) => byDay.get(day) ?? { day, fresh: 0, again: 0 }),
  });
}
