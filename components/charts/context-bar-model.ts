import { formatPercent, formatTokens } from "../ui/format";
import { CONTEXT, CONTEXT_KINDS, type ContextKind } from "./palette";

export type ContextSegment = { kind: ContextKind; tokens: number };

/** A segment as it is drawn: its share of the whole bar (0 to 1). */
export type BarPart = ContextSegment & { share: number; startsNoise: boolean };

const NOISE_KINDS: ReadonlySet<ContextKind> = new Set(["duplicate", "resolved-error", "superseded", "idle"]);

/**
 * Segments in the fixed order, one a kind, without empty ones. `windowTokens` adds the free rest; a thread that
 * outgrew its window has none, and the bar then shows what is there.
 */
export function layOut(segments: readonly ContextSegment[], windowTokens?: number): BarPart[] {
  const byKind = new Map<ContextKind, number>();
  for (const { kind, tokens } of segments) byKind.set(kind, (byKind.get(kind) ?? 0) + Math.max(0, tokens));
  const used = usedTokens(segments);
  if (windowTokens !== undefined) byKind.set("free", Math.max(0, windowTokens - used));
  const total = [...byKind.values()].reduce((sum, tokens) => sum + tokens, 0);
  if (total === 0) return [];
  const parts = CONTEXT_KINDS.map((kind) => ({ kind, tokens: byKind.get(kind) ?? 0 })).filter(
    (part) => part.tokens > 0,
  );
  const firstNoise = parts.findIndex((part) => NOISE_KINDS.has(part.kind));
  return parts.map((part, index) => ({
    ...part,
    share: part.tokens / total,
    startsNoise: index > 0 && index === firstNoise,
  }));
}

/** Everything but the free space. */
export function usedTokens(segments: readonly ContextSegment[]): number {
  return segments.reduce((sum, { kind, tokens }) => sum + (kind === "free" ? 0 : Math.max(0, tokens)), 0);
}

/** What a screen reader says of a bar: "148.2k of 200k tokens: rules 18.4k, …". */
export function describeBar(segments: readonly ContextSegment[], windowTokens?: number): string {
  const used = usedTokens(segments);
  if (used === 0) return "An empty window.";
  const parts = layOut(segments)
    .filter((part) => part.kind !== "free")
    .map((part) => `${CONTEXT[part.kind].word.toLowerCase()} ${formatTokens(part.tokens)}`);
  const size = windowTokens ? ` of ${formatTokens(windowTokens)}` : "";
  const share = windowTokens ? `, ${formatPercent(used / windowTokens)}` : "";
  return `${formatTokens(used)}${size} tokens${share}: ${parts.join(", ")}.`;
}
