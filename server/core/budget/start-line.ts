/**
 * The line that a session starts with, in the published form:
 *
 *     Context Steward: 47 files indexed, 23 decisions loaded, budget: 128K tokens
 *
 * Of a window whose size nobody knows it says nothing.
 */
export function startLine(facts: {
  readonly filesIndexed: number;
  readonly decisionsLoaded: number;
  readonly windowTokens: number | null;
}): string {
  const { filesIndexed, decisionsLoaded, windowTokens } = facts;
  const budget = windowTokens === null ? "" : `, budget: ${inShort(windowTokens)} tokens`;
  return `Context Steward: ${count(filesIndexed, "file")} indexed, ${count(decisionsLoaded, "decision")} loaded${budget}`;
}

function count(value: number, one: string): string {
  return `${value} ${one}${value === 1 ? "" : "s"}`;
}

/** `128K`, `1M`, `1.05M`. */
export function inShort(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  if (tokens < 999_500) return `${Math.round(tokens / 1_000)}K`;
  return `${Math.round(tokens / 10_000) / 100}M`;
}
