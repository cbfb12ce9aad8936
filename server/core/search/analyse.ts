import { type ExactPhrase, exactPhrase } from "./exact-phrase";
import { ENTRY_GROUPS, type EntryGroup, fieldToken } from "./fields";
import type { ParsedQuery, QueryField, QueryTerm } from "./parse-query";
import { memberLexemes } from "./synonyms";
import { allOf, anyOf, phraseOf, prefixOf, quoteLexeme } from "./tsquery";
import { PARTICLES, tokensOf } from "./words";

/** A word of the query as the index would hold it; a path or an identifier is one word of several lexemes. */
export interface QueryWord {
  readonly shown: string;
  /** As a part of a `tsquery`. */
  readonly query: string;
  readonly lexemes: readonly string[];
  readonly isPhrase: boolean;
  /** With the word behind it, as in `sign in`: that one lexeme. */
  readonly joined: string | null;
}

export interface AnalysedQuery {
  readonly words: readonly QueryWord[];
  /** What must not occur, as parts of a `tsquery`. */
  readonly excluded: readonly string[];
  /** Phrases that the text itself must be asked for, since the index finds more. */
  readonly exact: readonly ExactPhrase[];
}

/** Brings the words of a query into the form of the index. Words that say nothing are left out. */
export function analyse({ terms }: Pick<ParsedQuery, "terms">): AnalysedQuery {
  const wanted = terms.filter(({ isExcluded }) => !isExcluded);
  const words = wanted.flatMap((term, at) => wordOf(term, wanted[at + 1]) ?? []);
  const exact = terms.flatMap((term) => (term.isPhrase ? (exactPhrase(term.text, term.isExcluded) ?? []) : []));
  // What the index finds too widely it would also leave out too widely.
  const isPlain = (term: QueryTerm) => !term.isPhrase || exactPhrase(term.text, true) === null;
  const excluded = terms
    .filter((term) => term.isExcluded && isPlain(term))
    .flatMap((term) => wordOf(term, undefined)?.query ?? []);
  return { words: distinct(words), excluded, exact };
}

function wordOf(term: QueryTerm, next: QueryTerm | undefined): QueryWord | null {
  const tokens = tokensOf(term.text);
  const parts = tokens.filter(({ isWhole }) => !isWhole);
  const phrase = phraseOf(parts);
  if (phrase === null) return null;
  const lexemes = parts.map(({ lexeme }) => lexeme);
  if (term.isPhrase) return { shown: term.text, query: phrase, lexemes, isPhrase: true, joined: null };
  const wholes = tokens.filter(({ isWhole }) => isWhole).map(({ lexeme }) => lexeme);
  // A lone identifier is found by its name or by its parts; of several, such as a path, the parts must follow on.
  const query = wholes.length === 1 ? anyOf([phrase, ...wholes.map(quoteLexeme)]) : phrase;
  return { shown: term.text, query: query ?? phrase, lexemes, isPhrase: false, joined: joinedWith(term, next) };
}

function joinedWith({ text }: QueryTerm, next: QueryTerm | undefined): string | null {
  if (!next || next.isPhrase || !PARTICLES.has(next.text.toLowerCase())) return null;
  const [joined, ...more] = memberLexemes(`${text} ${next.text}`);
  return more.length === 0 ? (joined ?? null) : null;
}

function distinct(words: readonly QueryWord[]): QueryWord[] {
  const seen = new Map<string, QueryWord>();
  for (const word of words) if (!seen.has(word.query)) seen.set(word.query, word);
  return [...seen.values()];
}

/** Fields, project and exclusions as one condition; alternatives of a field beside each other. */
export function conditionOf(projectToken: string, parsed: ParsedQuery, excluded: readonly string[]): string {
  const included = new Map<string, string[]>();
  const not: string[] = [...excluded];
  for (const { field, token, isExcluded } of parsed.fields) {
    // An absolute path is stored with each of its ends, so folders within it are where one of those begins. A single
    // name is stored by itself: asking for all that begins with `src/` would read half the index.
    const isInner = field === "path" && token.includes("/");
    const queries = isInner ? [quoteLexeme(token), prefixOf(`${token}/`)] : [quoteLexeme(token)];
    if (isExcluded) not.push(...queries);
    else included.set(field, [...(included.get(field) ?? []), ...queries]);
  }
  const alternatives = [...included.values()].flatMap((tokens) => anyOf(tokens) ?? []);
  const none = not.map((query) => `!(${query})`);
  return allOf([quoteLexeme(projectToken), ...alternatives, ...none]) ?? quoteLexeme(projectToken);
}

/** Fields that only events have. */
const EVENT_FIELDS: ReadonlySet<string> = new Set(["tool", "agent"]);

/** Which of records and events can meet the fields: the others need not be looked through. */
export function groupsOf(fields: readonly QueryField[]): EntryGroup[] {
  const included = fields.filter(({ isExcluded }) => !isExcluded);
  const kinds = included.filter(({ field }) => field === "kind").map(({ token }) => token);
  const event = fieldToken("kind", "event");
  const isEventOut = fields.some(({ token, isExcluded }) => isExcluded && token === event);
  return ENTRY_GROUPS.filter((group) => {
    if (group === "event") return !isEventOut && (kinds.length === 0 || kinds.includes(event));
    const isRecord = kinds.length === 0 || kinds.some((kind) => kind !== event);
    return isRecord && !included.some(({ field }) => EVENT_FIELDS.has(field));
  });
}
