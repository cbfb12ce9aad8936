import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import type { RecordFilter } from "../../core/decisions/record-filter";
import { ok, type Result } from "../../core/result";
import type { RuleKind } from "../../core/rules/statuses";
import type { RuleList, RuleSort } from "../../core/rules/views";
import { readFacets } from "../../db/memory/record-facets";
import { RULE_COLUMNS, RULE_ORDERS, listRules as readList } from "../../db/rules/rule-list";
import type { Deps } from "../deps";
import { MAX_FACETS, readKey, toFacets, toRecordQuery, writeKey } from "../memory/record-rows";
import { toRuleRow } from "./rule-views";

export interface ListRules {
  readonly kind: RuleKind;
  readonly filter: RecordFilter;
  readonly sort: RuleSort;
  readonly cursor: string | null;
  readonly limit: number;
}

/** One page of constraints or preferences under a filter, with what else could be filtered by. */
export async function listRules(
  deps: Deps,
  scope: ProjectScope,
  { kind, filter, sort, cursor, limit }: ListRules,
): Promise<Result<RuleList>> {
  const keyset = readKey(RULE_ORDERS[sort], cursor);
  if (!keyset.ok) return keyset;
  const query = toRecordQuery(filter, kind, scope.timeZone);
  const [found, facets] = await Promise.all([
    readList(deps.db, scope, kind, query, keyset.value, limit + 1),
    readFacets(deps.db, scope, query, RULE_COLUMNS[kind], MAX_FACETS),
  ]);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const nextCursor =
    last && found.length > limit ? writeKey(sort === "changed" ? last.updatedAt : last.number, last.number) : null;
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    ...toFacets(facets),
    rows: page.map(toRuleRow),
    nextCursor,
    mayWrite: can({ role: scope.role, keyScopes: null }, "memory:write"),
  });
}
