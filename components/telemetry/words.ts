import { DIMENSIONS, type Dimension, type RangePreset, type TelemetryFilter } from "@/server/core/telemetry/filter";
import type { Cause, Overview } from "@/server/core/telemetry/overview-view";
import { OUTLINE_KINDS } from "@/server/core/telemetry/session-views";
import { NOISE, type NoiseClass } from "../charts/palette";
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatExact,
  formatPercent,
  formatTime,
  formatTokens,
  formatWeekday,
} from "../ui/format";

export const DIMENSION_WORD: Readonly<Record<Dimension, string>> = {
  client: "Client",
  agent: "Agent",
  skill: "Skill",
  tool: "Tool",
  kind: "Kind",
  pass: "Noise",
  model: "Model",
  person: "Person",
  branch: "Branch",
  stage: "Stage",
};

export const PRESET_WORD: Readonly<Record<RangePreset, string>> = {
  "24h": "24 h",
  "7d": "7 d",
  "14d": "14 d",
  "30d": "30 d",
  all: "All",
};

const KIND_WORD: Readonly<Record<(typeof OUTLINE_KINDS)[number], string>> = {
  user_prompt: "User prompt",
  assistant_message: "Assistant message",
  thinking: "Thinking",
  tool_call: "Tool call",
  tool_result: "Tool result",
  skill_load: "Skill load",
  rule_injection: "Rules",
  agent_output: "Agent output",
  memory_query: "Memory query",
  graph_query: "Graph query",
  summary: "Summary",
  system: "System",
  other: "Other",
};

export function kindWord(kind: string): string {
  const known = OUTLINE_KINDS.find((name) => name === kind);
  return known ? KIND_WORD[known] : kind;
}

function isNoiseClass(name: string): name is NoiseClass {
  return Object.hasOwn(NOISE, name);
}

/** A value of a filter as people read it. */
export function valueWord(dimension: Dimension, value: string): string {
  if (value === "") return "none";
  if (dimension === "kind") return kindWord(value);
  if (dimension === "pass" && isNoiseClass(value)) return NOISE[value].word;
  return value;
}

type Range = Overview["range"];

/** "14 to 27 Nov 2026", "27 Nov, 10:00 to 15:00". */
export function rangeWords(
  { fromIso, toIso, grain }: Pick<Range, "fromIso" | "toIso" | "grain">,
  zone: string,
): string {
  const lastIso = new Date(Date.parse(toIso) - 1).toISOString();
  if (grain === "hour") return `${formatDateTime(fromIso, zone)} to ${endTime(fromIso, toIso, zone)}`;
  if (formatDate(fromIso, zone) === formatDate(lastIso, zone)) return formatDate(fromIso, zone);
  const sameYear = formatDate(fromIso, zone).slice(-4) === formatDate(lastIso, zone).slice(-4);
  return `${sameYear ? formatDay(fromIso, zone) : formatDate(fromIso, zone)} to ${formatDate(lastIso, zone)}`;
}

function endTime(fromIso: string, toIso: string, zone: string): string {
  const sameDay = formatDay(fromIso, zone) === formatDay(toIso, zone);
  return sameDay ? formatTime(toIso, zone) : formatDateTime(toIso, zone);
}

/** What the dotted steps are: "14 days before". */
export function previousWords(range: Range): string {
  const hours = Math.round((Date.parse(range.toIso) - Date.parse(range.fromIso)) / 3_600_000);
  if (range.grain === "hour") return `${hours} hours before`;
  const days = Math.round(hours / 24);
  return days === 1 ? "the day before" : `${days} days before`;
}

type Unit = Overview["trend"]["unit"];
export const UNIT_WORD: Readonly<Record<Unit, string>> = { hour: "hour", day: "day", week: "week", month: "month" };

/** Days and zone, and what the page is narrowed to: what a picture that leaves the page must say of itself. */
export function scopeWords(view: { filter: TelemetryFilter; range: Range; timeZone: string }): string {
  const { filter, range, timeZone } = view;
  const narrowed = DIMENSIONS.filter((dimension) => filter[dimension].length > 0).map(
    (dimension) =>
      `${DIMENSION_WORD[dimension].toLowerCase()} ${filter[dimension].map((value) => valueWord(dimension, value)).join(" or ")}`,
  );
  const targets = filter.target.length > 0 ? [filter.target.join(" or ")] : [];
  return [`${rangeWords(range, timeZone)}, ${timeZone}`, ...narrowed, ...targets].join(" · ");
}

/** Tokens as a figure that is estimated: "≈48.6M". */
export function about(tokens: number): string {
  return `≈${formatTokens(tokens)}`;
}

/** Sizes are estimates; the sum of the estimates in full is what a hover says. */
export function estimateWords(tokens: number): string {
  return `${formatExact(tokens)} tokens, estimated from text length`;
}

/** "7.8 % more than ≈45.1M before"; null when there is nothing to compare with. */
export function changeWords(before: number, now: number): string | null {
  if (before === 0) return null;
  const change = now / before - 1;
  if (Math.abs(change) < 0.0005) return `as much as the ${about(before)} before`;
  return `${formatPercent(Math.abs(change), 1)} ${change < 0 ? "less" : "more"} than the ${about(before)} before`;
}

/** A column's name on the axis and in full. */
export function bucketWords(unit: Unit, fromIso: string, zone: string): { label: string; fullLabel: string } {
  if (unit === "hour") return { label: formatTime(fromIso, zone), fullLabel: formatDateTime(fromIso, zone) };
  if (unit === "day") {
    const [weekday = "", day = ""] = formatWeekday(fromIso, zone).split(" ");
    return { label: `${weekday} ${day}`, fullLabel: formatWeekday(fromIso, zone) };
  }
  if (unit === "week") return { label: formatDay(fromIso, zone), fullLabel: `week of ${formatDate(fromIso, zone)}` };
  const [, month = "", year = ""] = formatDate(fromIso, zone).split(" ");
  return { label: month, fullLabel: `${month} ${year}` };
}

/** "Read by code-reviewer, 9 events". */
export function causeWords(cause: Cause): string {
  const subject =
    cause.subjectIs === "skill"
      ? `skill ${cause.subject} loaded again`
      : cause.subjectIs === "kind"
        ? kindWord(cause.subject)
        : cause.subject;
  const by = cause.agent === "" ? "" : ` by ${cause.agent}`;
  return `${subject}${by}, ${cause.events} ${cause.events === 1 ? "event" : "events"}`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** A tenth of the window: "40 to 50 %"; the eleventh is all above it. */
export function tenthWords(tenth: number): string {
  return tenth >= 10 ? "over the window" : `${tenth * 10} to ${formatPercent((tenth + 1) / 10)}`;
}
