import { stem } from "./stem";
import { phraseParts } from "./words";

/** A phrase that the index of words answers too widely, and how to tell whether a text has it word for word. */
export interface ExactPhrase {
  readonly isExcluded: boolean;
  matches(text: string): boolean;
}

const LETTER = "[\\p{L}\\p{N}]";
const OTHER = "[^\\p{L}\\p{N}]";

/**
 * The index leaves out words such as `of` and only counts them, so that it finds `state in an art` for "state of the
 * art". Null when the phrase has none of them: then the index is exact. Other words may end otherwise, as everywhere.
 */
export function exactPhrase(phrase: string, isExcluded: boolean): ExactPhrase | null {
  const parts = phraseParts(phrase);
  if (!parts.some(({ isStopWord }) => isStopWord) || parts.every(({ isStopWord }) => isStopWord)) return null;
  const source = parts.map(({ word, isStopWord }, at) => {
    const previous = parts[at - 1];
    // Parts of one identifier may touch, as in getBackoff.
    const between = previous === undefined ? "" : previous.isStopWord || isStopWord ? `${OTHER}+` : `${OTHER}*`;
    const before = isStopWord && previous === undefined ? `(?<!${LETTER})` : between;
    return before + (isStopWord ? `${word}(?!${LETTER})` : `${beginning(word)}${LETTER}*`);
  });
  const pattern = new RegExp(source.join(""), "iu");
  return { isExcluded, matches: (text) => pattern.test(text) };
}

/** What a word and its stem have in common: `retry` and `retri` begin with `retr`. */
function beginning(word: string): string {
  const stemmed = stem(word);
  let length = 0;
  while (length < word.length && word[length] === stemmed[length]) length++;
  return word.slice(0, Math.max(1, length));
}
