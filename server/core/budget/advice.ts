import type { BoundaryKind } from "../events/kinds";
import type { BudgetPolicy } from "../prune/model";
import { count } from "../summarize/words";

/** What an agent should do about its window now: prune, compact, or save its state and start anew. */
export const ADVICE_ACTIONS = ["checkpoint", "compact", "prune"] as const;
export type AdviceAction = (typeof ADVICE_ACTIONS)[number];

/** The seven situations in which something is advised, the most urgent first. */
export const SITUATIONS = [
  "window-nearly-full",
  "task-complete",
  "long-session",
  "stage-switch",
  "wave-done",
  "major-bloat",
  "minor-bloat",
] as const;
export type Situation = (typeof SITUATIONS)[number];

export interface Advice {
  readonly situation: Situation;
  readonly action: AdviceAction;
  /** It cannot wait for the end of the task. */
  readonly atOnce: boolean;
  readonly why: string;
  /** What to say or type, as the skill, the CLI and the clients understand it. */
  readonly command: string;
}

/** Where a session stands when it is asked what to do. */
export interface Standing {
  /** Part of the window in use, 0 to 1; null when its size or its use is unknown. */
  readonly share: number | null;
  /** Boundaries that were just reached. */
  readonly boundaries: ReadonlySet<BoundaryKind>;
  /** Since the last checkpoint, or the session's start; null when unknown. */
  readonly minutesSinceCheckpoint: number | null;
}

interface Row {
  readonly situation: Situation;
  readonly action: AdviceAction;
  readonly command: string;
  /** Of two rows the one with the higher number may be said although the other was said a moment ago. */
  readonly urgency: number;
  applies(standing: Standing, budget: BudgetPolicy): boolean;
  why(standing: Standing, budget: BudgetPolicy): string;
}

const AT_ONCE = 4;

/** The decision matrix: the first row that applies is the advice. */
const MATRIX: readonly Row[] = [
  {
    situation: "window-nearly-full",
    action: "checkpoint",
    command: "context checkpoint",
    urgency: AT_ONCE,
    applies: ({ share }, { checkpointShare }) => share !== null && share > checkpointShare,
    why: (standing, { checkpointShare }) =>
      `The window is more than ${percent(checkpointShare)} full${held(standing)}. Save the state at once and go on in a fresh session.`,
  },
  {
    situation: "task-complete",
    action: "checkpoint",
    command: "context checkpoint",
    urgency: 3,
    applies: reached("task-end"),
    why: () => "A task is complete. Save its state before the next one starts.",
  },
  {
    situation: "long-session",
    action: "checkpoint",
    command: "context checkpoint",
    urgency: 3,
    applies: ({ minutesSinceCheckpoint }, { checkpointAfterMinutes }) =>
      minutesSinceCheckpoint !== null && minutesSinceCheckpoint > checkpointAfterMinutes,
    why: ({ minutesSinceCheckpoint }) =>
      `The state was not saved for ${count(Math.floor(minutesSinceCheckpoint ?? 0), "minute")}. Save it now.`,
  },
  {
    situation: "stage-switch",
    action: "compact",
    command: "context compact",
    urgency: 2,
    applies: reached("stage"),
    why: () => "The stage changed. What the last one needed is no longer needed in full.",
  },
  {
    situation: "wave-done",
    action: "compact",
    command: "context compact",
    urgency: 2,
    applies: reached("wave-done"),
    why: () => "A wave of agents is done. Their outputs can be summarized.",
  },
  {
    situation: "major-bloat",
    action: "compact",
    command: "context compact",
    urgency: 2,
    applies: ({ share }, { compactShare, checkpointShare }) =>
      share !== null && share >= compactShare && share <= checkpointShare,
    why: (standing, { compactShare, checkpointShare }) =>
      `The window is between ${percent(compactShare)} and ${percent(checkpointShare)} full${held(standing)}. Compact it, which prunes too.`,
  },
  {
    situation: "minor-bloat",
    action: "prune",
    command: "context prune",
    urgency: 1,
    applies: ({ share, boundaries }, { pruneShare, compactShare }) =>
      share !== null && share >= pruneShare && share < compactShare && !boundaries.has("task-start"),
    why: (standing, { pruneShare, compactShare }) =>
      `The window is between ${percent(pruneShare)} and ${percent(compactShare)} full${held(standing)}, in the same task. Prune it.`,
  },
];

function reached(kind: BoundaryKind): Row["applies"] {
  return ({ boundaries }) => boundaries.has(kind);
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}

function held({ share }: Standing): string {
  return share === null ? "" : `: ${percent(share)}`;
}

/** The advice for a standing, or null when there is nothing to do. Thresholds are the project's. */
export function adviceFor(standing: Standing, budget: BudgetPolicy): Advice | null {
  const row = MATRIX.find(({ applies }) => applies(standing, budget));
  return row ? adviceOf(row, standing, budget) : null;
}

/** The advice of a situation that was noted before; null for a name of a newer version. */
export function adviceIn(situation: string, standing: Standing, budget: BudgetPolicy): Advice | null {
  const row = MATRIX.find((known) => known.situation === situation);
  return row ? adviceOf(row, standing, budget) : null;
}

function adviceOf(row: Row, standing: Standing, budget: BudgetPolicy): Advice {
  const { situation, action, command, urgency } = row;
  return { situation, action, atOnce: urgency === AT_ONCE, command, why: row.why(standing, budget) };
}

/**
 * Situations that are at least as urgent. When one of them was said a moment ago, this one waits; advice that is more
 * urgent than the last never does. A stored name that is not among them (a newer version wrote it) silences nothing.
 */
export function coveredBy(situation: Situation): Situation[] {
  const urgency = urgencyOf(situation);
  return SITUATIONS.filter((other) => urgencyOf(other) >= urgency);
}

function urgencyOf(situation: Situation): number {
  return MATRIX.find((row) => row.situation === situation)?.urgency ?? 0;
}
