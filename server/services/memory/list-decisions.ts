import type { ProjectScope } from "../../core/access/scope";
import type { DecisionList } from "../../core/decisions/views";
import { ok, type Result } from "../../core/result";
import { countDecisions, readDecisionTags, listDecisions as readList } from "../../db/memory/decision-list";
import type { Deps } from "../deps";
import { toDecisionRow } from "./decision-views";

export interface ListDecisions {
  readonly status: string | null;
  readonly tag: string | null;
  readonly text: string;
  readonly cursor: number | null;
  readonly limit: number;
}

const MAX_TAGS = 30;

/** One page of decisions, newest number first, with counts by status over the whole project. */
export async function listDecisions(
  deps: Deps,
  scope: ProjectScope,
  { status, tag, text, cursor, limit }: ListDecisions,
): Promise<Result<DecisionList>> {
  const query = { status, tag, text, before: cursor, sessionId: null, limit: limit + 1 };
  const [found, counts, tags] = await Promise.all([
    readList(deps.db, scope, query),
    countDecisions(deps.db, scope),
    readDecisionTags(deps.db, scope, MAX_TAGS),
  ]);
  const page = found.slice(0, limit);
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    rows: page.map(toDecisionRow),
    counts,
    tags,
    nextCursor: found.length > limit ? (page.at(-1)?.number ?? null) : null,
  });
}
