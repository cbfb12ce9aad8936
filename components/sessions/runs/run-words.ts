import type { MoveView, RunTotalsView, RunView, UndoneView } from "@/server/core/runs/views";
import { plural } from "../../telemetry/words";
import { formatExact } from "../../ui/format";

export const RUN_PASSES = ["dedup", "purge-errors", "compress-stale"] as const;
export type RunPass = (typeof RUN_PASSES)[number];

/** How a pass is named and filled; the colours are those of the noise that it takes. */
export const PASS_LOOK: Readonly<Record<RunPass, { word: string; fillClass: string }>> = {
  dedup: { word: "Duplicates", fillClass: "bg-duplicate" },
  "purge-errors": { word: "Resolved errors", fillClass: "bg-resolved" },
  "compress-stale": { word: "Stale", fillClass: "bg-superseded" },
};

/** The class of noise that a pass is drawn as. */
export const CLASS_OF_PASS: Readonly<Record<RunPass, "duplicate" | "resolved-error" | "superseded">> = {
  dedup: "duplicate",
  "purge-errors": "resolved-error",
  "compress-stale": "superseded",
};

export function isRunPass(name: string | null): name is RunPass {
  return RUN_PASSES.some((pass) => pass === name);
}

export function countOf({ passes }: Pick<RunTotalsView, "passes">, pass: RunPass): number {
  return { dedup: passes.dedup, "purge-errors": passes.purgeErrors, "compress-stale": passes.compress }[pass];
}

export function changedEvents(totals: Pick<RunTotalsView, "passes">): number {
  return RUN_PASSES.reduce((sum, pass) => sum + countOf(totals, pass), 0);
}

/** Tokens that the moves of each pass give back. */
export function savedByPass(moves: readonly MoveView[]): Record<RunPass, number> {
  const saved = { dedup: 0, "purge-errors": 0, "compress-stale": 0 };
  for (const { pass, tokensBefore, tokensAfter } of moves) {
    if (isRunPass(pass)) saved[pass] += tokensBefore - tokensAfter;
  }
  return saved;
}

/** When a change has paid for the cache that it rewrites. */
export function breakEvenWords(requests: number | null): string {
  if (requests === null) return "never";
  if (requests === 0) return "at once";
  return `${formatExact(requests)} ${plural(requests, "request")}`;
}

const TRIGGER_WORD: Readonly<Record<string, string>> = {
  asked: "asked for",
  window: "enough to save",
  boundary: "at a boundary",
  "cold-cache": "the cache was cold",
  "large-result": "a large result",
  checkpoint: "at a checkpoint",
};

export function triggerWord(trigger: string): string {
  return TRIGGER_WORD[trigger] ?? trigger;
}

/** "all passes", "Duplicates and Stale, compact". */
export function scopeWords({ passes, compact }: Pick<RunView, "passes" | "compact">): string {
  const words = passes.flatMap((pass) => (isRunPass(pass) ? [PASS_LOOK[pass].word] : []));
  const named = words.length === 0 || words.length === RUN_PASSES.length ? "all passes" : words.join(" and ");
  return compact ? `${named}, compact` : named;
}

/** Messages about one run: the newest replaces the others. */
export function runTopic(session: number, run: number): string {
  return `run ${session} ${run}`;
}

/** "Run 3 is undone: 12 events stand as before. 2 were changed since, and stay." */
export function undoneWords({ runNumber, putBack, kept, already }: UndoneView): string {
  const events = (count: number) => `${formatExact(count)} ${plural(count, "event")}`;
  if (already) return `Run ${runNumber} was undone before.`;
  const stay =
    kept.total === 0 ? "" : ` ${events(kept.total)} changed since, and ${kept.total === 1 ? "stays" : "stay"} so.`;
  return `Run ${runNumber} is undone: ${events(putBack)} ${putBack === 1 ? "stands" : "stand"} as before.${stay}`;
}
