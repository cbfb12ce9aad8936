import { EVENT_KIND_NAMES } from "@/server/core/events/kinds";
import { type EventFilter, NOISE_CHOICES, SOURCES } from "@/server/core/telemetry/event-filter";
import { RESIDENCIES } from "@/server/core/telemetry/session-views";

/** What a person sees of a session page, as it stands in the address. */
export interface TimelineState extends EventFilter {
  /** Words that an event's name or content holds. */
  readonly text: string;
  /** Events that do not match stay, in grey. */
  readonly dims: boolean;
  /** The event whose why panel is open. */
  readonly event: string | null;
}

export const NAMES = {
  source: "source",
  residency: "res",
  noise: "noise",
  kind: "kind",
  tool: "tool",
  skill: "skill",
  errors: "errors",
  text: "q",
  dims: "others",
  event: "event",
} as const satisfies Record<keyof TimelineState, string>;

const KEPT = "grey";

export function readTimelineState(params: URLSearchParams): TimelineState {
  const one = <Value extends string>(values: readonly Value[], name: string): Value | null =>
    values.find((value) => value === params.get(name)) ?? null;
  return {
    source: one(SOURCES, NAMES.source),
    residency: one(RESIDENCIES, NAMES.residency),
    noise: one(NOISE_CHOICES, NAMES.noise),
    kind: one(EVENT_KIND_NAMES, NAMES.kind),
    tool: params.get(NAMES.tool),
    skill: params.get(NAMES.skill),
    errors: params.get(NAMES.errors) === "1",
    text: params.get(NAMES.text) ?? "",
    dims: params.get(NAMES.dims) === KEPT,
    event: params.get(NAMES.event)?.replace(/^ctx:/, "") || null,
  };
}

/** The filter without what else the address says. */
export function filterOf({ source, residency, noise, kind, tool, skill, errors }: TimelineState): EventFilter {
  return { source, residency, noise, kind, tool, skill, errors };
}

export function writeTimelineState(params: URLSearchParams, change: Partial<TimelineState>): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string | null | undefined) => {
    if (value === undefined) return;
    if (value === null) next.delete(name);
    else next.set(name, value);
  };
  const flag = (on: boolean | undefined, word: string) => (on === undefined ? undefined : on ? word : null);
  set(NAMES.source, change.source);
  set(NAMES.residency, change.residency);
  set(NAMES.noise, change.noise);
  set(NAMES.kind, change.kind);
  // An empty name is a choice: no tool, no skill.
  set(NAMES.tool, change.tool);
  set(NAMES.skill, change.skill);
  set(NAMES.errors, flag(change.errors, "1"));
  set(NAMES.text, change.text === "" ? null : change.text);
  set(NAMES.dims, flag(change.dims, KEPT));
  set(NAMES.event, change.event);
  return next;
}
