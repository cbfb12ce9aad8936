import { safeText } from "../../core/redact/safe-text";

/** A copy whose strings went through the funnel; keys are ours. For notes, which are JSON of many short texts. */
export function safeJson<T>(value: T): T {
  return mapStrings(value) as T; // the shape does not change, only strings are replaced by strings
}

function mapStrings(value: unknown): unknown {
  if (typeof value === "string") return safeText(value);
  if (Array.isArray(value)) return value.map(mapStrings);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item)]));
}
