import { normalizeError } from "./signature";

const MAX_PART_CHARACTERS = 300;
const BETWEEN = " ▸ ";

/**
 * The fingerprint of a failure as it is stored: what was asked, and the cause. Readable, so that a person sees why two
 * failures are one. Bounded, because it is a key; what was cut off is told by a hash at the end.
 */
export function fingerprintText(subject: string, signature: string): string {
  return `${bounded(normalizeError(subject))}${BETWEEN}${bounded(signature)}`;
}

/** What was asked, and the cause, as a fingerprint has them. */
export function partsOfFingerprint(fingerprint: string): { subject: string; cause: string } {
  const at = fingerprint.indexOf(BETWEEN);
  if (at < 0) return { subject: fingerprint, cause: "" };
  return { subject: fingerprint.slice(0, at), cause: fingerprint.slice(at + BETWEEN.length) };
}

function bounded(text: string): string {
  if (text.length <= MAX_PART_CHARACTERS) return text;
  return `${text.slice(0, MAX_PART_CHARACTERS - 9)}~${fnv1a(text)}`;
}

/** FNV-1a, 32 bit: enough to tell two long texts with one beginning apart. */
function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash ^= text.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
