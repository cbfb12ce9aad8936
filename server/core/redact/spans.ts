import type { RedactionKind } from "./rules";

/** A stretch of text to replace. */
export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly kind: RedactionKind;
  /** Found by its surroundings (a name, a URL) and not by its own shape: a shape inside it names it better. */
  readonly byContext: boolean;
}

function merge(left: Span, right: Span): Span {
  const better = left.byContext && !right.byContext ? right : left;
  return { start: left.start, end: Math.max(left.end, right.end), kind: better.kind, byContext: better.byContext };
}

/** Sorts spans and joins the overlapping ones, so that each character is replaced once. */
export function joinSpans(spans: readonly Span[]): readonly Span[] {
  if (spans.length < 2) return spans;
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const joined: Span[] = [];
  for (const span of sorted) {
    const last = joined.at(-1);
    if (last && span.start < last.end) joined[joined.length - 1] = merge(last, span);
    else joined.push(span);
  }
  return joined;
}
