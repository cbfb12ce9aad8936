/**
 * Cleaning of what clients hand in, on decoded strings and keys, before anything is stored.
 * Postgres refuses U+0000 in text and jsonb (22021, 22P05) and lone surrogates in jsonb (22P02). The six characters
 * backslash-u-0000 that a user typed are ordinary text and survive, because JSON was decoded before.
 */

/** Deeper values are cut: recursion over hostile nesting would end the process. */
export const MAX_JSON_DEPTH = 100;
const TOO_DEEP = `[nested deeper than ${MAX_JSON_DEPTH} levels]`;

/** Hashes the bytes of a payload; passed in because the core has no crypto of its own. Answers lower-case hex. */
export type Sha256 = (bytes: Uint8Array) => string;

/** Removes U+0000 and replaces unpaired surrogates by U+FFFD. Returns the same string when it is clean. */
export function cleanText(text: string): string {
  const withoutNul = text.includes("\u0000") ? text.replaceAll("\u0000", "") : text;
  return ANY_SURROGATE.test(withoutNul) ? withoutNul.replace(LONE_SURROGATE, "\ufffd") : withoutNul;
}

const ANY_SURROGATE = /[\ud800-\udfff]/;
/** With the flag u a pair is one character of its own, so that only halves without partner match. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Cleans every string and key of a decoded JSON value. Two keys that become equal: the later one stays, as in jsonb.
 * Values deeper than {@link MAX_JSON_DEPTH} levels are replaced by a note.
 */
export function cleanJson(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_JSON_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => cleanJson(item, depth + 1));
  // fromEntries defines own properties, so that a key named __proto__ stays a key.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [cleanText(key), cleanJson(item, depth + 1)] as const),
  );
}

/** True when the JSON text can decode to a string that needs cleaning; such escapes are rare and cheap to look for. */
export function mayNeedCleaning(jsonText: string): boolean {
  return jsonText.includes("\\u") && /\\u(?:0000|[dD][89a-fA-F])/.test(jsonText);
}

/** Shorter base64 text is kept: a stub would be longer than what it stands for. */
const MIN_PAYLOAD_CHARACTERS = 256;
const DATA_URL = /data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.+-]+=[^;,\s"']*)*;base64,([A-Za-z0-9+/_=-]{256,})/g;

/** `[image/png, 12,345 bytes, sha256 …]`: what stands for a binary payload. Without a hash function it has no hash. */
export function stubFor(mediaType: string, base64: string, sha256?: Sha256): string {
  const size = base64ByteLength(base64).toLocaleString("en-US");
  const hash = sha256 ? `, sha256 ${sha256(decodeBase64(base64))}` : "";
  return `[${mediaType}, ${size} bytes${hash}]`;
}

/** Replaces every `data:…;base64,…` URL in a text by its stub; text without one is returned unchanged. */
export function stubBinary(text: string, sha256?: Sha256): string {
  if (text.length < MIN_PAYLOAD_CHARACTERS || !text.includes(";base64,")) return text;
  return text.replace(DATA_URL, (_url, mediaType: string | undefined, payload: string) =>
    stubFor(mediaType || "application/octet-stream", payload, sha256),
  );
}

/** `stubBinary` over a whole JSON value; `{type: "base64", media_type, data}` sources (Anthropic) become stubs too. */
export function stubBinaryJson(value: unknown, sha256?: Sha256, depth = 0): unknown {
  if (typeof value === "string") return stubBinary(value, sha256);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_JSON_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => stubBinaryJson(item, sha256, depth + 1));
  const source = binarySource(value);
  if (source) return stubFor(source.mediaType, source.data, sha256);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, stubBinaryJson(item, sha256, depth + 1)] as const),
  );
}

/** Reads Anthropic's `{type: "base64", media_type, data}`, or an MCP block `{type: "image" | "audio", mimeType, data}`. */
export function binarySource(value: object): { mediaType: string; data: string } | null {
  if (!("data" in value) || typeof value.data !== "string" || !("type" in value)) return null;
  if (value.type === "base64") return { mediaType: mediaTypeOf(value, "media_type"), data: value.data };
  if (value.type === "image" || value.type === "audio")
    return { mediaType: mediaTypeOf(value, "mimeType"), data: value.data };
  return null;
}

function mediaTypeOf(value: object, key: "media_type" | "mimeType"): string {
  const named: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
  return typeof named === "string" && named !== "" ? named : "application/octet-stream";
}

/** Number of bytes that a base64 text decodes to. */
function base64ByteLength(base64: string): number {
  let characters = base64.length;
  while (characters > 0 && base64.charCodeAt(characters - 1) === PADDING) characters--;
  return Math.floor((characters * 3) / 4);
}

const PADDING = "=".charCodeAt(0);
const SEXTETS = sextetTable();

function sextetTable(): Uint8Array {
  const table = new Uint8Array(128);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (let index = 0; index < alphabet.length; index++) table[alphabet.charCodeAt(index)] = index;
  table["-".charCodeAt(0)] = 62;
  table["_".charCodeAt(0)] = 63;
  return table;
}

/** Decodes base64 and base64url; a character outside the alphabet counts as zero bits. */
export function decodeBase64(base64: string): Uint8Array {
  const bytes = new Uint8Array(base64ByteLength(base64));
  let bits = 0;
  let pending = 0;
  for (let at = 0, out = 0; out < bytes.length; at++) {
    bits = ((bits << 6) | (SEXTETS[base64.charCodeAt(at) & 127] ?? 0)) & 0xffffff;
    pending += 6;
    if (pending >= 8) {
      pending -= 8;
      bytes[out++] = (bits >> pending) & 0xff;
    }
  }
  return bytes;
}

/** Cuts a text to at most this many UTF-16 units without splitting a character. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? maxLength - 1 : maxLength);
}
