import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import type { DecisionSort, RecordFilter } from "../../core/decisions/record-filter";
import { reviewBefore } from "../../core/decisions/review-due";
import type { DecisionHistory, DecisionList } from "../../core/decisions/views";
import { ok, type Result } from "../../core/result";
import {
  DECISION_COLUMNS,
  DECISION_ORDERS,
  type DecisionListRow,
  readDecisionPoints,
  listDecisions as readList,
} from "../../db/memory/decision-list";
import { readFacets } from "../../db/memory/record-facets";
import type { RecordQuery } from "../../db/memory/record-query";
import type { Deps } from "../deps";
import { readNotices } from "./decision-standings";
import { toDecisionPoint, toDecisionRow } from "./decision-views";
import { mayAccept } from "./may-accept";
import { MAX_FACETS, readKey, toFacets, toRecordQuery, writeKey } from "./record-rows";

export interface ListDecisions {
  readonly filter: RecordFilter;
  readonly sort: DecisionSort;
  readonly cursor: string | null;
  readonly limit: number;
}

/** One page of decisions under a filter, with what else could be filtered by. */
export async function listDecisions(
  deps: Deps,
  scope: ProjectScope,
  { filter, sort, cursor, limit }: ListDecisions,
): Promise<Result<DecisionList>> {
  const keyset = readKey(DECISION_ORDERS[sort], cursor);
  if (!keyset.ok) return keyset;
  const query = queryOf(deps, scope, filter);
  const [found, facets] = await Promise.all([
    readList(deps.db, scope, query, keyset.value, limit + 1),
    readFacets(deps.db, scope, query, DECISION_COLUMNS, MAX_FACETS),
  ]);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const notices = await readNotices(deps.db, scope, page);
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    ...toFacets(facets),
    rows: page.map((row) => toDecisionRow(row, notices)),
    nextCursor: last && found.length > limit ? writeKey(keyOf(last, sort), last.number) : null,
    mayWrite: can({ role: scope.role, keyScopes: null }, "decision:write"),
    mayAccept: mayAccept(scope),
  });
}

/** The filter as the tables understand it. */
function queryOf(deps: Deps, scope: ProjectScope, filter: RecordFilter): RecordQuery {
  const dueBefore = filter.due ? new Date(reviewBefore(deps.clock.now().getTime())) : null;
  return { ...toRecordQuery(filter, "decision", scope.timeZone), dueBefore };
}

function keyOf(row: DecisionListRow, sort: DecisionSort): Date | number {
  if (sort === "decided") return row.decidedOn ?? row.createdAt;
  return sort === "changed" ? row.updatedAt : row.number;
}

const MAX_POINTS = 400;

/** The decisions of a filter as points in time, oldest first. */
export async function decisionHistory(
  deps: Deps,
  scope: ProjectScope,
  filter: RecordFilter,
): Promise<Result<DecisionHistory>> {
  const query = queryOf(deps, scope, filter);
  const found = await readDecisionPoints(deps.db, scope, query, MAX_POINTS + 1);
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    points: found.slice(0, MAX_POINTS).reverse().map(toDecisionPoint),
    isCut: found.length > MAX_POINTS,
  });
}
