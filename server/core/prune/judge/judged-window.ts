import type { BlockedRemoval, PassId, PlannedSummary, PlanTotals, PrunePolicy, SessionInput, Verdict } from "../model";
import type { FindingBoard, Protection } from "../rule";
import type { Entry, Timeline } from "../timeline";

/** What the judgement of one window reads. */
export interface WindowWorld {
  /** The window alone. */
  readonly window: Timeline;
  readonly policy: PrunePolicy;
  readonly board: FindingBoard;
  readonly protections: readonly Protection[];
  readonly facts: WindowFacts;
  readonly asked: Asked;
}

export type WindowFacts = Pick<SessionInput, "standings" | "records"> & {
  /** By ref: the summary of a run before that stands for it, and whether it stands at this very event. */
  readonly inForce: ReadonlyMap<string, { readonly summary: PlannedSummary; readonly first: string }>;
};

export interface Asked {
  readonly passes: ReadonlySet<PassId>;
  readonly compact: boolean;
}

/** What is said of a window while it is judged. */
export interface Sheet {
  readonly verdicts: Map<string, Verdict>;
  readonly blocked: Map<Entry, BlockedRemoval>;
  /** How much guards each event that something guards. */
  readonly levels: Map<Entry, number>;
}

/** Helpers such as a compaction agent have windows of their own that nobody prunes, and no branch is judged twice. */
export function isJudged(entry: Entry): boolean {
  return entry.visible && !entry.thread.auxiliary;
}

/** An idle event, with what is said of it when somebody refers to it after all. */
export interface IdleEvent {
  readonly entry: Entry;
  readonly otherwise: Verdict | undefined;
}

export interface JudgedWindow {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly blocked: ReadonlyMap<Entry, BlockedRemoval>;
  readonly idle: readonly IdleEvent[];
  readonly summaries: readonly PlannedSummary[];
  readonly totals: PlanTotals;
}
