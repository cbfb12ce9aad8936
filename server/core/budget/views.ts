import { z } from "zod";
import { ADVICE_ACTIONS, SITUATIONS } from "./advice";
import { RELIEF_STEPS } from "./relief";
import { ITEM_KIND_NAMES, TIERS } from "./tiers";
import { WINDOW_SOURCES } from "./windows";

/** What the API tells of a session's budget. Shares lie between 0 and 1, times are ISO strings. */

export const AdviceView = z.object({
  situation: z.enum(SITUATIONS),
  action: z.enum(ADVICE_ACTIONS),
  atOnce: z.boolean(),
  why: z.string(),
  command: z.string(),
});

export const PlacedItemView = z.object({
  id: z.string(),
  kind: z.enum(ITEM_KIND_NAMES),
  title: z.string(),
  tokens: z.number(),
  home: z.enum(TIERS),
  importance: z.object({
    score: z.number(),
    terms: z.array(z.object({ term: z.string(), value: z.number(), weight: z.number() })),
  }),
  why: z.string(),
});

export const TierView = z.object({
  tier: z.enum(TIERS),
  /** Its share of the window; null while the window is unknown. */
  budgetTokens: z.number().nullable(),
  usedTokens: z.number(),
  items: z.array(PlacedItemView),
  /** Items that are not listed here; `budget.tiers` lists them. */
  moreItems: z.int(),
});
export type TierView = z.infer<typeof TierView>;

export const TiersView = z.object({
  session: z.int(),
  asOf: z.iso.datetime(),
  /** Ages are taken at this turn, so that items do not move with every request. */
  atTurn: z.int(),
  tiers: z.array(TierView),
  /** What no tier has room for: reached by its reference only. */
  beyond: z.array(PlacedItemView),
  moreBeyond: z.int(),
});
export type TiersView = z.infer<typeof TiersView>;

export const BudgetStatusView = z.object({
  session: z.int(),
  title: z.string().nullable(),
  client: z.string(),
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  policyVersion: z.int(),
  /** `Context Steward: 47 files indexed, 23 decisions loaded, budget: 128K tokens` */
  startLine: z.string(),
  window: z.object({ tokens: z.number().nullable(), source: z.enum(WINDOW_SOURCES).nullable() }),
  usage: z.object({
    tokens: z.number(),
    share: z.number().nullable(),
    /** `reported` by the provider, or `estimated` from the events. */
    source: z.enum(["reported", "estimated"]),
    addedSinceTokens: z.number(),
    projectionTokens: z.number(),
    /** What a run would take out of the window now. */
    reclaimableTokens: z.number(),
  }),
  complexity: z.object({ files: z.int(), changedFiles: z.int() }),
  length: z.object({ turns: z.int(), userTurns: z.int(), minutes: z.int() }),
  thresholds: z.object({
    prune: z.number(),
    plan: z.number(),
    compact: z.number(),
    summarize: z.number(),
    checkpoint: z.number(),
    checkpointAfterMinutes: z.number(),
    quietTurns: z.number(),
    maxInjection: z.number(),
  }),
  check: z.object({ everyTurns: z.int(), atTurn: z.int(), nextTurn: z.int(), isDue: z.boolean() }),
  advice: AdviceView.nullable(),
  relief: z.array(
    z.object({
      step: z.enum(RELIEF_STEPS),
      why: z.string(),
      targets: z.array(z.string()),
      moreTargets: z.int(),
      tokens: z.number(),
      command: z.string(),
    }),
  ),
  tiers: z.array(TierView),
  beyond: z.int(),
  lastCheckpointAt: z.iso.datetime().nullable(),
});
export type BudgetStatusView = z.infer<typeof BudgetStatusView>;
