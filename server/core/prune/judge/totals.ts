import type { PlannedSummary, PlanTotals, Verdict } from "../model";
import type { Entry } from "../timeline";
import { isJudged, type Sheet, type WindowWorld } from "./judged-window";

export const NO_TOTALS: PlanTotals = {
  events: 0,
  beforeTokens: 0,
  afterTokens: 0,
  summaryTokens: 0,
  protectedEvents: 0,
  passes: { dedup: 0, purgeErrors: 0, compress: 0 },
};

/** Measured on what the projection of the window holds; auxiliary threads have none. */
export function totalsOf(
  { window, facts }: WindowWorld,
  sheet: Sheet,
  summaries: readonly PlannedSummary[],
): PlanTotals {
  const passes = { dedup: 0, purgeErrors: 0, compress: 0 };
  const summaryTokens = summaries.reduce((sum, summary) => sum + summary.tokens, 0);
  let events = 0;
  let protectedEvents = 0;
  let beforeTokens = 0;
  let afterTokens = summaryTokens;
  for (const entry of window.entries) {
    if (!entry.inContext || !isJudged(entry)) continue;
    const verdict = sheet.verdicts.get(entry.event.ref);
    const ofSummary = summaryTokensAt(entry, facts);
    events++;
    if (sheet.levels.has(entry)) protectedEvents++;
    beforeTokens += ofSummary ?? verdict?.tokensBefore ?? entry.event.tokens;
    afterTokens += ofSummary ?? verdict?.tokensAfter ?? entry.event.tokens;
    if (verdict && verdict.to !== verdict.from) count(passes, verdict);
  }
  return { events, beforeTokens, afterTokens, summaryTokens, protectedEvents, passes };
}

/** A summary of a run before stands where the first event of its range stood; null when none stands for the event. */
function summaryTokensAt({ event }: Entry, { inForce }: WindowWorld["facts"]): number | null {
  const found = inForce.get(event.ref);
  if (found === undefined) return null;
  return found.first === event.ref ? found.summary.tokens : 0;
}

function count(passes: { dedup: number; purgeErrors: number; compress: number }, verdict: Verdict): void {
  if (verdict.pass === "dedup") passes.dedup++;
  else if (verdict.pass === "purge-errors") passes.purgeErrors++;
  else if (verdict.pass === "compress-stale") passes.compress++;
}

export function addTotals(a: PlanTotals, b: PlanTotals): PlanTotals {
  return {
    events: a.events + b.events,
    beforeTokens: a.beforeTokens + b.beforeTokens,
    afterTokens: a.afterTokens + b.afterTokens,
    summaryTokens: a.summaryTokens + b.summaryTokens,
    protectedEvents: a.protectedEvents + b.protectedEvents,
    passes: {
      dedup: a.passes.dedup + b.passes.dedup,
      purgeErrors: a.passes.purgeErrors + b.passes.purgeErrors,
      compress: a.passes.compress + b.passes.compress,
    },
  };
}
