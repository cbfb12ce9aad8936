import type { TokenUsage } from "../events/ingest-batch";

/** Field-wise maximum: a response is reported several times while it streams, and only the last report is whole. */
export function largerUsage(known: TokenUsage | undefined, seen: TokenUsage): TokenUsage {
  if (!known) return seen;
  const larger: TokenUsage = {};
  for (const field of USAGE_FIELDS) {
    const value = maximum(known[field], seen[field]);
    if (value !== undefined) larger[field] = value;
  }
  return larger;
}

export function sameUsage(one: TokenUsage | undefined, other: TokenUsage | undefined): boolean {
  return USAGE_FIELDS.every((field) => one?.[field] === other?.[field]);
}

const USAGE_FIELDS = [
  "inputTokens",
  "cacheWriteTokens",
  "cacheReadTokens",
  "outputTokens",
  "reasoningTokens",
] as const satisfies readonly (keyof TokenUsage)[];

function maximum(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined) return other;
  return other === undefined ? one : Math.max(one, other);
}

/** A count as clients report it, or undefined when it is absent or no count. */
export function tokenCount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
