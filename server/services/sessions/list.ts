import type { ProjectScope } from "../../core/access/scope";
import { fail, ok, type Result } from "../../core/result";
import { hasDimensions, type TelemetryFilter } from "../../core/telemetry/filter";
import type { SessionList, SessionRow, SessionSort } from "../../core/telemetry/session-views";
import { type ListQuery, listPage, type SessionListRow } from "../../db/sessions/list";
import { readAgentOrder } from "../../db/telemetry/facets";
import type { Deps } from "../deps";
import { explicit, rangeView } from "../telemetry/asked";
import { rangeOf } from "../telemetry/range-of";
import { sessionSums } from "../telemetry/session-rows";
import { modelSizes } from "../telemetry/window-use";
import { readCursor, writeCursor } from "./cursor";

export interface ListSessions {
  readonly filter: TelemetryFilter;
  readonly sort: SessionSort;
  readonly search: string;
  /** Of the chart of window use: 0 to 9 a tenth, 10 above the window; all sessions where it is absent. */
  readonly window?: number | null;
  readonly cursor: string | null;
  readonly limit: number;
}

/** Which list it is, whatever its page. */
export type ListInput = Pick<ListSessions, "filter" | "sort" | "search" | "window">;

/** Sessions that the filter touches, with their figures inside the filter; one page by keyset. */
export async function listSessions(deps: Deps, scope: ProjectScope, input: ListSessions): Promise<Result<SessionList>> {
  const after = input.cursor === null ? null : readCursor(input.cursor);
  if (after === null && input.cursor !== null) {
    return fail("bad_request", "This page mark is not one of ours. Start from the first page.", { field: "cursor" });
  }
  const { query, range, state, now } = await listQueryOf(deps, scope, input);
  const [found, agentOrder] = await Promise.all([
    listPage(deps.db, scope, query, { after, limit: input.limit + 1 }),
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
    window: input.window ?? null,
    rows: await withFigures(deps, scope, query, page),
    nextCursor: last && found.length > input.limit ? writeCursor(last) : null,
    inProject: state.sessions,
    lag: { sessions: state.waiting, oldestAt: state.oldestWaitingAt?.toISOString() ?? null, failed: state.failed },
    agentOrder,
  });
}

/** What a list asks of the database, and the range that its filter means now. */
export async function listQueryOf(
  deps: Deps,
  scope: ProjectScope,
  { filter, sort, search, window: tenth = null }: ListInput,
) {
  const { range, state, now } = await rangeOf(deps, scope, filter);
  const mustMatch = range.preset !== "all" || hasDimensions(filter);
  const window = tenth === null ? null : { tenth, sizes: await modelSizes(deps, scope) };
  const query: ListQuery = { filter, period: range, sort, mustMatch, search, window };
  return { query, range, state, now };
}

async function withFigures(
  deps: Deps,
  scope: ProjectScope,
  query: ListQuery,
  page: readonly SessionListRow[],
): Promise<SessionRow[]> {
  const ids = page.map((row) => row.id);
  const sums = await sessionSums(deps, scope, query.filter, query.period, ids);
  return page.flatMap(({ id: _id, sortKey: _key, startedAt, lastEventAt, ...row }, index) => {
    const own = sums[index];
    if (!own) return [];
    return { ...row, startedAt: startedAt.toISOString(), lastEventAt: lastEventAt.toISOString(), ...own };
  });
}
