import type { Span } from "./spans";

/** The literal to look for before calling `privateKeyAt`. */
export const PRIVATE_KEY_ANCHOR = "-----BEGIN";

const HEADER = /-----BEGIN ?(?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const FOOTER = /-----END ?(?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
// `{16}` and a star instead of `{16,}`: see `withoutOpenCounts` in `anchors.ts`.
const KEY_RUN = /[A-Za-z0-9+/=]{16}[A-Za-z0-9+/=]*/g;
const SHORTEST_KEY = 32;
/** In a key nearly all is base64; in source code that names both markers it is not. */
const LEAST_KEY_SHARE = 0.6;
/** One line of a key: line breaks (real or escaped) and line numbers of a file viewer, then base64. */
const KEY_LINE = /(?:\s|\\{1,8}[nrt]|[0-9]{1,6}[\t→|:]){0,64}[A-Za-z0-9+/=]{16}[A-Za-z0-9+/=]*/y;

/**
 * The private key block (RFC 7468, OpenSSH, PGP) whose header stands at `start`, also where its line breaks are escaped
 * or a file viewer put line numbers before them, and also where the text was cut before the footer. Linear over a text:
 * a block ends at the next row of dashes, so no part of the text is read for two headers.
 */
export function privateKeyAt(text: string, start: number): Span | undefined {
  HEADER.lastIndex = start;
  if (!HEADER.test(text)) return undefined;
  const bodyStart = HEADER.lastIndex;
  const end = endOfClosedBlock(text, bodyStart) ?? endOfKeyLines(text, bodyStart);
  return end > bodyStart ? { start, end, kind: "private-key", byContext: false } : undefined;
}

function endOfClosedBlock(text: string, bodyStart: number): number | undefined {
  const footerStart = text.indexOf("-----", bodyStart);
  if (footerStart < 0) return undefined;
  FOOTER.lastIndex = footerStart;
  if (!FOOTER.test(text)) return undefined;
  const footerEnd = FOOTER.lastIndex;
  return isKeyBody(text.slice(bodyStart, footerStart)) ? footerEnd : undefined;
}

function isKeyBody(body: string): boolean {
  let keyLength = 0;
  for (const run of body.match(KEY_RUN) ?? []) keyLength += run.length;
  return keyLength >= SHORTEST_KEY && keyLength >= body.length * LEAST_KEY_SHARE;
}

function endOfKeyLines(text: string, bodyStart: number): number {
  let end = bodyStart;
  for (;;) {
    KEY_LINE.lastIndex = end;
    if (!KEY_LINE.test(text)) return end;
    end = KEY_LINE.lastIndex;
  }
}
