import { entropyBits, isBase64Credentials, isDigit, isLetter } from "./characters";
import { HEADER_NAME, PASSWORD_NAME, PLACEHOLDER, WEAK_NAME } from "./name-rules";
import type { ValueForm } from "./value";

/** Values with fewer bits a character are words and counters. */
const LEAST_ENTROPY_BITS = 3.5;
/** Values whose digits, small and capital letters alternate are keys already here: 16 random hex digits show no more. */
const LEAST_SCATTERED_BITS = 2.9;
/** The beginning of a long value tells what it is. */
const LONGEST_JUDGED = 4_096;

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

/** Whether a value under the (normalized) name of a secret is a real one. */
export function isSecretValue(name: string, value: string, form: ValueForm): boolean {
  if (value.includes("[REDACTED:")) return false;
  if (name === "auth") return isBase64Credentials(value);
  if (name.endsWith("secretaccesskey") && /^[A-Za-z0-9/+]{40}$/.test(value)) return !value.includes("EXAMPLE");
  const judged = value.slice(0, LONGEST_JUDGED);
  if (isKnownHarmless(judged) || (form !== "assigned" && WEAK_NAME.test(name) && DIGEST.test(judged))) return false;
  if (entropyBits(judged) < (isScattered(judged) ? LEAST_SCATTERED_BITS : LEAST_ENTROPY_BITS)) return false;
  return looksRandom(name, judged, form);
}

function isKnownHarmless(value: string): boolean {
  if (UUID.test(value) || INTEGRITY.test(value) || PLACEHOLDER.test(value)) return true;
  if (value.includes("://") || (PATH.test(value) && !MIXED_CASE_AND_DIGIT.test(value))) return true;
  return DOTTED_NAMES.test(value) && !value.split(".").some((part) => part.length >= 20 && /\d/.test(part));
}

/**
 * Whether a value is chosen for being unguessable. Identifiers, message keys and CSS classes are words joined by case
 * or signs; keys are letters and digits in no order. A password may be made of words, if a digit or sign is with them.
 */
function looksRandom(name: string, value: string, form: ValueForm): boolean {
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
