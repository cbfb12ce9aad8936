import type { Vocabulary } from "./expand";
import type { QueryField } from "./parse-query";

/** A way in which one condition of a search may be met: lexemes that all must stand there. */
export interface Alternative {
  readonly lexemes: readonly string[];
}

/**
 * Looking back in time reads limit ÷ share entries with their vectors, the index of words share × entries without them.
 * With 400 wanted and a vector as costly as four entries the two are equal at this number ÷ entries, under a root.
 */
const EVEN_COST = 1_500;
/** Matches are seldom spread evenly over time: so many times the expected entries are looked through. */
const SLACK = 1.5;
/** Times the wanted matches: the first look back, which tells how frequent they are. */
const FIRST_LOOK = 3;

/** Whether the newest matches are found soonest by looking back in time, rather than by the index of words. */
function isFrequent(share: number, entries: number): boolean {
  return share >= Math.sqrt(EVEN_COST / Math.max(EVEN_COST, entries));
}

/** Through how many of the newest entries to look first, when at most this share of all can match; 0 for none. */
export function firstLookBack(share: number, entries: number, limit: number): number {
  return isFrequent(share, entries) ? FIRST_LOOK * limit : 0;
}

/** Through how many to look when the last look found this share; 0 when the index of words is sooner. */
export function nextLookBack(share: number, entries: number, limit: number): number {
  return isFrequent(share, entries) ? Math.ceil((SLACK * limit) / share) : 0;
}

/**
 * At most about which share of the project's entries meets all conditions, each by any of its alternatives: that of the
 * rarest. Fewer may meet all, or as many. Lexemes that the vocabulary does not count are rare.
 */
export function largestShare(conditions: readonly (readonly Alternative[])[], vocabulary: Vocabulary): number {
  const { documents, entries } = vocabulary;
  const rarest = (lexemes: readonly string[]) => Math.min(...lexemes.map((lexeme) => documents.get(lexeme) ?? 0));
  const counts = conditions.map((alternatives) => alternatives.reduce((sum, { lexemes }) => sum + rarest(lexemes), 0));
  return Math.min(1, ...counts.map((count) => count / Math.max(1, entries)));
}

/** Values of one field are alternatives, fields are conditions. */
export function fieldConditions(fields: readonly QueryField[]): Alternative[][] {
  const byField = new Map<string, Alternative[]>();
  for (const { field, token, isExcluded } of fields) {
    if (!isExcluded) byField.set(field, [...(byField.get(field) ?? []), { lexemes: [token] }]);
  }
  return [...byField.values()];
}
