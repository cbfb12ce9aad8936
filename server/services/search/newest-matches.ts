import { firstLookBack, nextLookBack } from "../../core/search/density";
import type { EntryGroup } from "../../core/search/fields";
import type { TenantSql } from "../../db/client";
import { type CandidateQuery, endRestriction, restrictToBitmaps } from "../../db/search/everything";

export interface MatchQuery extends Omit<CandidateQuery, "group" | "lookBack"> {
  /** What can meet the fields at all. */
  readonly groups: readonly EntryGroup[];
  /** At most about which share of the project's entries matches. */
  readonly share: number;
  /** Entries of the project. */
  readonly entries: number;
}

/**
 * The newest matches of each group. What is frequent is found soonest by looking at the newest entries, what is rare by
 * the index of words; a look back that finds too few tells how frequent it really is.
 */
export async function newestMatches<Row>(
  sql: TenantSql,
  query: MatchQuery,
  read: (query: CandidateQuery) => Promise<Row[]>,
  countOf: (rows: readonly Row[]) => number,
): Promise<Row[]> {
  const found: Row[] = [];
  const left: EntryGroup[] = [];
  for (const group of groupsOf(query)) {
    // Records are a few thousand at most, among many events: there is nothing to look back through.
    const rows = group === "event" ? await lookBack(query, read, countOf) : null;
    if (rows) found.push(...rows);
    else left.push(group);
  }
  if (left.length === 0) return found;
  await restrictToBitmaps(sql);
  for (const group of left) found.push(...(await read({ ...query, group, lookBack: 0 })));
  await endRestriction(sql);
  return found;
}

/** Null when the index of words shall be asked. */
async function lookBack<Row>(
  query: MatchQuery,
  read: (query: CandidateQuery) => Promise<Row[]>,
  countOf: (rows: readonly Row[]) => number,
): Promise<Row[] | null> {
  const { entries, limit } = query;
  let back = firstLookBack(query.share, entries, limit);
  while (back > 0) {
    const rows = await read({ ...query, group: "event", lookBack: back });
    const count = countOf(rows);
    if (count >= limit || back >= entries) return rows;
    back = nextLookBack(count / back, entries, limit);
  }
  return null;
}

function groupsOf({ kind, groups }: MatchQuery): EntryGroup[] {
  return groups.filter((group) => kind === null || (kind === "event") === (group === "event"));
}
