import { EVENT_KIND_NAMES } from "@/server/core/events/kinds";
import { NOISE_CLASSES } from "@/server/core/prune/model";
import { RESIDENCIES } from "@/server/core/telemetry/session-views";
import type { TimelineFilter } from "./outline-items";

/** What a person sees of a session page, as it stands in the address. */
export interface TimelineState extends TimelineFilter {
  /** The event whose why panel is open. */
  readonly event: string | null;
}

export const NAMES = {
  residency: "res",
  noise: "noise",
  kind: "kind",
  tool: "tool",
  skill: "skill",
  errors: "errors",
  text: "q",
  event: "event",
} as const;

export const NOISE_CHOICES = ["proven", "any", ...NOISE_CLASSES] as const;

export function readTimelineState(params: URLSearchParams): TimelineState {
  const residency = params.get(NAMES.residency);
  const noise = params.get(NAMES.noise);
  return {
    residency: RESIDENCIES.find((name) => name === residency) ?? null,
    noise: NOISE_CHOICES.find((name) => name === noise) ?? null,
    kind: EVENT_KIND_NAMES.find((name) => name === params.get(NAMES.kind)) ?? null,
    tool: params.get(NAMES.tool),
    skill: params.get(NAMES.skill),
    errors: params.get(NAMES.errors) === "1",
    text: params.get(NAMES.text) ?? "",
    event: params.get(NAMES.event)?.replace(/^ctx:/, "") || null,
  };
}

export function writeTimelineState(params: URLSearchParams, change: Partial<TimelineState>): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string | null) => {
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  };
  if (change.residency !== undefined) set(NAMES.residency, change.residency);
  if (change.noise !== undefined) set(NAMES.noise, change.noise);
  if (change.kind !== undefined) set(NAMES.kind, change.kind);
  if (change.tool !== undefined) set(NAMES.tool, change.tool);
  if (change.skill !== undefined) set(NAMES.skill, change.skill);
  if (change.errors !== undefined) set(NAMES.errors, change.errors ? "1" : null);
  if (change.text !== undefined) set(NAMES.text, change.text);
  if (change.event !== undefined) set(NAMES.event, change.event);
  return next;
}
