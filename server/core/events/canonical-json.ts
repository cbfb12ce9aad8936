import { binarySource, cleanText, MAX_JSON_DEPTH, type Sha256, stubBinary, stubFor } from "./clean";

const TOO_DEEP = JSON.stringify(`[nested deeper than ${MAX_JSON_DEPTH} levels]`);

/**
 * The one text of a JSON value: keys in code unit order, no spaces, strings cleaned while they are still decoded (a NUL
 * is an escape of six characters afterwards), binary payloads as stubs. Equal values give equal texts. Written in one
 * walk, because every tool call of every upload passes here. Keys that become equal by cleaning: the later one stays.
 */
export function canonicalJson(value: unknown, sha256?: Sha256, depth = 0): string {
  if (typeof value === "string") return JSON.stringify(stubBinary(cleanText(value), sha256));
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (depth >= MAX_JSON_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, sha256, depth + 1)).join(",")}]`;
  const binary = binarySource(value);
  if (binary) return JSON.stringify(stubFor(binary.mediaType, binary.data, sha256));
  const fields = new Map<string, string>();
  for (const [key, item] of Object.entries(value)) fields.set(cleanText(key), canonicalJson(item, sha256, depth + 1));
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}
