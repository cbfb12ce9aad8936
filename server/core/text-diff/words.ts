import { commonStretches } from "./sequence";

/** A stretch of a line; `changed` says that the line it is paired with does not have it. */
export type WordPart = { text: string; changed: boolean };

/** Two lines that share less of their letters than this are two lines, not one that was changed. */
const SIMILAR_SHARE = 0.4;

/** A word, one sign of a script that writes without spaces, a run of blanks, or one mark. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_]+|\s+|./gsu;

const LETTER = /[\p{L}\p{N}]/u;

/**
 * Both lines cut into what they share and what they do not, or null when they are too different for marks to help a
 * reader. Joining the texts of a side gives its line back.
 */
export function markWords(removed: string, added: string): { removed: WordPart[]; added: WordPart[] } | null {
  const oldWords = removed.match(WORD) ?? [];
  const newWords = added.match(WORD) ?? [];
  const common = commonStretches(oldWords, newWords);
  const oldSame = new Set<number>();
  const newSame = new Set<number>();
  let shared = 0;
  for (const { aStart, bStart, length } of common) {
    for (let i = 0; i < length; i += 1) {
      oldSame.add(aStart + i);
      newSame.add(bStart + i);
      shared += lettersIn(oldWords[aStart + i] ?? "");
    }
  }
  const longer = Math.max(sum(oldWords), sum(newWords));
  if (longer === 0 || shared / longer < SIMILAR_SHARE) return null;
  return { removed: parts(oldWords, oldSame), added: parts(newWords, newSame) };
}

function lettersIn(word: string): number {
  return LETTER.test(word) ? word.length : 0;
}

function sum(words: readonly string[]): number {
  return words.reduce((total, word) => total + lettersIn(word), 0);
}

function parts(words: readonly string[], same: ReadonlySet<number>): WordPart[] {
  const joined: WordPart[] = [];
  words.forEach((text, index) => {
    const changed = !same.has(index);
    const last = joined.at(-1);
    if (last && last.changed === changed) last.text += text;
    else joined.push({ text, changed });
  });
  return joined;
}
