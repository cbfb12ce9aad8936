import type { PlannedSummary, SessionEvent } from "@/server/core/prune/model";
import type { RunRowView, RunTotalsView } from "@/server/core/runs/views";
import type { RunRow } from "@/server/db/runs/read";

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

export function runRowView(row: RunRow): RunRowView {
  const { number, trigger, stage, policyVersion, passes, compact, actor, createdAt, appliedAt, undoneAt, undoneBy } =
    row;
  return {
    number,
    at: createdAt.toISOString(),
    trigger,
    stage,
    policyVersion,
    passes,
    compact,
    totals: totalsView(row),
    actor,
    appliedAt: appliedAt?.toISOString() ?? null,
    undoneAt: undoneAt?.toISOString() ?? null,
    undoneBy,
  };
}

function totalsView(row: RunRow): RunTotalsView {
  const { beforeTokens, afterTokens, summaryTokens, protectedEvents } = row;
  const passes = { dedup: row.dedupEvents, purgeErrors: row.purgeEvents, compress: row.compressEvents };
  return { beforeTokens, afterTokens, summaryTokens, protectedEvents, passes };
}
