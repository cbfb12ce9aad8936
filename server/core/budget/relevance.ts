const MIN_WORD_LETTERS = 4;
const WORD = /[\p{L}\p{N}]+/gu;

/** Words that say nothing of a task. */
const EMPTY_WORDS: ReadonlySet<string> = new Set([
  ..."about after again also because been before could does done each every file files from have here into just like".split(
    " ",
  ),
  ..."make more need only other over please should some test than that them then there these they this use used want".split(
    " ",
  ),
  ..."well were what when where which while will with without would your".split(" "),
]);

/** The words of a text that can tell what it is about; a path gives its parts, a camelCase name its words too. */
export function topicWords(...texts: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of texts) {
    const parts = text.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").match(WORD) ?? [];
    for (const part of parts) {
      const word = part.toLowerCase();
      if (word.length >= MIN_WORD_LETTERS && !EMPTY_WORDS.has(word)) words.add(word);
    }
  }
  return words;
}

/** The share of an item's words that the task names, 0 to 1; a plural is the same word. */
export function relevanceTo(task: ReadonlySet<string>, item: ReadonlySet<string>): number {
  if (task.size === 0 || item.size === 0) return 0;
  let shared = 0;
  for (const word of item) if (task.has(word) || task.has(`${word}s`) || task.has(word.replace(/s$/, ""))) shared++;
  // A long item about the task need not name it in every word.
  return Math.min(1, shared / Math.min(item.size, task.size));
}
