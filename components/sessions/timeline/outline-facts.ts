import {
  type EventFacts,
  type EventFilter,
  isFiltered,
  matchesEvent,
  SOURCES,
} from "@/server/core/telemetry/event-filter";
import {
  OUTLINE_ERROR,
  OUTLINE_HISTORY,
  OUTLINE_KINDS,
  OUTLINE_NOISE,
  type Outline,
  RESIDENCIES,
} from "@/server/core/telemetry/session-views";

export function hasFlag(outline: Outline, index: number, flag: number): boolean {
  return ((outline.flags[index] ?? 0) & flag) !== 0;
}

/** An event of an outline as a filter asks of it. */
export function factsAt(outline: Outline, index: number): EventFacts {
  return {
    source: SOURCES[outline.sources[index] ?? 0] ?? "tools",
    kind: OUTLINE_KINDS[outline.kinds[index] ?? 0] ?? "other",
    tool: outline.toolNames[outline.tools[index] ?? 0] ?? "",
    skill: outline.skillNames[outline.skills[index] ?? 0] ?? "",
    residency: hasFlag(outline, index, OUTLINE_HISTORY) ? null : (RESIDENCIES[outline.residency[index] ?? 0] ?? "full"),
    noise: OUTLINE_NOISE[outline.noise[index] ?? 0] ?? null,
    isError: hasFlag(outline, index, OUTLINE_ERROR),
  };
}

/** What is looked for in a thread; `found` holds the refs that a text search answered, null while nothing is searched. */
export interface Looked {
  readonly filter: EventFilter;
  readonly found: ReadonlySet<string> | null;
}

/** The events that match, in thread order; null while nothing is looked for, which is all of them. */
export function matchesOf(outline: Outline, { filter, found }: Looked): readonly number[] | null {
  if (found === null && !isFiltered(filter)) return null;
  return outline.refs.flatMap((ref, index) =>
    (found === null || found.has(ref)) && matchesEvent(factsAt(outline, index), filter) ? [index] : [],
  );
}

/** How many events match, and their tokens. */
export function sumOfMatches(outline: Outline, matches: readonly number[] | null) {
  const shown = matches ?? outline.tokens.map((_, index) => index);
  return { events: shown.length, tokens: shown.reduce((sum, index) => sum + (outline.tokens[index] ?? 0), 0) };
}

/** The match after (1) or before (−1) an event; null where there is none. Without a place, the first or the last. */
export function matchBeside(matches: readonly number[], from: number | null, step: 1 | -1): number | null {
  if (from === null) return matches.at(step === 1 ? 0 : -1) ?? null;
  return (step === 1 ? matches.find((index) => index > from) : matches.findLast((index) => index < from)) ?? null;
}

/** Failed calls of the thread. */
export function errorsOf(outline: Outline): readonly number[] {
  return outline.flags.flatMap((flags, index) => ((flags & OUTLINE_ERROR) !== 0 ? [index] : []));
}
