/** Small questions about UTF-16 units, shared by the rules. Written out because they run on the hot path. */

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

export function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

export function isHex(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}

export function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27 || code === 0x60;
}

/** A letter, digit, `_`, `-` or `.`: what names are made of. */
export function isNameCharacter(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 0x5f || code === 0x2d || code === 0x2e;
}

/**
 * Whether the letter or digit before `start` is the tail of an escape and not of a word: `\n`, `\u0022`, `%3D`, or the
 * `m` that ends a colour sequence of a terminal. Without this `"…\nghp_…"` in JSON would hide its secret.
 */
export function endsEscape(text: string, start: number): boolean {
  const last = text.charCodeAt(start - 1);
  if (text.charCodeAt(start - 2) === 0x5c) return "nrtbfv".includes(text.charAt(start - 1));
  if (!isHex(last)) return last === 0x6d && /\[[0-9;]{0,16}m$/.test(text.slice(Math.max(0, start - 20), start));
  if (text.charCodeAt(start - 3) === 0x25) return isHex(text.charCodeAt(start - 2));
  return /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})$/.test(text.slice(Math.max(0, start - 6), start));
}

/** Shannon entropy of the characters of an ASCII value, in bits per character. */
export function entropyBits(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / value.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

const BASE64_CHARACTERS = /^[A-Za-z0-9+/]+$/;
const LONGEST_CREDENTIALS = 4_096;
const PRINTABLE_CREDENTIALS = /^[\x20-\x7e]*:[\x20-\x7e]*$/;

/** Whether a text is the base64 of `user:password`, which ordinary words after `Basic ` are not (RFC 7617). */
export function isBase64Credentials(base64: string): boolean {
  if (base64.length > LONGEST_CREDENTIALS) return false;
  const bare = base64.replace(/={1,2}$/, "");
  if (bare.length % 4 === 1 || !BASE64_CHARACTERS.test(bare)) return false;
  return PRINTABLE_CREDENTIALS.test(atob(bare));
}
