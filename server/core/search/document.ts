import { fieldToken, pathTokens, projectToken, type SearchKind } from "./fields";
import { Places } from "./places";
import { quoteLexeme } from "./tsquery";
import { tokensOf } from "./words";

/** What an entry is made of. All texts went through the funnel (server/core/redact) before. */
export interface SearchSource {
  readonly projectId: string;
  readonly kind: SearchKind;
  readonly title: string;
  readonly body: string;
  readonly status: string;
  readonly paths: readonly string[];
  readonly tags: readonly string[];
  readonly authors: readonly string[];
  readonly agents: readonly string[];
  readonly tools: readonly string[];
  /** Number of the session that it belongs to or came from. */
  readonly session: number | null;
}

export interface SearchDocument {
  /** Literal of a tsvector: title words have weight A, tags and paths B, the body D. Fields have no position. */
  readonly tsv: string;
  /** Words of title and body. */
  readonly words: number;
  /** Of each word that can be misspelt: how it was written first. */
  readonly vocabulary: ReadonlyMap<string, string>;
  /** Lexemes of its fields, without the project. */
  readonly fields: readonly string[];
}

/** Of a text, so much is searched: what follows in a long log repeats it. */
export const MAX_INDEXED_CHARACTERS = 16_000;
const MAX_TITLE_CHARACTERS = 400;
const MAX_LEXEMES = 3_000;
/** A tsvector counts no further than 16,383. */
const MAX_POSITION = 16_000;
/** Between two texts, so that no phrase reaches from one into the next. */
const GAP = 12;
const MAX_VOCABULARY = 400;
const WORD = /^\p{L}[\p{L}\p{N}_]{2,23}$/u;
/** Numbers of commits and objects are no words. */
const HEXADECIMAL = /^(?=.*\d)[\da-f]{6,}$/;

export function buildDocument(source: SearchSource): SearchDocument {
  const places = new Places(MAX_LEXEMES);
  const vocabulary = new Map<string, string>();
  let offset = 1;
  let words = 0;
  const add = (text: string, weight: string) => {
    const tokens = tokensOf(text.normalize()).filter(({ position }) => offset + position <= MAX_POSITION);
    places.add(tokens, offset, weight);
    for (const { lexeme, shown, isWhole } of tokens) {
      if (!isWhole) words++;
      if (vocabulary.size < MAX_VOCABULARY && !vocabulary.has(lexeme) && isVocabulary(shown)) {
        vocabulary.set(lexeme, shown);
      }
    }
    offset += (tokens.at(-1)?.position ?? 0) + GAP;
  };
  add(source.title.slice(0, MAX_TITLE_CHARACTERS), "A");
  add([...source.tags, ...source.paths].join(" \n").slice(0, MAX_TITLE_CHARACTERS * 4), "B");
  add(source.body.slice(0, MAX_INDEXED_CHARACTERS), "");
  const lexemes = places.entries().map(([lexeme, at]) => `${quoteLexeme(lexeme)}:${at.join(",")}`);
  const fields = fieldsOf(source);
  const tsv = [projectToken(source.projectId), ...fields].map(quoteLexeme).concat(lexemes).join(" ");
  return { tsv, words, vocabulary, fields };
}

function isVocabulary(word: string): boolean {
  return WORD.test(word) && !HEXADECIMAL.test(word);
}

function fieldsOf(source: SearchSource): string[] {
  const { kind, status, paths, tags, authors, agents, tools, session } = source;
  const tokens = [
    kind === "event" ? "is:event" : "is:record",
    fieldToken("kind", kind),
    ...(status ? [fieldToken("status", status)] : []),
    ...tags.map((tag) => fieldToken("tag", tag)),
    ...authors.map((author) => fieldToken("author", author)),
    ...agents.map((agent) => fieldToken("agent", agent)),
    ...tools.map((tool) => fieldToken("tool", tool)),
    ...paths.flatMap(pathTokens),
    ...(session === null ? [] : [fieldToken("session", String(session))]),
  ];
  return [...new Set(tokens)].filter((token) => !token.endsWith(":"));
}

/** All texts in a JSON value, one a line: what a record says, whatever its shape. */
export function textsOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value).map(textsOf).filter(Boolean).join("\n");
}
