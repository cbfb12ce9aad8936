import { entropyBits, isBase64Credentials, isDigit, isLetter, isNameCharacter, isQuote } from "./characters";
import {
  HEADER_NAME,
  NAME_QUALIFIER,
  PASSWORD_NAME,
  PLACEHOLDER,
  PUBLIC_NAME,
  SECRET_NAME_ENDINGS,
  WEAK_NAME,
} from "./rules";
import type { Span } from "./spans";

/** Values shorter than this, or with fewer bits a character, are words, flags and test data far more often than secrets. */
const SHORTEST_VALUE = 16;
const LEAST_ENTROPY_BITS = 3.5;
/** Values whose digits, small and capital letters alternate are keys already at 3: 16 random hex digits show no more. */
const LEAST_SCATTERED_BITS = 2.9;
const LONGEST_NAME = 64;
const LONGEST_GAP = 8;

const SPACE = 0x20;
const TAB = 0x09;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const EQUALS = 0x3d;

/** A value beside a separator, before it is known whether its name is a secret's. */
interface Value {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** `assigned`: directly after `=` as in env files and query strings. `loose`: after a space or a colon, as in YAML. */
  readonly form: "quoted" | "assigned" | "loose";
}

/**
 * The value at the separator (`:` or `=`) at `separator` when it has the name and the look of a secret.
 * The value is looked at first: most separators in code and JSON have a short value and cost a few comparisons.
 */
export function namedSecretAt(text: string, separator: number): Span | undefined {
  const value = valueAfter(text, separator);
  if (!value) return undefined;
  const name = secretNameBefore(text, separator);
  if (name === undefined) return undefined;
  const content = text.slice(value.start, value.end);
  if (!isSecretValue(name, content, value.form)) return undefined;
  return { start: value.start, end: value.end, kind: kindOf(name, content), byContext: true };
}

function kindOf(name: string, content: string): Span["kind"] {
  if (name.endsWith("secretaccesskey") && content.length === 40) return "aws-secret-key";
  if (name === "auth") return "cloud-registry-auth";
  return PASSWORD_NAME.test(name) ? "password" : "named-secret";
}

// ---- the value ----

function valueAfter(text: string, separator: number): Value | undefined {
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

/** What ends a value without quotes, besides white space, control and non-ASCII characters. */
const BARE_END = new Set(Array.from("\"'`,;&(){}<>|\\=", (character) => character.charCodeAt(0)));
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
  return code > SPACE && code <= 0x7e && !BARE_END.has(code);
}

// ---- the name ----

const TYPE_WORDS = new Set(["string", "str", "String"]);

/** The normalized name (lower case, no `_-.`) before a separator when it is a secret's, else nothing. */
function secretNameBefore(text: string, separator: number): string | undefined {
  const read = nameEndingAt(text, separator);
  if (!TYPE_WORDS.has(read.name)) return normalizedSecretName(read.name);
  // `apiKey: string = "…"`, `API_KEY: &str = "…"`, `apiKey string = "…"`: the name stands before its type.
  return normalizedSecretName(nameEndingAt(text, read.start).name);
}

function nameEndingAt(text: string, limit: number): { name: string; start: number } {
  let end = limit;
  // Operators of assignment and comparison, optional marks, quotes, brackets and spaces between name and separator.
  while (end > 0 && limit - end < LONGEST_GAP && " \t\"'`\\?:=!|&+]".includes(text.charAt(end - 1))) end--;
  let start = end;
  while (start > 0 && end - start < LONGEST_NAME && isNameCharacter(text.charCodeAt(start - 1))) start--;
  return { name: text.slice(start, end), start };
}

function normalizedSecretName(name: string): string | undefined {
  const bare = name.replace(NAME_QUALIFIER, "").replace(/[_.-]/g, "").toLowerCase();
  if (bare === "auth" || bare === "pass") return bare;
  const endings = SECRET_NAME_ENDINGS.get(bare.slice(-3));
  if (!endings?.some((ending) => bare.endsWith(ending))) return undefined;
  return PUBLIC_NAME.test(bare) ? undefined : bare;
}

