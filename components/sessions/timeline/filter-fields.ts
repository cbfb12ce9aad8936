import {
  type EventFacets,
  NOISE_CHOICES,
  type NoiseChoice,
  SOURCES,
  type Source,
} from "@/server/core/telemetry/event-filter";
import { OUTLINE_KINDS } from "@/server/core/telemetry/session-views";
import { NOISE } from "../../charts/palette";
import { kindWord } from "../../telemetry/words";
import type { TimelineState } from "./read-state";

/** What the filter menu offers; residency, errors and words have places of their own. */
export const FILTER_FIELDS = ["noise", "source", "kind", "tool", "skill"] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

export const FIELD_WORD: Readonly<Record<FilterField, string>> = {
  noise: "Noise",
  source: "Source",
  kind: "Kind",
  tool: "Tool",
  skill: "Skill",
};

export const SOURCE_WORD: Readonly<Record<Source, string>> = {
  rules: "Rules",
  skills: "Skills",
  conversation: "Conversation",
  reads: "File reads",
  docs: "Documents",
  search: "Searches",
  shell: "Shell",
  checks: "Tests and builds",
  git: "Git",
  web: "Web",
  edits: "Edits",
  agents: "Sub-agents",
  memory: "Memory and graph",
  tools: "Other tools",
  summaries: "Summaries",
};

export function sourceWord(name: string): string {
  const known = SOURCES.find((source) => source === name);
  return known ? SOURCE_WORD[known] : name;
}

export function noiseWord(noise: NoiseChoice): string {
  if (noise === "proven") return "Proven noise";
  return noise === "any" ? "Noise and idle" : NOISE[noise].word;
}

export function valueWord(field: FilterField, value: string): string {
  if (field === "kind") return kindWord(value);
  if (field === "source") return sourceWord(value);
  if (field === "noise") {
    const known = NOISE_CHOICES.find((choice) => choice === value);
    return known ? noiseWord(known) : value;
  }
  return value === "" ? "none" : value;
}

/** The state with a value of a field; a value that is none of the field's is no choice. */
export function changeTo(field: FilterField, value: string | null): Partial<TimelineState> {
  switch (field) {
    case "noise":
      return { noise: NOISE_CHOICES.find((choice) => choice === value) ?? null };
    case "source":
      return { source: SOURCES.find((source) => source === value) ?? null };
    case "kind":
      return { kind: OUTLINE_KINDS.find((kind) => kind === value) ?? null };
    case "tool":
      return { tool: value };
    case "skill":
      return { skill: value };
  }
}

export function valuesOf(field: FilterField, facets: EventFacets): EventFacets[FilterField] {
  return facets[field];
}
