import type { NoiseClass } from "@/server/core/prune/model";
import {
  OUTLINE_HISTORY,
  OUTLINE_NOISE,
  OUTLINE_STAGES,
  type Outline,
  RESIDENCIES,
} from "@/server/core/telemetry/session-views";
import type { Mark } from "./marks";
import { hasFlag } from "./outline-facts";

/** A line of the timeline: the heading of a turn, the end of a history, a mark, or the event at an index. */
export type TimelineItem =
  | {
      readonly kind: "turn";
      readonly turn: number;
      readonly userTurn: number;
      readonly stage: string | null;
      readonly atSeconds: number;
    }
  | { readonly kind: "history-end" }
  | { readonly kind: "mark"; readonly mark: Mark }
  | { readonly kind: "event"; readonly index: number };

/** The lines of some events: of those that match, or of all with what happened between them. */
export function itemsOf(
  outline: Outline,
  shown: readonly number[] | null,
  marks: readonly Mark[] = [],
): TimelineItem[] {
  const items: TimelineItem[] = [];
  // What matches stands alone: a boundary between two of a hundred matches would be said to lie between them.
  const between = shown === null ? [...marks] : [];
  let heading: string | null = null;
  let wasHistory = false;
  const putMarks = (upTo: number) => {
    for (let mark = between[0]; mark && mark.index <= upTo; mark = between[0]) {
      items.push({ kind: "mark", mark });
      between.shift();
    }
  };
  for (const index of shown ?? outline.refs.keys()) {
    const isHistory = hasFlag(outline, index, OUTLINE_HISTORY);
    if (wasHistory && !isHistory) items.push({ kind: "history-end" });
    wasHistory = isHistory;
    putMarks(index);
    const turn = headingOf(outline, index);
    const key = `${turn.turn} ${turn.userTurn}`;
    if (key !== heading) items.push(turn);
    heading = key;
    items.push({ kind: "event", index });
  }
  putMarks(outline.refs.length);
  return items;
}

function headingOf(outline: Outline, index: number): Extract<TimelineItem, { kind: "turn" }> {
  return {
    kind: "turn",
    turn: outline.turns[index] ?? 0,
    userTurn: outline.userTurns[index] ?? 0,
    stage: OUTLINE_STAGES[outline.stages[index] ?? 0] ?? null,
    atSeconds: outline.atSeconds[index] ?? 0,
  };
}

/** One cell of the mini-map: what most of its tokens are, and whether it holds a match of what is looked for. */
export interface MapCell {
  readonly fill: NoiseClass | (typeof RESIDENCIES)[number] | "empty";
  readonly matches: boolean;
}

/** The whole thread in so many cells, each coloured by what outweighs the rest in it. */
export function miniMap(outline: Outline, cells: number, matches: readonly number[] | null): MapCell[] {
  const events = outline.refs.length;
  const count = Math.min(cells, events);
  const hit = new Set(matches?.map((index) => Math.floor((index * count) / events)));
  return Array.from({ length: count }, (_, cell) => {
    const from = Math.floor((cell * events) / count);
    const to = Math.max(from + 1, Math.floor(((cell + 1) * events) / count));
    return { fill: heaviest(outline, from, to), matches: matches === null || hit.has(cell) };
  });
}

function heaviest(outline: Outline, from: number, to: number): MapCell["fill"] {
  const weights = new Map<MapCell["fill"], number>();
  for (let index = from; index < to; index++) {
    const noise = OUTLINE_NOISE[outline.noise[index] ?? 0] ?? null;
    const cell = noise ?? RESIDENCIES[outline.residency[index] ?? 0] ?? "full";
    weights.set(cell, (weights.get(cell) ?? 0) + (outline.tokens[index] ?? 0) + 1);
  }
  let best: MapCell["fill"] = "empty";
  let most = 0;
  for (const [cell, weight] of weights) {
    if (weight > most) [best, most] = [cell, weight];
  }
  return best;
}

/** The scale of the token bars: large enough for nearly all, so that one huge result does not flatten the rest. */
export function tokenScale(tokens: readonly number[]): number {
  if (tokens.length === 0) return 0;
  const sorted = [...tokens].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * 0.98)] ?? 0;
}
