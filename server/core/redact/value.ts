import { isQuote } from "./characters";

/** Values shorter than this are words, flags and test data far more often than secrets. */
export const SHORTEST_VALUE = 16;
const LONGEST_GAP = 8;

const SPACE = 0x20;
const TAB = 0x09;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const EQUALS = 0x3d;

/** `assigned`: directly after `=` as in env files and query strings. `loose`: after a space or a colon, as in YAML. */
export type ValueForm = "quoted" | "assigned" | "loose";

/** A value beside a separator, before it is known whether its name is a secret's. */
export interface Value {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly form: ValueForm;
}

/** Whether the separator at `at` can begin a value; `::` and a colon that ends a line cannot. */
export function isSeparator(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code !== COLON && code !== EQUALS) return false;
  const next = text.charCodeAt(at + 1);
  return next > SPACE ? next !== COLON : next === SPACE || next === TAB;
}

/** The value after the separator at `separator`, when it is long enough to be a secret. */
export function valueAfter(text: string, separator: number): Value | undefined {
  let at = separator + 1;
  if (text.charCodeAt(at) === EQUALS) at++;
  if (text.charCodeAt(at) === EQUALS) at++;
  if (text.charCodeAt(at) === 0x3e) at++;
  const gapStart = at;
  while (at - gapStart < LONGEST_GAP && isBlank(text.charCodeAt(at))) at++;
  const opener = quoteAt(text, at);
  if (opener) return quotedValue(text, afterScheme(text, opener.contentStart), opener);
  const tight = at === gapStart && text.charCodeAt(separator) === EQUALS;
  return bareValue(text, separator, afterScheme(text, at), tight ? "assigned" : "loose");
}

/** `Authorization: token …`: the scheme is no part of the value. `Bearer` and `Basic` have shapes of their own. */
const SCHEME = /(?:token|api-?key|bot|sso-key) /iy;
const SCHEME_INITIALS = "tTaAbBsS";

function afterScheme(text: string, at: number): number {
  if (!SCHEME_INITIALS.includes(text.charAt(at))) return at;
  SCHEME.lastIndex = at;
  return SCHEME.test(text) ? SCHEME.lastIndex : at;
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

interface Opener {
  readonly contentStart: number;
  readonly quote: number;
  /** Backslashes before the quote: 0 in code and JSON, 1 in JSON in JSON, 3 one level deeper. */
  readonly backslashes: number;
}

/** A quote at `at`, perhaps behind the backslashes of JSON in JSON, perhaps with a Python prefix (`b"`, `f"`, `r"`). */
function quoteAt(text: string, at: number): Opener | undefined {
  let place = at;
  if ("bfr@".includes(text.charAt(place)) && isQuote(text.charCodeAt(place + 1))) place++;
  const start = place;
  while (text.charCodeAt(place) === BACKSLASH && place - start < LONGEST_GAP) place++;
  const quote = text.charCodeAt(place);
  return isQuote(quote) ? { contentStart: place + 1, quote, backslashes: place - start } : undefined;
}

/**
 * Whether a quote behind `run` backslashes ends the value. Each level of JSON doubles the backslashes of the content and
 * adds one to the quote, so the own quotes of a value with `b` before its opener come with `b` modulo `2(b + 1)`.
 */
function closes(run: number, backslashes: number): boolean {
  return run < backslashes || run % (2 * (backslashes + 1)) === backslashes;
}

/**
 * Text up to the closing quote; nothing when it holds a space, a control or a non-ASCII character, for such a text is
 * prose. A value cut off by the end of the text counts. Scans that begin with the same quote behind the same number of
 * backslashes never overlap, so all scans together stay linear.
 */
function quotedValue(text: string, start: number, { quote, backslashes }: Opener): Value | undefined {
  let at = start;
  let run = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote && closes(run, backslashes)) break;
    if (code <= SPACE || code > 0x7e) return undefined;
    run = code === BACKSLASH ? run + 1 : 0;
  }
  const end = at - Math.min(run, backslashes);
  return end - start >= SHORTEST_VALUE ? { start, end, form: "quoted" } : undefined;
}

/** 1 for what a value without quotes is made of: printable ASCII but quotes, brackets, `=` and what ends a word in code. */
const IS_BARE = new Uint8Array(128);
for (let code = SPACE + 1; code <= 0x7e; code++)
  IS_BARE[code] = "\"'`,;&(){}<>|\\=".includes(String.fromCharCode(code)) ? 0 : 1;

/** A value that runs into one of these is a call, a template or an object: code. */
const CODE_AFTER_VALUE = new Set(Array.from("({`", (character) => character.charCodeAt(0)));

/** A value never reaches over the next separator of its own kind, so `token:token:token:…` stays linear. */
function bareValue(text: string, separator: number, start: number, form: "assigned" | "loose"): Value | undefined {
  const separatorCode = text.charCodeAt(separator);
  let at = start;
  while (isBareCharacter(text.charCodeAt(at)) && text.charCodeAt(at) !== separatorCode) at++;
  if (at - start < SHORTEST_VALUE) return undefined;
  if (CODE_AFTER_VALUE.has(text.charCodeAt(at))) return undefined;
  while (text.charCodeAt(at) === EQUALS) at++;
  return { start, end: at, form };
}

function isBareCharacter(code: number): boolean {
  return IS_BARE[code] === 1;
}
