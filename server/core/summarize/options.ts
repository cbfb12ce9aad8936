import type { LinkedRecord } from "../prune/model";
import type { Entry } from "../prune/timeline";

export interface SummarizeOptions {
  /** Pinned, protected or in flight: it stays word for word, and a range ends at it. */
  isHeld(entry: Entry): boolean;
  isStale(entry: Entry): boolean;
  /** Records of the project that events of this session led to. */
  readonly records: readonly LinkedRecord[];
  /** What the model would see of the event without the summary, when that is less than the stored text. */
  visibleTokens?(entry: Entry): number;
  /** What the model saw of it before the run that summarizes it: this much is pruned. */
  tokensBefore?(entry: Entry): number;
  readonly maxSummaryTokens?: number;
  readonly minRangeTokens?: number;
}

export const MAX_SUMMARY_TOKENS = 400;
/** A shorter range costs more attention as a summary than it saves. */
export const MIN_RANGE_TOKENS = 1_000;
/** A summary is at most this share of what it replaces. */
export const MAX_SUMMARY_SHARE = 0.2;
