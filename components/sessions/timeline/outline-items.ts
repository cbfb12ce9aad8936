import type { NoiseClass } from "@/server/core/prune/model";
import {
  OUTLINE_ERROR,
  OUTLINE_NOISE,
  OUTLINE_STAGES,
  type Outline,
  RESIDENCIES,
} from "@/server/core/telemetry/session-views";

/** What the timeline shows of a thread; lives in the URL. */
export interface TimelineFilter {
  readonly residency: (typeof RESIDENCIES)[number] | null;
  /** A class, or any noise. */
  readonly noise: NoiseClass | "any" | null;
  readonly errors: boolean;
  readonly text: string;
}

/** A line of the timeline: the heading of a turn, or the event at an index of the outline. */
export type TimelineItem =
  | {
      readonly kind: "turn";
      readonly turn: number;
      readonly userTurn: number;
      readonly stage: string | null;
      readonly atSeconds: number;
    }
  | { readonly kind: "event"; readonly index: number };

/** `found` holds the refs that a text search answered; null while nothing is searched. */
export function itemsOf(
  outline: Outline,
  filter: Omit<TimelineFilter, "text">,
  found: ReadonlySet<string> | null,
): TimelineItem[] {
  const items: TimelineItem[] = [];
  let heading: string | null = null;
  for (let index = 0; index < outline.refs.length; index++) {
    if (!matches(outline, index, filter, found)) continue;
    const turn = outline.turns[index] ?? 0;
    const userTurn = outline.userTurns[index] ?? 0;
    const key = `${turn} ${userTurn}`;
    if (key !== heading) {
      heading = key;
      const stage = OUTLINE_STAGES[outline.stages[index] ?? 0] ?? null;
      items.push({ kind: "turn", turn, userTurn, stage, atSeconds: outline.atSeconds[index] ?? 0 });
    }
    items.push({ kind: "event", index });
  }
  return items;
}

function matches(
  outline: Outline,
  index: number,
  { residency, noise, errors }: Omit<TimelineFilter, "text">,
  found: ReadonlySet<string> | null,
): boolean {
  if (residency !== null && RESIDENCIES[outline.residency[index] ?? 0] !== residency) return false;
  const own = OUTLINE_NOISE[outline.noise[index] ?? 0] ?? null;
  if (noise === "any" && own === null) return false;
  if (noise !== null && noise !== "any" && own !== noise) return false;
  if (errors && ((outline.flags[index] ?? 0) & OUTLINE_ERROR) === 0) return false;
  return found === null || found.has(outline.refs[index] ?? "");
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
