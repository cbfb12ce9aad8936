import type { BudgetPolicy } from "../prune/model";
import type { PlacedItem, Placement } from "./tiers";

/** What is done when the window passes the share at which the oldest turns are summarized. */
export const RELIEF_STEPS = ["summarize", "archive", "compress", "promote"] as const;
export type ReliefStep = (typeof RELIEF_STEPS)[number];

export interface Relief {
  readonly step: ReliefStep;
  readonly why: string;
  /** Refs of events, or ids of items. */
  readonly targets: readonly string[];
  /** What it would bring; 0 for a promotion, which moves. */
  readonly tokens: number;
  readonly command: string;
}

export interface ReliefFacts {
  readonly share: number | null;
  readonly placement: Placement;
  /** The oldest turns that are not protected: refs in order, with their tokens. */
  readonly oldest: readonly { readonly ref: string; readonly tokens: number }[];
  /** What the plan would take out of the window now. */
  readonly redundant: readonly { readonly ref: string; readonly savedTokens: number }[];
}

/** An item of a lower tier that matters so much belongs where it is always seen. */
const CRITICAL_SCORE = 0.6;

/** Below the share there is nothing to do; above it each step that has something to work on. */
export function reliefFor(facts: ReliefFacts, budget: BudgetPolicy): Relief[] {
  const { share, placement, oldest, redundant } = facts;
  if (share === null || share < budget.summarizeShare) return [];
  const below = placement.tiers.filter(({ tier }) => tier !== "hot").flatMap(({ items }) => items);
  const resolved = placement.tiers.flatMap(({ items }) => items).filter(isResolved);
  const critical = [...below, ...placement.beyond].filter(({ importance }) => importance.score >= CRITICAL_SCORE);
  const steps: Relief[] = [
    {
      step: "summarize",
      why: "The oldest turns give way to a summary that names its evidence.",
      targets: oldest.map(({ ref }) => ref),
      tokens: sum(oldest.map(({ tokens }) => tokens)),
      command: "context compact",
    },
    {
      step: "archive",
      why: "These decisions are settled and these failures resolved: their record is enough.",
      targets: resolved.map(({ id }) => id),
      tokens: sum(resolved.map(({ tokens }) => tokens)),
      command: "context decisions",
    },
    {
      step: "compress",
      why: "The window holds these more than once, or nobody needs them in full.",
      targets: redundant.map(({ ref }) => ref),
      tokens: sum(redundant.map(({ savedTokens }) => savedTokens)),
      command: "context prune",
    },
    {
      step: "promote",
      why: "These matter so much to the task that they should always be loaded.",
      targets: critical.map(({ id }) => id),
      tokens: 0,
      command: "context status",
    },
  ];
  return steps.filter(({ targets }) => targets.length > 0);
}

function isResolved({ kind }: PlacedItem): boolean {
  return kind === "old-decision" || kind === "resolved-failure";
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * Turns are checked in steps, so that placements do not move with every request: the turn that counts is the last one
 * that `everyTurns` divides.
 */
export function checkOf(turn: number, everyTurns: number): { atTurn: number; nextTurn: number; isDue: boolean } {
  const atTurn = turn - (turn % everyTurns);
  return { atTurn, nextTurn: atTurn + everyTurns, isDue: turn > 0 && turn === atTurn };
}
