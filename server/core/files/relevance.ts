/** How well a file's path and declared names answer to the words of a task. */
export interface Relevance {
  /** 0 to 1. */
  readonly value: number;
  /** The task's words that the file has, the rarest first. */
  readonly words: readonly string[];
}

export interface RelevanceSource {
  readonly path: string;
  /** Declared names; empty when they are not known. */
  readonly names: string;
}

const MIN_WORD_CHARACTERS = 3;
const MAX_TASK_WORDS = 60;

/** Words that stand in any task and in any path, and tell nothing. */
const COMMON_WORDS = new Set(
  (
    "the and for with that this from into not are but you can all add use its one when then than only also new fix make " +
    "please should would could file files code index src lib let our out get set has have will what which where why how " +
    "via per any was were been each more some such they them there here now look see want need show run test tests"
  ).split(" "),
);

/** `src/auth/tokenStore.ts` and `HTTPServer` to `auth`, `token`, `store`, `http`, `server`: lower case, once each. */
export function wordsOf(text: string): string[] {
  const apart = text.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
  const words = apart.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length >= MIN_WORD_CHARACTERS && !COMMON_WORDS.has(word)))];
}

/**
 * Relevance of each file, in the order of the files: the share of the task's words that the file has, where a word
 * counts the more the fewer files have it (inverse document frequency), and a word that no file has counts nothing.
 */
export function relevanceTo(task: string, files: readonly RelevanceSource[]): Relevance[] {
  const wanted = new Set(wordsOf(task).slice(0, MAX_TASK_WORDS));
  if (wanted.size === 0) return files.map(() => ({ value: 0, words: [] }));
  const found = files.map(({ path, names }) => wordsOf(`${path} ${names}`).filter((word) => wanted.has(word)));
  const frequency = new Map<string, number>();
  for (const words of found) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const weight = (word: string) => Math.log(1 + files.length / (frequency.get(word) ?? files.length));
  let total = 0;
  for (const word of frequency.keys()) total += weight(word);
  return found.map((words) => {
    const sum = words.reduce((before, word) => before + weight(word), 0);
    const sorted = [...words].sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1));
    return { value: total === 0 ? 0 : Math.min(1, sum / total), words: sorted };
  });
}
