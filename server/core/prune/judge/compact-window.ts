import { summarizeRanges } from "../../summarize/summarize-ranges";
import type { PlannedSummary, Verdict } from "../model";
import { counted } from "../protect/tail";
import type { Entry } from "../timeline";
import { GUARDED } from "./guarding";
import { isJudged, type Sheet, type WindowWorld } from "./judged-window";

export const SUMMARIZED_RULE = "compress-stale.summarized-range";

/**
 * Replaces whole stale ranges by summaries. Every event of such a range becomes a reference that the summary stands
 * for; what was noise stays noise.
 */
export function compactWindow({ window, policy, facts }: WindowWorld, { verdicts, levels }: Sheet): PlannedSummary[] {
  const isHeld = (entry: Entry) =>
    !isJudged(entry) || facts.inForce.has(entry.event.ref) || (levels.get(entry) ?? 0) >= GUARDED;
  const isStale = (entry: Entry): boolean => {
    const { event, partner } = entry;
    if (event.kind === "tool_call" && partner !== null) return isStale(partner);
    return (levels.get(entry) ?? 0) === 0 && entry.ageTurns >= policy.idleTurns;
  };
  const visibleTokens = ({ event }: Entry) => verdicts.get(event.ref)?.tokensAfter ?? event.tokens;
  const tokensBefore = ({ event }: Entry) => verdicts.get(event.ref)?.tokensBefore ?? event.tokens;
  const asked = { isHeld, isStale, records: facts.records, visibleTokens, tokensBefore };
  const summaries = summarizeRanges(window, asked);
  for (const summary of summaries) {
    const reason = `It belongs to a stale range that a summary of ${counted(summary.tokens, "token")} stands for.`;
    for (const ref of summary.refs) {
      const entry = window.byRef.get(ref);
      if (entry) verdicts.set(ref, summarized(entry, verdicts.get(ref), reason));
    }
  }
  return summaries;
}

function summarized({ event }: Entry, known: Verdict | undefined, reason: string): Verdict {
  return {
    ref: event.ref,
    from: known?.from ?? "full",
    to: "reference",
    pass: "compress-stale",
    rule: SUMMARIZED_RULE,
    reason,
    evidence: [],
    tokensBefore: known?.tokensBefore ?? event.tokens,
    tokensAfter: 0,
    noise: known?.noise ?? null,
    noiseSinceTurn: known?.noiseSinceTurn ?? null,
    retained: null,
  };
}
