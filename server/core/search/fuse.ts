import type { Folded, WithText } from "./fold";
import { compareRanked } from "./rank";

/** Places far down count little, and the first few about alike (Cormack, Clarke, Büttcher 2009). */
const SMOOTHING = 60;

/**
 * One order of what was found by words and what is near in meaning: reciprocal rank fusion, which needs no common
 * measure of the two. An entry of which another with the same text was found by words lends it its place.
 */
export function fuseByRank(
  byWords: readonly Folded[],
  words: readonly WithText[],
  near: readonly WithText[],
): Folded[] {
  const idOf = (entry: WithText) => entry.text ?? `${entry.kind} ${entry.key}`;
  const texts = new Map(words.map((entry) => [`${entry.kind} ${entry.key}`, idOf(entry)]));
  const fused = new Map<string, Folded>();
  const add = (id: string, entry: Omit<Folded, "rank">, place: number) => {
    const known = fused.get(id) ?? { ...entry, rank: 0 };
    fused.set(id, { ...known, rank: known.rank + 1 / (SMOOTHING + place) });
  };
  for (const [at, one] of byWords.entries()) {
    const name = `${one.kind} ${one.key}`;
    add(texts.get(name) ?? name, one, at + 1);
  }
  for (const [at, one] of near.entries()) add(idOf(one), { kind: one.kind, key: one.key, equal: [] }, at + 1);
  return [...fused.values()].sort(compareRanked);
}
