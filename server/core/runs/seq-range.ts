import type { PlannedSummary, SessionEvent } from "../prune/model";

/** First and last sequence number of what a summary stands for. */
export function seqRange(
  { refs }: PlannedSummary,
  events: ReadonlyMap<string, SessionEvent>,
): { fromSeq: number; toSeq: number } {
  let fromSeq: number | null = null;
  let toSeq: number | null = null;
  for (const ref of refs) {
    const seq = events.get(ref)?.seq;
    if (seq === undefined) continue;
    fromSeq = Math.min(fromSeq ?? seq, seq);
    toSeq = Math.max(toSeq ?? seq, seq);
  }
  return { fromSeq: fromSeq ?? 0, toSeq: toSeq ?? 0 };
}
