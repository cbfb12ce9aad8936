import { fail, ok, type Result } from "../result";
import { cleanPath, fieldToken, SEARCH_KINDS, TOKEN_FIELDS, type TokenField } from "./fields";

/** One word of the query, or several in double quotes that must stand together. */
export interface QueryTerm {
  readonly text: string;
  readonly isPhrase: boolean;
  readonly isExcluded: boolean;
}

/** `tool:bash`. Values of one field are alternatives, fields are conditions beside each other. */
export interface QueryField {
  readonly field: TokenField;
  /** As a lexeme of the index. */
  readonly token: string;
  readonly isExcluded: boolean;
}

export interface ParsedQuery {
  readonly terms: readonly QueryTerm[];
  readonly fields: readonly QueryField[];
  /** Entries of this time and later; whole days are UTC. */
  readonly fromMs: number | null;
  /** Entries before this time. */
  readonly untilMs: number | null;
}

export const MAX_QUERY_CHARACTERS = 400;
const MAX_TERMS = 24;

const PIECE = /(-?)(?:([a-z]+):)?(?:"([^"]*)"|([^\s"]+))|(\S)/gi;
const TIME_FIELDS = ["before", "after"] as const;
type TimeField = (typeof TIME_FIELDS)[number];

/** Phones and word processors turn straight quotes into these. */
const CURLY_QUOTES = /[“”„‟«»]/g;

/**
 * Reads what somebody typed: words, "phrases", -excluded, `field:value`. A colon after another name than a field's is
 * text, as in `Error: timeout`. A quote without its partner is left out.
 */
export function parseQuery(text: string): Result<ParsedQuery> {
  if (text.length > MAX_QUERY_CHARACTERS) {
    return bad(`The search has ${text.length} characters: use at most ${MAX_QUERY_CHARACTERS}.`);
  }
  const query = { terms: [] as QueryTerm[], fields: [] as QueryField[], fromMs: null, untilMs: null } as Draft;
  // An é may be one character or two, as in names of files on a Mac; the index has it as one.
  for (const piece of text.normalize().replace(CURLY_QUOTES, '"').matchAll(PIECE)) {
    const fault = readPiece(query, piece);
    if (fault !== null) return bad(fault);
  }
  if (query.terms.length > MAX_TERMS)
    return bad(`The search has ${query.terms.length} words: use at most ${MAX_TERMS}.`);
  const isEmpty = query.terms.every(({ isExcluded }) => isExcluded) && query.fields.length === 0;
  if (isEmpty && query.fromMs === null && query.untilMs === null) {
    return bad("The search is empty: name a word to look for, or a field such as kind:decision.");
  }
  return ok(query);
}

interface Draft {
  terms: QueryTerm[];
  fields: QueryField[];
  fromMs: number | null;
  untilMs: number | null;
}

/** Adds one piece of the query; answers what is wrong with it. */
function readPiece(query: Draft, piece: RegExpExecArray): string | null {
  const [whole, minus, name, quoted, bare = "", rest] = piece;
  if (rest !== undefined) return null;
  // `--watch` is an option of a command and excludes nothing.
  const isExcluded = minus === "-" && !bare.startsWith("-");
  const alone = name === undefined ? /^([a-z]+):$/i.exec(bare)?.[1] : undefined;
  const field = (name ?? alone ?? "").toLowerCase();
  const value = alone === undefined ? (quoted ?? bare).trim() : "";
  const timeField = TIME_FIELDS.find((known) => known === field);
  if (timeField) return readTime(query, timeField, value, isExcluded);
  const tokenField = TOKEN_FIELDS.find((known) => known === field);
  if (tokenField) return readField(query, tokenField, value, isExcluded);
  const isPhrase = quoted !== undefined && name === undefined;
  const text = isPhrase
    ? value
    : whole
        .slice(isExcluded ? 1 : 0)
        .replaceAll('"', " ")
        .trim();
  if (text !== "") query.terms.push({ text, isPhrase, isExcluded });
  return null;
}

function readField(query: Draft, field: TokenField, value: string, isExcluded: boolean): string | null {
  const values = field === "path" || field === "author" ? [value] : value.split(",");
  for (const one of values.map((each) => each.trim())) {
    const read = readValue(field, one);
    if ("fault" in read) return read.fault;
    query.fields.push({ field, token: fieldToken(field, read.value), isExcluded });
  }
  return null;
}

function readValue(field: TokenField, value: string): { value: string } | { fault: string } {
  if (value === "") return { fault: `${field}: has no value. Write ${field}:${EXAMPLES[field]}, for instance.` };
  if (field === "path") {
    const path = cleanPath(value);
    if (path !== "" && path !== ".") return { value: path };
    return { fault: `path:${value} is the whole project. Name a folder or a file, such as path:${EXAMPLES.path}.` };
  }
  if (field === "kind") {
    const kind = SEARCH_KINDS.find((known) => known === value.toLowerCase().replace(/s$/, ""));
    if (kind) return { value: kind };
    return { fault: `kind:${value} is not a kind. Use one of ${SEARCH_KINDS.join(", ")}.` };
  }
  if (field === "session") {
    const number = /^(?:S-?|#)?0*([1-9]\d{0,8})$/i.exec(value)?.[1];
    return number
      ? { value: number }
      : { fault: `session:${value} is not the number of a session, such as session:12.` };
  }
  return { value };
}

const EXAMPLES: Readonly<Record<TokenField, string>> = {
  kind: "decision",
  tool: "bash",
  agent: "main",
  path: "src/billing",
  status: "accepted",
  tag: "security",
  author: '"Ines Okafor"',
  session: "12",
};

function readTime(query: Draft, field: TimeField, value: string, isExcluded: boolean): string | null {
  if (isExcluded) return `-${field}: cannot be turned around; use ${field === "before" ? "after" : "before"}: instead.`;
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  // Date.parse takes 2026-02-30 for 2 March.
  if (Number.isNaN(ms) || isoDay(ms) !== value) {
    return `${field}:${value} is not a day. Write it as ${field}:2026-11-30.`;
  }
  if (field === "before") query.untilMs = Math.min(query.untilMs ?? ms, ms);
  else query.fromMs = Math.max(query.fromMs ?? ms, ms);
  return null;
}

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function bad(message: string): Result<never> {
  return fail("bad_request", message, { field: "query" });
}
