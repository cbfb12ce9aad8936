import type { BoundaryKind } from "../../events/kinds";
import type { SessionBoundary } from "../model";

/**
 * Which stretch of a thread a position belongs to, and whether a rewind took it off the visible branch.
 *
 * A compaction or a clear starts a new epoch: what came before has left the window. A rewind hides what stands
 * between its target and itself, and the thread goes on in the epoch of the target, because what stood before the
 * target is still in the window. A rewind without a target starts a new epoch, since nobody knows what it kept.
 */
export interface EpochLine {
  /** Epoch in which the thread stands after its last boundary. */
  readonly current: number;
  readonly count: number;
  /** Both walk forward only: positions must be asked in ascending order. */
  walk(): (seq: number) => { readonly epoch: number; readonly visible: boolean };
}

interface Span {
  readonly fromSeq: number;
  readonly epoch: number;
}

const CUTS: ReadonlySet<BoundaryKind> = new Set(["compaction", "clear", "rewind"]);

/** Boundaries of one thread, in any order. An event at the position of a boundary stands behind it. */
export function epochLine(boundaries: readonly SessionBoundary[]): EpochLine {
  const cuts = boundaries.filter((boundary) => CUTS.has(boundary.kind)).sort(bySeqThenKind);
  const spans: Span[] = [{ fromSeq: Number.NEGATIVE_INFINITY, epoch: 0 }];
  const hidden: [number, number][] = [];
  let count = 1;
  for (const cut of cuts) {
    if (cut.kind === "rewind" && cut.toSeq !== null) {
      if (cut.toSeq >= cut.seq) continue;
      hidden.push([cut.toSeq, cut.seq]);
      spans.push({ fromSeq: cut.seq, epoch: epochAt(spans, cut.toSeq) });
    } else {
      spans.push({ fromSeq: cut.seq, epoch: count });
      count++;
    }
  }
  const merged = mergeSpans(hidden);
  return { current: spans.at(-1)?.epoch ?? 0, count, walk: () => walker(spans, merged) };
}

function bySeqThenKind(a: SessionBoundary, b: SessionBoundary): number {
  if (a.seq !== b.seq) return a.seq - b.seq;
  return a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : (a.toSeq ?? -1) - (b.toSeq ?? -1);
}

function epochAt(spans: readonly Span[], seq: number): number {
  let low = 0;
  let high = spans.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((spans[middle]?.fromSeq ?? 0) <= seq) low = middle;
    else high = middle - 1;
  }
  return spans[low]?.epoch ?? 0;
}

/** Open intervals: the target itself stays, and so does what stands at the rewind. */
function mergeSpans(hidden: [number, number][]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [from, to] of hidden.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = merged.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

function walker(spans: readonly Span[], hidden: readonly (readonly [number, number])[]) {
  let span = 0;
  let interval = 0;
  return (seq: number) => {
    while (span + 1 < spans.length && (spans[span + 1]?.fromSeq ?? 0) <= seq) span++;
    while (interval < hidden.length && (hidden[interval]?.[1] ?? 0) <= seq) interval++;
    const covering = hidden[interval];
    return { epoch: spans[span]?.epoch ?? 0, visible: covering === undefined || seq <= covering[0] };
  };
}
