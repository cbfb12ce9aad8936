import type { SearchKind } from "./fields";
import type { Ranked } from "./rank";

/** What an entry says; entries with the same text are one find. */
export interface WithText {
  readonly kind: SearchKind;
  readonly key: string;
  /** Hash of its text; null for a record that stands for itself. */
  readonly text: string | null;
}

export interface Folded extends Ranked {
  /** Keys of the entries with the same text that were ranked behind this one, in their order. */
  readonly equal: readonly string[];
}

/** One find of each text: what 300 sessions have, or led to, would fill page after page. The order stays. */
export function foldEqualTexts(ranked: readonly Ranked[], entries: readonly WithText[]): Folded[] {
  const texts = new Map(entries.map(({ kind, key, text }) => [`${kind} ${key}`, text]));
  const byText = new Map<string, string[]>();
  const folded: Folded[] = [];
  for (const one of ranked) {
    const text = texts.get(`${one.kind} ${one.key}`) ?? null;
    const equal = text === null ? undefined : byText.get(text);
    if (equal) {
      equal.push(one.key);
      continue;
    }
    const own: string[] = [];
    if (text !== null) byText.set(text, own);
    folded.push({ ...one, equal: own });
  }
  return folded;
}
