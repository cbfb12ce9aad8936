import { createHash } from "node:crypto";

const HEX_DIGITS = 16;

/**
 * The registry knows a failure by its fingerprint, a text of up to 600 characters; rows that point to it hold this
 * much of its SHA-256.
 */
export function failureHash(fingerprint: string): string {
  return createHash("sha256").update(fingerprint).digest("hex").slice(0, HEX_DIGITS);
}

/** The same in SQL, over the alias `f` of what leads to failures. */
export const FAILURE_HASH_SQL = `left(encode(sha256(convert_to(f.fingerprint, 'UTF8')), 'hex'), ${HEX_DIGITS})`;
