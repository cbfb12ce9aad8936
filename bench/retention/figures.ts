import { COST_MODELS, type CostModel, type Measured, RECALLS, type Recall } from "@/server/core/replay/measure";

/** What a row shows, in percent unless named otherwise. Null: nothing was there to be measured. */
export interface Figures {
  readonly saved: number | null;
  /** Of requests whose full context holds more than 160,000 tokens. */
  readonly savedLarge: number | null;
  readonly recall: Readonly<Record<Recall, number | null>>;
  readonly lossyTurns: number | null;
  readonly changes: number | null;
  readonly freeChanges: number | null;
  readonly cost: Readonly<Record<CostModel, number | null>>;
  /** A count: prompts of people and core files that were not in full at some request. */
  readonly violations: number;
}

export function figuresOf(sum: Measured, thresholds = 1): Figures {
  const { recalls, cost } = sum;
  const recall = Object.fromEntries(RECALLS.map((one) => [one, percent(recalls[one].kept, recalls[one].needed)]));
  const saving = COST_MODELS.map((one) => [one, percent(cost[one].without - cost[one].with, cost[one].without)]);
  return {
    saved: percent(sum.fullTokens - sum.visibleTokens, sum.fullTokens),
    savedLarge: percent(sum.largeFullTokens - sum.largeVisibleTokens, sum.largeFullTokens),
    recall: recall as Figures["recall"], // one entry a recall
    lossyTurns: percent(sum.lossyRequests, sum.requests),
    changes: percent(sum.changes, sum.requests),
    freeChanges: percent(sum.freeChanges, sum.requests),
    cost: Object.fromEntries(saving) as Figures["cost"], // one entry a cost model
    violations: Math.round(sum.violations / thresholds),
  };
}

function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : (100 * part) / whole;
}

/** Rounds away from 100, so that "100.00" always means that nothing was lost. */
export function shown(value: number | null, digits: number): string {
  if (value === null) return "–";
  const text = value.toFixed(digits);
  return value < 100 && Number(text) >= 100 ? (100 - 10 ** -digits).toFixed(digits) : text;
}

/** Numbers for the JSON line: as exact as they are printed. */
export function rounded(value: number | null): number | null {
  return value === null ? null : Number(shown(value, 2));
}
