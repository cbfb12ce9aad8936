import { z } from "zod";
import { EVENT_KIND_NAMES, EVENT_KINDS, type EventKind, type ToolClass, type WindowFill } from "../events/kinds";
import { NOISE_CLASSES, type NoiseClass, PROVEN_CLASSES } from "../prune/model";
import { SearchableText } from "./filter";
import { type RESIDENCIES, ResidencyView } from "./session-views";

/**
 * Which events of a session a person looks at. The server counts by this filter and the browser draws by it, so both
 * ask the one function below.
 */

/** Where what fills a window came from: finer than the five fills of a context bar, in the bar's order. */
export const SOURCES = [
  "rules",
  "skills",
  "conversation",
  "reads",
  "docs",
  "search",
  "shell",
  "checks",
  "git",
  "web",
  "edits",
  "agents",
  "memory",
  "tools",
  "summaries",
] as const;
export type Source = (typeof SOURCES)[number];

const SOURCE_OF_FILL: Readonly<Record<Exclude<WindowFill, "results">, Source>> = {
  rules: "rules",
  skills: "skills",
  talk: "conversation",
  summary: "summaries",
};

const SOURCE_OF_CLASS: Readonly<Record<ToolClass, Source>> = {
  source_read: "reads",
  dependency_read: "reads",
  doc_read: "docs",
  search: "search",
  git: "git",
  shell: "shell",
  test: "checks",
  build: "checks",
  web: "web",
  agent: "agents",
  write: "edits",
  edit: "edits",
  memory: "memory",
  graph: "memory",
  skill: "tools",
  todo: "tools",
  ask: "tools",
  plan: "tools",
  other: "tools",
};

const SOURCE_OF_KIND: Readonly<Partial<Record<EventKind, Source>>> = {
  agent_output: "agents",
  memory_query: "memory",
  graph_query: "memory",
};

/** A kind or a class that a newer client invented counts as `other` of its column. */
export function sourceOf(kindName: string, toolClassName: string | null): Source {
  const kind: EventKind = EVENT_KIND_NAMES.find((known) => known === kindName) ?? "other";
  const { fill } = EVENT_KINDS[kind];
  if (fill !== "results") return SOURCE_OF_FILL[fill];
  return SOURCE_OF_KIND[kind] ?? SOURCE_OF_CLASS[isToolClass(toolClassName) ? toolClassName : "other"];
}

function isToolClass(name: string | null): name is ToolClass {
  return name !== null && Object.hasOwn(SOURCE_OF_CLASS, name);
}

/** A class, all proven ones (the headline), or any noise. */
export const NOISE_CHOICES = ["proven", "any", ...NOISE_CLASSES] as const;
export type NoiseChoice = (typeof NOISE_CHOICES)[number];

const Name = SearchableText.max(300).nullable().default(null);

/** Conditions that all must hold; null asks nothing. Names may be empty: `skill: ""` is "while none was active". */
export const EventFilterSchema = z.strictObject({
  source: z.enum(SOURCES).nullable().default(null),
  kind: z.enum(EVENT_KIND_NAMES).nullable().default(null),
  tool: Name,
  skill: Name,
  residency: ResidencyView.nullable().default(null),
  noise: z.enum(NOISE_CHOICES).nullable().default(null),
  errors: z.boolean().default(false),
});
export type EventFilter = z.output<typeof EventFilterSchema>;

export const NO_EVENT_FILTER: EventFilter = EventFilterSchema.parse({});

/** What the filter asks of an event. */
export interface EventFacts {
  readonly source: Source;
  readonly kind: EventKind;
  readonly tool: string;
  readonly skill: string;
  /** Null once it has left the context: the model sees nothing of it, in whatever residency. */
  readonly residency: (typeof RESIDENCIES)[number] | null;
  readonly noise: NoiseClass | null;
  readonly isError: boolean;
}

export type EventDimension = keyof EventFilter;

