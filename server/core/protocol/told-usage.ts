import { type Advice, adviceFor } from "../budget/advice";
import { checkOf } from "../budget/relief";
import { windowOf } from "../budget/windows";
import type { BoundaryKind } from "../events/kinds";
import type { BudgetPolicy } from "../prune/model";
import type { DuringView } from "./views";

/** What a client without uploads says of its window. */
export interface ToldUsage {
  readonly contextTokens: number;
  readonly windowTokens: number | null;
  readonly model: string | null;
  readonly turn: number;
  readonly minutesSinceCheckpoint: number | null;
  /** Boundaries that were just reached. */
  readonly boundaries: readonly BoundaryKind[];
}

/** Advice by the same matrix as for uploaded sessions. */
export function judgeTold(
  told: ToldUsage,
  budget: BudgetPolicy,
): Pick<DuringView, "window" | "usage" | "check"> & { readonly advice: Advice | null } {
  const { contextTokens, model, turn, minutesSinceCheckpoint } = told;
  const window = windowOf({ told: told.windowTokens, model, seenTokens: contextTokens });
  const share = window.windowTokens === null ? null : contextTokens / window.windowTokens;
  const boundaries = new Set(told.boundaries);
  return {
    window: { tokens: window.windowTokens, source: window.windowSource },
    usage: { tokens: contextTokens, share },
    check: { everyTurns: budget.checkEveryTurns, ...checkOf(turn, budget.checkEveryTurns) },
    advice: adviceFor({ share, boundaries, minutesSinceCheckpoint }, budget),
  };
}
