import type { RunRowView, RunTotalsView } from "@/server/core/runs/views";
import type { RunRow } from "@/server/db/runs/read";

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
