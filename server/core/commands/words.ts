/** A word of a phrase, or several in quotes. */
export interface Token {
  readonly text: string;
  readonly isQuoted: boolean;
  /** Where it stands in the phrase, its quotes included. */
  readonly start: number;
  readonly end: number;
}

/** Straight and curly double quotes, and single ones around whole words: an apostrophe inside a word is a letter. */
const TOKEN = /["“]([^"“”]*)["”](?=\s|$)|'([^']*)'(?=\s|$)|\S+/g;

/** A quote that nobody closes is a letter like others. */
export function tokensOf(phrase: string): Token[] {
  return [...phrase.matchAll(TOKEN)].map((match) => {
    const quoted = match[1] ?? match[2];
    const { index: start } = match;
    return { text: quoted ?? match[0], isQuoted: quoted !== undefined, start, end: start + match[0].length };
  });
}

/** The phrase from the first to the last of these tokens, as it was written; one that is quoted whole, without them. */
export function writtenIn(phrase: string, tokens: readonly Token[]): string {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (!first || !last) return "";
  return tokens.length === 1 ? first.text : phrase.slice(first.start, last.end);
}

/** `:`, `/` and "context" may stand before a command, as people and skills write it. */
const BEFORE = /^\s*[:/]?\s*(?:context(?:[\s:]+|$))?/i;

export function withoutPrefix(phrase: string): string {
  return phrase.replace(BEFORE, "");
}
