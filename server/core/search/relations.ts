/** Words that mean something to each other in one project, learned from what stands together in its records. */

export interface Relation {
  readonly lexeme: string;
  readonly other: string;
  /** 0 to 1: how much oftener than chance, of the strongest that can be. */
  readonly score: number;
}

const MAX_WORDS_A_DOCUMENT = 24;
const MIN_DOCUMENTS = 3;
const MIN_TOGETHER = 3;
/** A word that is in more of the documents says nothing about any of them. */
const MAX_SHARE = 0.15;
const MAX_A_WORD = 5;
const MAX_RELATIONS = 10_000;
const MIN_SCORE = 0.25;

/**
 * Positive pointwise mutual information, normalized by the probability of the pair (Bouma 2009), over documents given
 * as their distinct words. The strongest few of each word, at most 10,000 in all; the answer does not depend on the
 * order of the documents.
 */
export function relationsOf(documents: readonly (readonly string[])[]): Relation[] {
  const counts = new Map<string, number>();
  for (const words of documents) for (const word of new Set(words)) add(counts, word);
  const mostDocuments = Math.max(MIN_DOCUMENTS, documents.length * MAX_SHARE);
  const isTelling = (word: string) => {
    const count = counts.get(word) ?? 0;
    return count >= MIN_DOCUMENTS && count <= mostDocuments;
  };
  const pairs = new Map<string, number>();
  for (const words of documents) {
    const telling = [...new Set(words)].filter(isTelling).sort(byRarity(counts)).slice(0, MAX_WORDS_A_DOCUMENT).sort();
    for (const [at, one] of telling.entries()) {
      for (const other of telling.slice(at + 1)) add(pairs, `${one} ${other}`);
    }
  }
  return strongest(scored(pairs, counts, documents.length));
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function byRarity(counts: ReadonlyMap<string, number>) {
  return (a: string, b: string) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1);
}

function scored(pairs: ReadonlyMap<string, number>, counts: ReadonlyMap<string, number>, total: number): Relation[] {
  const relations: Relation[] = [];
  for (const [pair, together] of pairs) {
    if (together < MIN_TOGETHER) continue;
    const [one = "", other = ""] = pair.split(" ");
    const chance = ((counts.get(one) ?? 0) * (counts.get(other) ?? 0)) / total;
    const score = together === total ? 0 : Math.log(together / chance) / Math.log(total / together);
    if (score < MIN_SCORE) continue;
    relations.push({ lexeme: one, other, score }, { lexeme: other, other: one, score });
  }
  return relations;
}

function strongest(relations: Relation[]): Relation[] {
  const kept = new Map<string, number>();
  return relations
    .sort((a, b) => b.score - a.score || compare(a, b))
    .filter(({ lexeme }) => {
      add(kept, lexeme);
      return (kept.get(lexeme) ?? 0) <= MAX_A_WORD;
    })
    .slice(0, MAX_RELATIONS);
}

function compare(a: Relation, b: Relation): number {
  const [one, other] = [`${a.lexeme} ${a.other}`, `${b.lexeme} ${b.other}`];
  return one < other ? -1 : 1;
}
