import type { QueryWord } from "./analyse";
import type { KnownWord, Typed } from "./near";
import { MAX_SYNONYM_WORDS, synonymsOf } from "./synonyms";
import { allOf, anyOf, phraseOf, prefixOf, quoteLexeme } from "./tsquery";

/** What the project's index knows about the words of a query. */
export interface Vocabulary {
  /** Entries of the project. */
  readonly entries: number;
  /** In how many entries a lexeme stands; a lexeme that is not here stands in none. */
  readonly documents: ReadonlyMap<string, number>;
  /** Of lexemes that stand in none: what was probably meant. */
  readonly corrections: ReadonlyMap<string, KnownWord>;
  /** Words that often stand with a lexeme in this project. */
  readonly related: ReadonlyMap<string, readonly { readonly other: string; readonly score: number }[]>;
}

/** One way in which a word of the query may be found. */
export interface Variant {
  /** Which word of the query, counted from 0: an entry scores the best of each. */
  readonly word: number;
  /** Part of a `tsquery`. */
  readonly query: string;
  /** How much finding it is worth. */
  readonly weight: number;
  readonly lexemes: readonly string[];
  readonly why: "word" | "correction" | "synonym" | "related" | "beginning";
}

/** Variants that stand for the word itself; a related word does not. */
export function isStrict({ why }: Variant): boolean {
  return why !== "related" && why !== "beginning";
}

export interface SearchPlan {
  /** All words, each as it is, corrected, or by a synonym. Null when the query has no words. */
  readonly strict: string | null;
  /** At least one of the words, in any way. */
  readonly relaxed: string | null;
  readonly variants: readonly Variant[];
  /** The query as it was understood, where a word was corrected: "Showing results for …". */
  readonly corrected: string | null;
}

const WEIGHTS = { word: 1, correction: 0.8, synonym: 0.6, related: 0.3, beginning: 0.5 } as const;
/** A rare word may be the beginning of the one that was meant: auth, authentication. */
const RARE_DOCUMENTS = 30;
const MIN_BEGINNING_CHARACTERS = 4;
const MAX_SYNONYMS = 12;
const MAX_RELATED = 3;

/** Lexemes whose counts `plan` needs. */
export function lexemesToLookUp(words: readonly QueryWord[]): string[] {
  const synonyms = phrasesOf(words).flatMap(({ synonyms: own }) => own.flatMap(({ lexemes }) => lexemes));
  const own = words.flatMap(({ lexemes, joined }) => (joined ? [...lexemes, joined] : lexemes));
  return [...new Set([...own, ...synonyms])];
}

/** Words that may be misspelt: the project has none of them. */
export function wordsToCorrect(words: readonly QueryWord[], documents: ReadonlyMap<string, number>): Typed[] {
  return words.flatMap(({ isPhrase, lexemes: [lexeme, ...more], shown }) => {
    const mayBe =
      !isPhrase && lexeme !== undefined && more.length === 0 && !documents.get(lexeme) && !/\d/.test(lexeme);
    return mayBe ? [{ lexeme, shown: shown.toLowerCase() }] : [];
  });
}

/** How a query is looked for and what each find is worth. */
export function plan(words: readonly QueryWord[], vocabulary: Vocabulary): SearchPlan {
  const variants = words.flatMap((word, at) => ownVariants(word, at, vocabulary));
  for (const { from, count, synonyms } of phrasesOf(words)) {
    for (const { lexemes } of usable(synonyms, vocabulary)) {
      const query = phraseOf(lexemes.map((lexeme, position) => ({ lexeme, position })));
      if (query === null) continue;
      for (let at = from; at < from + count; at++) {
        // A phrase says more than its words, so only what stands in for a lone word is held down by how common that is.
        variants.push(variantOf(at, "synonym", query, lexemes, vocabulary, count === 1 ? words[at] : undefined));
      }
    }
  }
  const byWord = words.map((_, at) => variants.filter(({ word }) => word === at));
  const strict = byWord.map((own) => anyOf(own.filter(isStrict).map(({ query }) => query)));
  const corrections = new Map(variants.filter(({ why }) => why === "correction").map((own) => [own.word, own]));
  return {
    strict: allOf(strict.filter((query) => query !== null)),
    relaxed: anyOf(variants.map(({ query }) => query)),
    variants,
    corrected: corrections.size === 0 ? null : correctedText(words, vocabulary),
  };
}

