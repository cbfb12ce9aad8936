import { MAX_WORDS, searchWords } from "../context/search-words";

/** Records that have a number; each has its prefix in names such as DEC-012. */
export const NUMBERED_KINDS = [
  "session",
  "decision",
  "failure",
  "constraint",
  "preference",
  "handoff",
  "summary",
] as const;
export type NumberedKind = (typeof NUMBERED_KINDS)[number];

const KIND_OF_PREFIX: Readonly<Record<string, NumberedKind>> = {
  S: "session",
  DEC: "decision",
  FAIL: "failure",
  CON: "constraint",
  PREF: "preference",
  HND: "handoff",
  SUM: "summary",
};

/** What somebody who types into the search means. */
export interface SearchQuery {
  /** Set by a prefix: `DEC-3` looks for decisions only. */
  readonly kind: NumberedKind | null;
  /** Digits without leading zeros: `12` names #12 and, while somebody still types, #120. Null for words. */
  readonly digits: string | null;
  /** Each must occur in the name of what is found. Empty when the query is a name with a prefix. */
  readonly words: readonly string[];
}

/** `S-12`, `dec3`, `#12` and `12` are numbers; a number without a prefix may stand in a name as well. */
export function readQuery(query: string): SearchQuery {
  const text = query.trim();
  const named = /^(S|DEC|FAIL|CON|PREF|HND|SUM)-?0*([1-9]\d{0,8})$/i.exec(text);
  const kind = KIND_OF_PREFIX[named?.[1]?.toUpperCase() ?? ""];
  if (kind) return { kind, digits: named?.[2] ?? null, words: [] };
  const digits = /^#?0*([1-9]\d{0,8})$/.exec(text)?.[1] ?? null;
  if (text.startsWith("#") && digits) return { kind: null, digits, words: [] };
  return { kind: null, digits, words: searchWords(text).slice(0, MAX_WORDS) };
}
