import type { ProjectScope } from "../../core/access/scope";
import { instantsOfDays } from "../../core/decisions/record-filter";
import { ok, type Result } from "../../core/result";
import type { SummaryList, SummaryRow } from "../../core/session-summary/views";
import {
  countSummaries,
  listSummaries as readList,
  readSummaryFacets,
  type SummaryFacetRow,
  type SummaryListRow,
} from "../../db/session-summaries/list";
import type { Deps } from "../deps";
import { readTimeCursor, writeTimeCursor } from "../memory/cursor";
import { MAX_FACETS } from "../memory/record-rows";

export interface ListSummaries {
  readonly person: string | null;
  readonly agent: string | null;
  readonly branch: string | null;
  /** Number of a session. */
  readonly session: number | null;
  /** First and last day, both included, in the project's time zone. */
  readonly from: string | null;
  readonly to: string | null;
  readonly text: string;
  readonly cursor: string | null;
  readonly limit: number;
}

/** One page of the summaries under a filter, the latest session first. */
export async function listSummaries(
  deps: Deps,
  scope: ProjectScope,
  { cursor: mark, limit, from, to, ...filter }: ListSummaries,
): Promise<Result<SummaryList>> {
  const cursor = readTimeCursor(mark);
  if (!cursor.ok) return cursor;
  const { fromMs, untilMs } = instantsOfDays({ from, to }, scope.timeZone);
  const time = (ms: number | null) => (ms === null ? null : new Date(ms));
  const query = { ...filter, text: filter.text.trim(), from: time(fromMs), until: time(untilMs) };
  const [found, counts, facets] = await Promise.all([
    readList(deps.db, scope, query, { after: cursor.value, limit: limit + 1 }),
    countSummaries(deps.db, scope, query),
    readSummaryFacets(deps.db, scope, MAX_FACETS),
  ]);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    rows: page.map(toRow),
    ...counts,
    facets: {
      people: valuesOf(facets, "people"),
      agents: valuesOf(facets, "agents"),
      branches: valuesOf(facets, "branches"),
    },
    nextCursor: last && found.length > limit ? writeTimeCursor(last.lastAt, last.number) : null,
  });
}

function valuesOf(rows: readonly SummaryFacetRow[], facet: SummaryFacetRow["facet"]) {
  return rows.filter((row) => row.facet === facet).map(({ value, count }) => ({ value, count }));
}

function toRow({ authorKind, author, client, person, lastAt, ...row }: SummaryListRow): SummaryRow {
  return {
    ...row,
    client: client ?? "",
    person: person ?? "",
    editedBy: authorKind === "system" ? null : author,
    lastAt: lastAt.toISOString(),
  };
}
