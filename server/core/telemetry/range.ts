import type { RangePreset, TelemetryFilter } from "./filter";
import {
  addDays,
  instantOf,
  type LocalTime,
  localTimeOf,
  readLocal,
  startOfDay,
  startOfHourMs,
  writeLocal,
} from "./zone";

/** A stretch of time as the queries need it. `toMs` is excluded. Instants are UTC milliseconds. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface ResolvedRange extends Period {
  /** The preset in force; null for a range of its own. */
  readonly preset: RangePreset | null;
  /** Whole days in the project's zone, or whole hours. */
  readonly grain: "day" | "hour";
  /** The stretch of equal length just before; null when everything is shown. */
  readonly previous: Period | null;
  /** The first and last day (or hour) shown, both included, as the URL writes them. */
  readonly from: string;
  readonly to: string;
}

/** When the project's sessions began and last said something; null for a project without any. */
export type Extent = { readonly firstMs: number; readonly lastMs: number } | null;

const HOUR_MS = 3_600_000;
const DAYS_OF_PRESET = { "7d": 7, "14d": 14, "30d": 30 } as const;

/**
 * Turns the filter's words into instants. Days are calendar days of the zone and include today, so 14d holds 13 whole
 * days and what there is of today. Without a choice the shortest of 14d and 30d that has something to show is taken,
 * else everything: an import of old sessions must not open on an empty page.
 */
export function resolveRange(filter: TelemetryFilter, nowMs: number, timeZone: string, extent: Extent): ResolvedRange {
  if (filter.from !== null || filter.to !== null) return ownRange(filter, nowMs, timeZone, extent);
  const preset = filter.range ?? fittingPreset(nowMs, timeZone, extent);
  if (preset === "24h") return lastHours(nowMs, timeZone, 24);
  if (preset === "all") return everything(nowMs, timeZone, extent);
  return { ...lastDays(localTimeOf(nowMs, timeZone), DAYS_OF_PRESET[preset], timeZone), preset };
}

function fittingPreset(nowMs: number, timeZone: string, extent: Extent): RangePreset {
  if (extent === null) return "14d";
  const today = localTimeOf(nowMs, timeZone);
  for (const preset of ["14d", "30d"] as const) {
    if (extent.lastMs >= lastDays(today, DAYS_OF_PRESET[preset], timeZone).fromMs) return preset;
  }
  return "all";
}

function lastDays(today: LocalTime, days: number, timeZone: string): ResolvedRange {
  const last = startOfDay(today);
  return daysBetween(addDays(last, 1 - days), last, timeZone);
}

/** Whole days, both included. */
function daysBetween(first: LocalTime, last: LocalTime, timeZone: string): ResolvedRange {
  const days = countDays(first, last);
  const fromMs = instantOf(first, timeZone);
  return {
    preset: null,
    grain: "day",
    fromMs,
    toMs: instantOf(addDays(last, 1), timeZone),
    previous: { fromMs: instantOf(addDays(first, -days), timeZone), toMs: fromMs },
    from: writeLocal(first),
    to: writeLocal(last),
  };
}

function countDays(first: LocalTime, last: LocalTime): number {
  const utc = ({ year, month, day }: LocalTime) => Date.UTC(year, month - 1, day);
  return Math.round((utc(last) - utc(first)) / (24 * HOUR_MS)) + 1;
}

/** Whole hours up to and with the present one. */
function lastHours(nowMs: number, timeZone: string, hours: number): ResolvedRange {
  const toMs = startOfHourMs(nowMs, timeZone) + HOUR_MS;
  return { ...hoursBetween(toMs - hours * HOUR_MS, toMs, timeZone), preset: "24h" };
}

function hoursBetween(fromMs: number, toMs: number, timeZone: string): ResolvedRange {
  return {
    preset: null,
    grain: "hour",
    fromMs,
    toMs,
    previous: { fromMs: fromMs - (toMs - fromMs), toMs: fromMs },
    from: writeLocal(localTimeOf(fromMs, timeZone), true),
    to: writeLocal(localTimeOf(toMs - HOUR_MS, timeZone), true),
  };
}

function everything(nowMs: number, timeZone: string, extent: Extent): ResolvedRange {
  const firstMs = extent?.firstMs ?? nowMs;
  const lastMs = Math.max(extent?.lastMs ?? nowMs, firstMs);
  const days = daysBetween(
    startOfDay(localTimeOf(firstMs, timeZone)),
    startOfDay(localTimeOf(lastMs, timeZone)),
    timeZone,
  );
  return { ...days, preset: "all", previous: null };
}

/** From and to as a person or a link wrote them; a missing end is the project's own. */
function ownRange(filter: TelemetryFilter, nowMs: number, timeZone: string, extent: Extent): ResolvedRange {
  const first = localTimeOf(extent?.firstMs ?? nowMs, timeZone);
  const last = localTimeOf(Math.max(nowMs, extent?.lastMs ?? nowMs), timeZone);
  const from = read(filter.from) ?? { local: startOfDay(first), hasHour: false };
  const to = read(filter.to) ?? { local: startOfDay(last), hasHour: false };
  if (!from.hasHour && !to.hasHour) {
    return daysBetween(earlier(from.local, to.local), to.local, timeZone);
  }
  const fromMs = instantOf(from.local, timeZone);
  const lastHour = to.hasHour ? to.local : { ...to.local, hour: 23 };
  // An hour that the clock shows twice is meant with both its turns.
  const next = new Date(Date.UTC(lastHour.year, lastHour.month - 1, lastHour.day, lastHour.hour + 1));
  const toMs = instantOf(localTimeOf(next.getTime(), "UTC"), timeZone);
  return hoursBetween(fromMs, Math.max(toMs, fromMs + HOUR_MS), timeZone);
}

function earlier(a: LocalTime, b: LocalTime): LocalTime {
  return writeLocal(a) <= writeLocal(b) ? a : b;
}

function read(text: string | null): ReturnType<typeof readLocal> {
  return text === null ? null : readLocal(text);
}
