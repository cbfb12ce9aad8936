/** A query of more words than this is a text and no query. */
export const MAX_WORDS = 8;

/**
 * What a query looks for: its words, each of which must occur, and what stands in double quotes as one. A quote without
 * its partner belongs to the word.
 */
export function searchWords(query: string): string[] {
  const words: string[] = [];
  for (const [, phrase, word] of query.matchAll(/"([^"]+)"|(\S+)/g)) {
    const text = (phrase ?? word ?? "").trim();
    if (text !== "" && !words.includes(text)) words.push(text);
  }
  return words;
}
