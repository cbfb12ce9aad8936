import type { EventKind } from "@/server/core/events/kinds";
import { type NoiseClass, PROVEN_CLASSES } from "@/server/core/prune/model";
import {
  OUTLINE_ERROR,
  OUTLINE_HISTORY,
  OUTLINE_KINDS,
  OUTLINE_NOISE,
  OUTLINE_STAGES,
  type Outline,
  RESIDENCIES,
} from "@/server/core/telemetry/session-views";

/** What the timeline shows of a thread; lives in the URL. */
export interface TimelineFilter {
  readonly residency: (typeof RESIDENCIES)[number] | null;
  /** A class, all proven ones (the headline), or any noise. */
  readonly noise: NoiseClass | "proven" | "any" | null;
  readonly kind: EventKind | null;
  readonly tool: string | null;
  readonly skill: string | null;
  readonly errors: boolean;
  readonly text: string;
}

type OutlineFilter = Omit<TimelineFilter, "text">;

/** A line of the timeline: the heading of a turn, the end of a history, or the event at an index of the outline. */
export type TimelineItem =
  | {
      readonly kind: "turn";
      readonly turn: number;
      readonly userTurn: number;
      readonly stage: string | null;
      readonly atSeconds: number;
    }
  | { readonly kind: "history-end" }
  | { readonly kind: "event"; readonly index: number };

/** `found` holds the refs that a text search answered; null while nothing is searched. */
export function itemsOf(outline: Outline, filter: OutlineFilter, found: ReadonlySet<string> | null): TimelineItem[] {
  const items: TimelineItem[] = [];
  let heading: string | null = null;
  let wasHistory = false;
  for (let index = 0; index < outline.refs.length; index++) {
    if (!matches(outline, index, filter, found)) continue;
    const isHistory = hasFlag(outline, index, OUTLINE_HISTORY);
    if (wasHistory && !isHistory) items.push({ kind: "history-end" });
    wasHistory = isHistory;
    const turn = headingOf(outline, index);
    const key = `${turn.turn} ${turn.userTurn}`;
    if (key !== heading) items.push(turn);
    heading = key;
    items.push({ kind: "event", index });
  }
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

export function hasFlag(outline: Outline, index: number, flag: number): boolean {
  return ((outline.flags[index] ?? 0) & flag) !== 0;
}

function matches(outline: Outline, index: number, filter: OutlineFilter, found: ReadonlySet<string> | null): boolean {
  return (
    matchesResidency(outline, index, filter.residency) &&
    matchesNoise(outline, index, filter.noise) &&
    (filter.kind === null || OUTLINE_KINDS[outline.kinds[index] ?? 0] === filter.kind) &&
    (filter.tool === null || outline.toolNames[outline.tools[index] ?? 0] === filter.tool) &&
    (filter.skill === null || outline.skillNames[outline.skills[index] ?? 0] === filter.skill) &&
    (!filter.errors || hasFlag(outline, index, OUTLINE_ERROR)) &&
    (found === null || found.has(outline.refs[index] ?? ""))
  );
}

/** History has left the context: the model sees nothing of it, in whatever residency. */
function matchesResidency(outline: Outline, index: number, residency: OutlineFilter["residency"]): boolean {
  if (residency === null) return true;
  return RESIDENCIES[outline.residency[index] ?? 0] === residency && !hasFlag(outline, index, OUTLINE_HISTORY);
}

function matchesNoise(outline: Outline, index: number, noise: OutlineFilter["noise"]): boolean {
  if (noise === null) return true;
  const own = OUTLINE_NOISE[outline.noise[index] ?? 0] ?? null;
  if (noise === "proven") return own !== null && PROVEN_CLASSES.includes(own);
  return noise === "any" ? own !== null : own === noise;
}

/** How many events the lines hold, and their tokens. */
export function sumOfItems(outline: Outline, items: readonly TimelineItem[]): { events: number; tokens: number } {
  let events = 0;
  let tokens = 0;
  for (const item of items) {
    if (item.kind !== "event") continue;
    events += 1;
    tokens += outline.tokens[item.index] ?? 0;
  }
  return { events, tokens };
}

/** One cell of the mini-map: what most of its tokens are. */
export type MapCell = NoiseClass | (typeof RESIDENCIES)[number] | "empty";

/** The whole thread in so many cells, each coloured by what outweighs the rest in it. */
export function miniMap(outline: Outline, cells: number): MapCell[] {
  const events = outline.refs.length;
  const count = Math.min(cells, events);
  return Array.from({ length: count }, (_, cell) => {
    const from = Math.floor((cell * events) / count);
    const to = Math.max(from + 1, Math.floor(((cell + 1) * events) / count));
    return heaviest(outline, from, to);
  });
}

function heaviest(outline: Outline, from: number, to: number): MapCell {
  const weights = new Map<MapCell, number>();
  for (let index = from; index < to; index++) {
    const noise = OUTLINE_NOISE[outline.noise[index] ?? 0] ?? null;
    const cell: MapCell = noise ?? RESIDENCIES[outline.residency[index] ?? 0] ?? "full";
    weights.set(cell, (weights.get(cell) ?? 0) + (outline.tokens[index] ?? 0) + 1);
  }
  let best: MapCell = "empty";
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
