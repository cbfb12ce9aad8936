import type { Plan } from "../prune/model";

/** A plan that takes nothing out: what a reader gets when no plan could be made. */
export const FULL_CONTEXT: Plan = {
  places: [],
  verdicts: [],
  blocked: [],
  summaries: [],
  totals: {
    events: 0,
    beforeTokens: 0,
    afterTokens: 0,
    summaryTokens: 0,
    protectedEvents: 0,
    passes: { dedup: 0, purgeErrors: 0, compress: 0 },
  },
};
