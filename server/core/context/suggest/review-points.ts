import type { BoundaryKind } from "../../events/kinds";
import type { SessionInput } from "../../prune/model";
import { changesFiles } from "../../prune/mutations";
import { succeeded } from "../../prune/outcome";
import { questionOf } from "../../prune/question";
import type { Entry, Timeline } from "../../prune/timeline";

/** A moment at which results are reviewed: work before it has come to an end. */
export interface ReviewPoint {
  readonly thread: string;
  readonly seq: number;
  readonly kind: BoundaryKind;
  readonly source: "told" | "inferred";
}

/** Compactions, clears and rewinds cut the window; they end no work. */
const CUTS: ReadonlySet<BoundaryKind> = new Set(["compaction", "clear", "rewind"]);
const LOOKS = /^(source_read|doc_read|dependency_read|search|web|graph)$/;
/** One look before an edit is part of the edit. */
const MIN_LOOKS = 2;

/**
 * What the client told, and what follows from the events: an exploration ends with the first change after several looks,
 * and a verification is settled when a check passes after changes. By thread, in order.
 */
export function reviewPointsOf(session: SessionInput, timeline: Timeline): ReadonlyMap<string, readonly ReviewPoint[]> {
  const points: ReviewPoint[] = session.boundaries.flatMap(({ thread, seq, kind }) =>
    CUTS.has(kind) ? [] : [{ thread, seq, kind, source: "told" as const }],
  );
  const walks = new Map<string, Walk>();
  for (const entry of timeline.entries) {
    if (!entry.visible || entry.event.kind !== "tool_result") continue;
    const walk = walks.get(entry.event.thread) ?? new Walk();
    walks.set(entry.event.thread, walk);
    const kind = walk.step(entry);
    if (kind !== null) points.push({ thread: entry.event.thread, seq: entry.event.seq, kind, source: "inferred" });
  }
  const byThread = new Map<string, ReviewPoint[]>();
  for (const point of points.sort((a, b) => a.seq - b.seq || (a.kind < b.kind ? -1 : 1))) {
    byThread.set(point.thread, [...(byThread.get(point.thread) ?? []), point]);
  }
  return byThread;
}

class Walk {
  private looks = 0;
  private changed = false;

  step(entry: Entry): BoundaryKind | null {
    if (changesFiles(entry) && succeeded(entry.event)) return this.change();
    if (LOOKS.test(entry.event.toolClass ?? "")) this.looks++;
    else if (this.changed && questionOf(entry)?.check && succeeded(entry.event)) {
      this.changed = false;
      return "verification-settled";
    }
    return null;
  }

  private change(): BoundaryKind | null {
    const ends = this.looks >= MIN_LOOKS;
    this.looks = 0;
    this.changed = true;
    return ends ? "exploration-end" : null;
  }
}
