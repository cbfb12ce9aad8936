import type { BoundaryKind } from "../../events/kinds";
import type { SessionBoundary } from "../model";

/** Where a position stands: its stretch of the thread, and whether it is on the visible branch. */
interface Position {
  readonly epoch: number;
  readonly visible: boolean;
}

interface Span {
  readonly fromSeq: number;
  readonly epoch: number;
}

const CUTS: ReadonlySet<BoundaryKind> = new Set(["compaction", "clear", "rewind"]);

/**
 * Which stretch of a thread a position belongs to, and whether a rewind took it off the visible branch.
 *
 * A compaction or a clear starts a new epoch: what came before has left the window. A rewind hides what stands
 * between its target and itself, and the thread goes on in the epoch of the target, because what stood before the
 * target is still in the window. A rewind without a target starts a new epoch, since nobody knows what it kept.
 */
export class EpochLine {
  private readonly spans: Span[] = [{ fromSeq: Number.NEGATIVE_INFINITY, epoch: 0 }];
  private hidden: [number, number][] = [];
  private lastCutSeq = Number.NEGATIVE_INFINITY;
  private epochs = 1;

  get count(): number {
    return this.epochs;
  }

  /** Epoch in which the thread stands after its last boundary. */
  get current(): number {
    return this.spans.at(-1)?.epoch ?? 0;
  }

  /**
   * Takes boundaries of the thread, in any order. `knownSeq` is the last position that was asked about, or −∞: a cut
   * in front of it, or a rewind over it, changes what was answered, and is refused with false. An event at the
   * position of a boundary stands behind it.
   */
  append(boundaries: readonly SessionBoundary[], knownSeq: number): boolean {
    const cuts = boundaries.filter(isCut).sort(bySeqThenKind);
    if (cuts.length === 0) return true;
    const known = Math.max(knownSeq, this.lastCutSeq);
    for (const cut of cuts) {
      const isRewind = cut.kind === "rewind" && cut.toSeq !== null;
      if (cut.seq <= known || (isRewind && known !== Number.NEGATIVE_INFINITY)) return false;
      this.cut(cut);
    }
    this.hidden = mergeSpans(this.hidden);
    return true;
  }

  /** Walks forward only: positions must be asked in ascending order. Cuts that come later are seen. */
  walk(): (seq: number) => Position {
    let span = 0;
    let interval = 0;
    return (seq: number) => {
      const { spans, hidden } = this;
      while (span + 1 < spans.length && (spans[span + 1]?.fromSeq ?? 0) <= seq) span++;
      while (interval < hidden.length && (hidden[interval]?.[1] ?? 0) <= seq) interval++;
      const covering = hidden[interval];
      return { epoch: spans[span]?.epoch ?? 0, visible: covering === undefined || seq <= covering[0] };
    };
  }

  private cut({ kind, seq, toSeq }: SessionBoundary): void {
    this.lastCutSeq = seq;
    if (kind === "rewind" && toSeq !== null) {
      this.hidden.push([toSeq, seq]);
      this.spans.push({ fromSeq: seq, epoch: epochAt(this.spans, toSeq) });
    } else {
      this.spans.push({ fromSeq: seq, epoch: this.epochs });
      this.epochs++;
    }
  }
}

/** A rewind to its own position or behind it takes nothing off. */
function isCut({ kind, seq, toSeq }: SessionBoundary): boolean {
  return CUTS.has(kind) && (kind !== "rewind" || toSeq === null || toSeq < seq);
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
