import { stem } from "./stem";

/** A word of a text as the index knows it. */
export interface Token {
  /** Lower case, stemmed where it is English. */
  readonly lexeme: string;
  /** The word in lower case as it was written. */
  readonly shown: string;
  /** Words count up from 0; an identifier as a whole stands where its first part does. */
  readonly position: number;
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
  /** An identifier or a verb with its particle, beside which each part is a token of its own. */
  readonly isWhole: boolean;
}

/** Longer ones are encoded data. */
export const MAX_WORD_CHARACTERS = 64;

/** They say nothing about what a text is about; phrases keep their place. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any are as at be been being both but by can could did do does doing
  don during each few for from further had has have having he her here hers him his how i if in into is it its itself
  just me more most my no nor not now of off on once only or other our ours out over own same she should so some such
  than that the their theirs them then there these they this those through to too under until up us very was we were
  what when where which while who whom why will with would you your yours b c d e f g h j k l m n o p q r s t u v w x
  y z`.split(/\s+/),
);

/** `sign in`, `signed in` and `signin` are one word: what follows a verb is also joined to it. */
export const PARTICLES: ReadonlySet<string> = new Set(["in", "out", "up", "off", "on", "over", "down", "back"]);

const CHUNK = /[\p{L}\p{N}_]+/gu;
/** `getURLName` → get, URL, Name; `retry_after` → retry, after; digits stay with the letters before them. */
const PART = /\p{Lu}+(?=\p{Lu}[^\p{Lu}\p{N}_])|\p{Lu}?[^\p{Lu}_]+|\p{Lu}+/gu;
const ONE_PART = /^(?:\p{Lu}?[^\p{Lu}_]+|\p{Lu}+)$/u;

/**
 * The words of a text, in order. Paths and dotted names come apart into their parts, camelCase and snake_case also
 * stay whole. Words that say nothing are left out but counted, so that phrases match by distance.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  for (const { 0: chunk, index: start } of text.matchAll(CHUNK)) {
    const end = start + chunk.length;
    const parts = chunk.length > MAX_WORD_CHARACTERS ? [] : partsOf(chunk);
    const [first = ""] = parts;
    if (parts.length === 1) addJoined(tokens, first.toLowerCase(), position, end);
    if (parts.length > 1) tokens.push(tokenOf(chunk, position, start, end, true));
    for (const [at, part] of parts.entries()) {
      if (!STOP_WORDS.has(part.toLowerCase())) tokens.push(tokenOf(part, position + at, start, end, false));
    }
    position += Math.max(1, parts.length);
  }
  return tokens;
}

/** The words of a phrase in lower case, those that say nothing among them. */
export function phraseParts(text: string): { readonly word: string; readonly isStopWord: boolean }[] {
  return [...text.matchAll(CHUNK)].flatMap(([chunk]) =>
    partsOf(chunk).map((part) => ({ word: part.toLowerCase(), isStopWord: STOP_WORDS.has(part.toLowerCase()) })),
  );
}

function partsOf(chunk: string): readonly string[] {
  return ONE_PART.test(chunk) ? [chunk] : (chunk.match(PART) ?? []);
}

function tokenOf(written: string, position: number, start: number, end: number, isWhole: boolean): Token {
  const shown = written.toLowerCase();
  return { lexeme: stem(shown), shown, position, start, end, isWhole };
}

/** A verb before a particle is also there with it. */
function addJoined(tokens: Token[], word: string, position: number, end: number): void {
  const last = tokens.at(-1);
  if (last?.position !== position - 1 || !PARTICLES.has(word)) return;
  tokens.push({ ...last, lexeme: last.lexeme + word, shown: last.shown + word, end, isWhole: true });
}