// ---- the look of the value ----

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const INTEGRITY = /^(?:sha(?:1|224|256|384|512)|md5|blake[23][a-z]?)[-:_]/i;
const DIGEST = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;
const PATH = /^(?:[~.]{0,2}\/|[A-Za-z]:[\\/])[\w.@ -]+(?:[\\/][\w.@-]+)*\/?$/;
const DOTTED_NAMES = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/;
const MIXED_CASE_AND_DIGIT = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)/;
const WORDS = /[A-Z]?[a-z]{3,}|[A-Z]{4,}/g;
const UNSPEAKABLE = /^[^aeiouy]+$|[bcdfghjklmnpqrstvwxz]{4}/i;
const DIGIT_GROUPS = /\d+/g;
const MOST_WORDS_SHARE = 0.6;

/** Whether a decoded value (of JSON, say) under a name is a secret: the same question as in text, the value being whole. */
export function namedSecretKind(name: string, value: string): Span["kind"] | undefined {
  if (value.length < SHORTEST_VALUE || !PRINTABLE_ASCII.test(value)) return undefined;
  const secretName = normalizedSecretName(name);
  if (secretName === undefined || !isSecretValue(secretName, value, "quoted")) return undefined;
  return kindOf(secretName, value);
}

function isSecretValue(name: string, value: string, form: Value["form"]): boolean {
  if (value.includes("[REDACTED:")) return false;
  if (name === "auth") return isBase64Credentials(value);
  if (name.endsWith("secretaccesskey") && /^[A-Za-z0-9/+]{40}$/.test(value)) return !value.includes("EXAMPLE");
  if (isKnownHarmless(name, value)) return false;
  if (entropyBits(value) < (isScattered(value) ? LEAST_SCATTERED_BITS : LEAST_ENTROPY_BITS)) return false;
  return looksRandom(name, value, form);
}

function isKnownHarmless(name: string, value: string): boolean {
  if (UUID.test(value) || INTEGRITY.test(value) || PLACEHOLDER.test(value)) return true;
  if (WEAK_NAME.test(name) && DIGEST.test(value)) return true;
  if (value.includes("://") || (PATH.test(value) && !MIXED_CASE_AND_DIGIT.test(value))) return true;
  return DOTTED_NAMES.test(value) && !value.split(".").some((part) => part.length >= 20 && /\d/.test(part));
}

/**
 * Whether a value is chosen for being unguessable. Identifiers, message keys and CSS classes are words joined by case
 * or signs; keys are letters and digits in no order. A password may be made of words, if a digit or sign is with them.
 */
function looksRandom(name: string, value: string, form: Value["form"]): boolean {
  const digits = countDigits(value);
  const chosenByPerson = PASSWORD_NAME.test(name) && form !== "loose";
  if (chosenByPerson) return digits > 0 || /[!@#$%^&*+~]/.test(value) || !isWordy(value);
  if (isWordy(value)) return false;
  if (form === "loose" && !HEADER_NAME.test(name)) return digits >= 2;
  return digits > 0 || hasScatteredCase(value);
}

function countDigits(value: string): number {
  let digits = 0;
  for (let at = 0; at < value.length; at++) if (isDigit(value.charCodeAt(at))) digits++;
  return digits;
}

/** Mostly words, and not broken up by numbers: `sha256WithRsaEncryption` and not `Gyav85L4lYcynHTeht6`. */
function isWordy(value: string): boolean {
  if (digitGroups(value) >= 3) return false;
  let inWords = 0;
  for (const word of value.match(WORDS) ?? []) if (!UNSPEAKABLE.test(word)) inWords += word.length;
  return inWords >= value.length * MOST_WORDS_SHARE;
}

function digitGroups(value: string): number {
  return (value.match(DIGIT_GROUPS) ?? []).length;
}

/** Letters broken up by numbers, or capitals and small letters in no order, as random characters are. */
function isScattered(value: string): boolean {
  return (digitGroups(value) >= 3 && /[A-Za-z]/.test(value)) || hasScatteredCase(value);
}

function hasScatteredCase(value: string): boolean {
  let changes = 0;
  for (let at = 1; at < value.length; at++) {
    const before = value.charCodeAt(at - 1);
    const here = value.charCodeAt(at);
    if (isLetter(before) && isLetter(here) && (before & 0x20) !== (here & 0x20)) changes++;
  }
  return changes * 3 >= value.length;
}

/** Whether the separator at `at` can begin a value; `::` and a colon that ends a line cannot. */
export function isSeparator(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code !== COLON && code !== EQUALS) return false;
  const next = text.charCodeAt(at + 1);
  return next > SPACE ? next !== COLON : next === SPACE || next === TAB;
}