function ownVariants(word: QueryWord, at: number, vocabulary: Vocabulary): Variant[] {
  const { documents, corrections, related } = vocabulary;
  const variants = [variantOf(at, "word", word.query, word.lexemes, vocabulary)];
  if (word.joined && documents.get(word.joined)) {
    variants.push(variantOf(at, "word", quoteLexeme(word.joined), [word.joined], vocabulary));
  }
  const [lexeme, ...more] = word.lexemes;
  if (lexeme === undefined || more.length > 0 || word.isPhrase) return variants;
  const correction = corrections.get(lexeme);
  if (correction) {
    variants.push(variantOf(at, "correction", quoteLexeme(correction.lexeme), [correction.lexeme], vocabulary, word));
  }
  if (lexeme.length >= MIN_BEGINNING_CHARACTERS && (documents.get(lexeme) ?? 0) < RARE_DOCUMENTS) {
    variants.push(variantOf(at, "beginning", prefixOf(lexeme), [lexeme], vocabulary));
  }
  for (const { other, score } of (related.get(lexeme) ?? []).slice(0, MAX_RELATED)) {
    const variant = variantOf(at, "related", quoteLexeme(other), [other], vocabulary, word);
    variants.push({ ...variant, weight: variant.weight * score });
  }
  return variants;
}

/** A find is worth the more, the fewer entries have it; what stands in for a word never counts more than the word. */
function variantOf(
  word: number,
  why: Variant["why"],
  query: string,
  lexemes: readonly string[],
  vocabulary: Vocabulary,
  standsFor?: QueryWord,
): Variant {
  const own = rarity(lexemes, vocabulary);
  const cap = standsFor && isKnown(standsFor, vocabulary) ? rarity(standsFor.lexemes, vocabulary) : own;
  return { word, why, query, lexemes, weight: WEIGHTS[why] * Math.min(own, cap) };
}

function isKnown({ lexemes }: QueryWord, { documents }: Vocabulary): boolean {
  return lexemes.every((lexeme) => documents.get(lexeme));
}

/** Inverse document frequency of the rarest lexeme, as in BM25. */
function rarity(lexemes: readonly string[], { documents, entries }: Vocabulary): number {
  const count = Math.min(...lexemes.map((lexeme) => documents.get(lexeme) ?? 0));
  const total = Math.max(entries, count);
  return Math.log(1 + (total - count + 0.5) / (count + 0.5));
}

/** Of synonyms, those that the project has; the rarest would crowd out the others, so the most used come first. */
function usable(synonyms: ReturnType<typeof synonymsOf>, { documents }: Vocabulary) {
  const uses = (lexemes: readonly string[]) => Math.min(...lexemes.map((lexeme) => documents.get(lexeme) ?? 0));
  return synonyms
    .filter(({ lexemes }) => uses(lexemes) > 0)
    .toSorted((a, b) => uses(b.lexemes) - uses(a.lexemes))
    .slice(0, MAX_SYNONYMS);
}

/** Each run of words that has synonyms, longest first: `rate limit` is one thing. */
function phrasesOf(words: readonly QueryWord[]) {
  const found: { from: number; count: number; synonyms: ReturnType<typeof synonymsOf> }[] = [];
  for (const [from, word] of words.entries()) {
    if (word.joined) found.push({ from, count: 1, synonyms: synonymsOf([word.joined]) });
    for (let count = MAX_SYNONYM_WORDS; count >= 1; count--) {
      const run = words.slice(from, from + count);
      if (run.length < count || (count > 1 && run.some(({ isPhrase }) => isPhrase))) continue;
      found.push({ from, count, synonyms: synonymsOf(run.flatMap(({ lexemes }) => lexemes)) });
    }
  }
  return found.filter(({ synonyms }) => synonyms.length > 0);
}

function correctedText(words: readonly QueryWord[], { corrections }: Vocabulary): string {
  const texts = words.map(({ shown, lexemes, isPhrase }) => {
    const correction = lexemes.length === 1 && !isPhrase ? corrections.get(lexemes[0] ?? "") : undefined;
    return correction?.shown ?? (isPhrase ? `"${shown}"` : shown);
  });
  return texts.join(" ");
}
