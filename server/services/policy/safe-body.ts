import { safeText } from "../../core/redact/safe-text";

const MOST_DEPTH = 8;

/** Every text of a body through the funnel: patterns, reasons and phrases are written by people and stored. */
export function safeBody(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return safeText(value);
  // Deeper than any policy: the check refuses it, and nothing has to be walked.
  if (typeof value !== "object" || value === null || depth > MOST_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => safeBody(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, safeBody(own, depth + 1)]));
}
