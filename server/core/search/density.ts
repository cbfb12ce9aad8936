import type { Vocabulary } from "./expand";
import type { QueryField } from "./parse-query";

/** A way in which one condition of a search may be met: lexemes that all must stand there. */
export interface Alternative {
  readonly lexemes: readonly string[];
}

/** Of the entries that have all words of a phrase, about so many have them one after the other. */
const TOGETHER_SHARE = 0.1;
/**
 * Looking back in time reads limit ÷ density entries with their vectors, the index of words density × entries without
 * them. With 400 wanted and a vector as costly as four entries the two are equal at this number ÷ entries, under a root.
 */
const EVEN_COST = 1_500;

/** Whether the newest matches are found soonest by looking back in time, rather than by the index of words. */
export function isDense(density: number, entries: number): boolean {
  return density >= Math.sqrt(EVEN_COST / Math.max(EVEN_COST, entries));
}

/**
 * About which share of the project's entries meets all conditions, each by any of its alternatives, as if they had
 * nothing to do with each other. Lexemes that the vocabulary does not count are rare.
 */
export function densityOf(conditions: readonly (readonly Alternative[])[], vocabulary: Vocabulary): number {
  const { documents, entries } = vocabulary;
  const count = (lexemes: readonly string[]) => {
    const rarest = Math.min(...lexemes.map((lexeme) => documents.get(lexeme) ?? 0));
    return lexemes.length > 1 ? rarest * TOGETHER_SHARE : rarest;
  };
  const shares = conditions.map((alternatives) => {
    const found = alternatives.reduce((sum, { lexemes }) => sum + count(lexemes), 0);
    return Math.min(1, found / Math.max(1, entries));
  });
  return shares.reduce((product, share) => product * share, 1);
}

/** Values of one field are alternatives, fields are conditions. */
export function fieldConditions(fields: readonly QueryField[]): Alternative[][] {
  const byField = new Map<string, Alternative[]>();
  for (const { field, token, isExcluded } of fields) {
    if (!isExcluded) byField.set(field, [...(byField.get(field) ?? []), { lexemes: [token] }]);
  }
  return [...byField.values()];
}
