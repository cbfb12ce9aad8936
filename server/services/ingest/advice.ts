import type { BoundaryKind } from "@/server/core/events/kinds";

/** What an agent should do about its window now. */
export interface Advice {
  readonly action: "checkpoint" | "compact" | "prune";
  readonly why: string;
  /** What to say or type, as the skill and the clients understand it. */
  readonly command: string;
}

interface Situation {
  /** Part of the window in use, 0 to 1; null when nobody told. */
  readonly share: number | null;
  /** Boundaries that came with this batch. */
  readonly boundaries: ReadonlySet<BoundaryKind>;
}

interface Row extends Advice {
  applies(situation: Situation): boolean;
}

const percent = (share: number | null) => `${Math.round((share ?? 0) * 100)} %`;
const isOver = (limit: number) => (situation: Situation) => situation.share !== null && situation.share > limit;
const isFrom = (limit: number) => (situation: Situation) => situation.share !== null && situation.share >= limit;
const hasAny =
  (...kinds: BoundaryKind[]) =>
  (situation: Situation) =>
    kinds.some((kind) => situation.boundaries.has(kind));

/** The first row that applies is the advice. */
const TABLE: readonly Row[] = [
  {
    action: "checkpoint",
    why: "The window is more than 80 % full.",
    command: "context checkpoint",
    applies: isOver(0.8),
  },
  {
    action: "checkpoint",
    why: "A task is complete: save its state before the next one.",
    command: "context checkpoint",
    applies: hasAny("task-end"),
  },
  {
    action: "compact",
    why: "The stage changed or a wave is done: what it needed is no longer needed in full.",
    command: "context compact",
    applies: hasAny("stage", "wave-done"),
  },
  {
    action: "compact",
    why: "The window is between 60 and 80 % full.",
    command: "context compact",
    applies: isFrom(0.6),
  },
  {
    action: "prune",
    why: "The window is between 40 and 60 % full.",
    command: "context prune",
    applies: isFrom(0.4),
  },
];

/** The advice for a situation, or null when there is nothing to do. */
export function adviceFor(situation: Situation): Advice | null {
  const row = TABLE.find(({ applies }) => applies(situation));
  if (!row) return null;
  const { action, why, command } = row;
  return { action, command, why: situation.share === null ? why : `${why} It holds ${percent(situation.share)}.` };
}
