import type { ProjectScope } from "../../core/access/scope";
import { fail, ok, type Result } from "../../core/result";
import { mainCause } from "../../core/telemetry/breakdowns";
import { figuresOf } from "../../core/telemetry/figures";
import { keptFills } from "../../core/telemetry/fills";
import { hasDimensions, type TelemetryFilter } from "../../core/telemetry/filter";
import type { SessionList, SessionRow, SessionSort } from "../../core/telemetry/session-views";
import { type ListQuery, listByDate, listByNoise, type SessionListRow } from "../../db/sessions/list";
import { readAgentOrder } from "../../db/telemetry/facets";
import { readSessionGroups, type SessionGroupRow } from "../../db/telemetry/session-totals";
import type { Deps } from "../deps";
import { explicit, rangeView } from "../telemetry/overview";
import { rangeOf } from "../telemetry/range-of";
import { readCursor, writeCursor } from "./cursor";

export interface ListSessions {
  readonly filter: TelemetryFilter;
  readonly sort: SessionSort;
  readonly search: string;
  readonly cursor: string | null;
  readonly limit: number;
}

/** Sessions that the filter touches, with their figures inside the filter; one page by keyset. */
export async function listSessions(deps: Deps, scope: ProjectScope, input: ListSessions): Promise<Result<SessionList>> {
  const cursor = readCursor(input.sort, input.cursor);
  if (!cursor.ok)
    return fail("bad_request", "This page mark is not one of ours. Start from the first page.", { field: "cursor" });
  const { range, state, now } = await rangeOf(deps, scope, input.filter);
  const query: ListQuery = {
    filter: input.filter,
    period: range,
    mustMatch: range.preset !== "all" || hasDimensions(input.filter),
    search: input.search,
    limit: input.limit + 1,
  };
  const [found, agentOrder] = await Promise.all([
    input.sort === "date"
      ? listByDate(deps.db, scope, query, cursor.date)
      : listByNoise(deps.db, scope, query, cursor.noise),
    readAgentOrder(deps.db, scope),
  ]);
  const page = found.slice(0, input.limit);
  const last = page.at(-1);
  return ok({
    timeZone: scope.timeZone,
    asOf: now.toISOString(),
    filter: explicit(input.filter, range),
    range: rangeView(range),
    sort: input.sort,
    rows: await withFigures(deps, scope, query, page),
    nextCursor: last && found.length > input.limit ? writeCursor(input.sort, last) : null,
    inProject: state.sessions,
    lag: { sessions: state.waiting, oldestAt: state.oldestWaitingAt?.toISOString() ?? null, failed: state.failed },
    agentOrder,
  });
}

async function withFigures(
  deps: Deps,
  scope: ProjectScope,
  query: ListQuery,
  page: readonly SessionListRow[],
): Promise<SessionRow[]> {
  const ids = page.map((row) => row.id);
  const groups = await readSessionGroups(deps.db, scope, query.filter, query.period, ids);
  const bySession = new Map<string, SessionGroupRow[]>();
  for (const group of groups) {
    const own = bySession.get(group.sessionId);
    if (own) own.push(group);
    else bySession.set(group.sessionId, [group]);
  }
  return page.map(({ id, noiseTokens: _sortKey, startedAt, lastEventAt, ...row }) => {
    const own = bySession.get(id) ?? [];
    return {
      ...row,
      startedAt: startedAt.toISOString(),
      lastEventAt: lastEventAt.toISOString(),
      figures: figuresOf(own),
      fills: keptFills(own),
      cause: mainCause(own),
    };
  });
}