export function matchesEvent(event: EventFacts, filter: EventFilter): boolean {
  return (
    (filter.source === null || filter.source === event.source) &&
    (filter.kind === null || filter.kind === event.kind) &&
    (filter.tool === null || filter.tool === event.tool) &&
    (filter.skill === null || filter.skill === event.skill) &&
    (filter.residency === null || filter.residency === event.residency) &&
    matchesNoise(event.noise, filter.noise) &&
    (!filter.errors || event.isError)
  );
}

function matchesNoise(own: NoiseClass | null, choice: NoiseChoice | null): boolean {
  if (choice === null) return true;
  if (choice === "proven") return own !== null && PROVEN_CLASSES.includes(own);
  return choice === "any" ? own !== null : own === choice;
}

export function isFiltered(filter: EventFilter): boolean {
  return Object.values(filter).some((value) => value !== null && value !== false);
}

/** Events that the filter does not tell apart, and how many of them there are. */
export interface EventGroup extends EventFacts {
  readonly thread: string;
  readonly agent: string;
  readonly events: number;
  readonly tokens: number;
}

const Count = z.object({ events: z.number(), tokens: z.number() });
const Facet = z.array(Count.extend({ value: z.string() }));

/** What can be chosen in a thread, and what choosing it would show. The most frequent first. */
export const EventFacetsView = z.object({
  /** Of the thread: all its events, and those that match. */
  total: Count,
  matched: Count,
  /** Every thread of the session with what matches in it, and by agent. */
  threads: z.array(Count.extend({ key: z.string() })),
  agents: Facet,
  source: Facet,
  kind: Facet,
  tool: Facet,
  skill: Facet,
  residency: Facet,
  noise: Facet,
  errors: z.number(),
});
export type EventFacets = z.infer<typeof EventFacetsView>;
type Counted = z.infer<typeof Count>;

/**
 * Counts by dimension. Each is counted under the other dimensions of the filter, so that its numbers say what a choice
 * would show and not what the present one does.
 */
export function facetsOf(groups: readonly EventGroup[], thread: string, filter: EventFilter): EventFacets {
  const own = groups.filter((group) => group.thread === thread);
  const matching = groups.filter((group) => matchesEvent(group, filter));
  const facet = (dimension: EventDimension, valuesOf: (group: EventGroup) => readonly string[]) => {
    const others: EventFilter = { ...filter, [dimension]: NO_EVENT_FILTER[dimension] };
    return tally(
      own.filter((group) => matchesEvent(group, others)),
      valuesOf,
    );
  };
  const errors = own.filter((group) => group.isError && matchesEvent(group, { ...filter, errors: false }));
  return {
    total: sumOf(own),
    matched: sumOf(matching.filter((group) => group.thread === thread)),
    threads: tally(matching, (group) => [group.thread]).map(({ value: key, ...count }) => ({ key, ...count })),
    agents: tally(matching, (group) => [group.agent]),
    source: facet("source", (group) => [group.source]),
    kind: facet("kind", (group) => [group.kind]),
    tool: facet("tool", (group) => [group.tool]),
    skill: facet("skill", (group) => [group.skill]),
    residency: facet("residency", (group) => (group.residency === null ? [] : [group.residency])),
    noise: facet("noise", (group) => noiseChoices(group.noise)),
    errors: sumOf(errors).events,
  };
}

function noiseChoices(noise: NoiseClass | null): NoiseChoice[] {
  return NOISE_CHOICES.filter((choice) => noise !== null && matchesNoise(noise, choice));
}

function tally(groups: readonly EventGroup[], valuesOf: (group: EventGroup) => readonly string[]) {
  const counts = new Map<string, Counted>();
  for (const group of groups) {
    for (const value of valuesOf(group)) {
      const known = counts.get(value) ?? { events: 0, tokens: 0 };
      counts.set(value, { events: known.events + group.events, tokens: known.tokens + group.tokens });
    }
  }
  return [...counts]
    .map(([value, count]) => ({ value, ...count }))
    .sort((a, b) => b.events - a.events || (a.value < b.value ? -1 : 1));
}

function sumOf(groups: readonly Counted[]): Counted {
  return groups.reduce((sum, group) => ({ events: sum.events + group.events, tokens: sum.tokens + group.tokens }), {
    events: 0,
    tokens: 0,
  });
}
