import type { Period, ResolvedRange } from "./range";
import {
  addDays,
  addMonths,
  instantOf,
  type LocalTime,
  localTimeOf,
  startOfDay,
  startOfHourMs,
  startOfMonth,
  startOfWeek,
  writeLocal,
} from "./zone";

export type BucketUnit = "hour" | "day" | "week" | "month";

export interface Bucket extends Period {
  /** First and last day (or hour) that it holds, both included: what a click puts into the URL. */
  readonly from: string;
  readonly to: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A chart of more than about 90 columns says nothing; a longer range gets a coarser unit. */
const LONGEST_MS: readonly { unit: BucketUnit; upToMs: number }[] = [
  { unit: "hour", upToMs: 2.1 * DAY_MS },
  { unit: "day", upToMs: 92 * DAY_MS },
  { unit: "week", upToMs: 640 * DAY_MS },
];

export function bucketUnit(range: Period): BucketUnit {
  const lengthMs = range.toMs - range.fromMs;
  return LONGEST_MS.find(({ upToMs }) => lengthMs <= upToMs)?.unit ?? "month";
}

/**
 * The columns of a trend. They follow the calendar of the zone: a day on which clocks change has 23 or 25 hours.
 * The first and last column are cut at the range. The database only places rows into them (`width_bucket`), so
 * that one calendar decides.
 */
export function bucketsOf(range: Period, timeZone: string, unit = bucketUnit(range)): Bucket[] {
  const starts = unit === "hour" ? hourStarts(range, timeZone) : calendarStarts(range, timeZone, unit);
  return starts.map((startMs, index) => {
    const fromMs = Math.max(startMs, range.fromMs);
    const toMs = starts[index + 1] ?? range.toMs;
    return { fromMs, toMs, ...namesOf(fromMs, toMs, timeZone, unit) };
  });
}

function namesOf(fromMs: number, toMs: number, timeZone: string, unit: BucketUnit): { from: string; to: string } {
  const byHour = unit === "hour";
  return {
    from: writeLocal(localTimeOf(fromMs, timeZone), byHour),
    to: writeLocal(localTimeOf(toMs - 1, timeZone), byHour),
  };
}

function hourStarts(range: Period, timeZone: string): number[] {
  const starts: number[] = [];
  for (let at = startOfHourMs(range.fromMs, timeZone); at < range.toMs; at += HOUR_MS) starts.push(at);
  return starts;
}

const STEP: Readonly<
  Record<Exclude<BucketUnit, "hour">, { first(at: LocalTime): LocalTime; next(at: LocalTime): LocalTime }>
> = {
  day: { first: startOfDay, next: (at) => addDays(at, 1) },
  week: { first: startOfWeek, next: (at) => addDays(at, 7) },
  month: { first: startOfMonth, next: (at) => addMonths(at, 1) },
};

function calendarStarts(range: Period, timeZone: string, unit: Exclude<BucketUnit, "hour">): number[] {
  const { first, next } = STEP[unit];
  const starts: number[] = [];
  for (let at = first(localTimeOf(range.fromMs, timeZone)); ; at = next(at)) {
    const startMs = instantOf(at, timeZone);
    if (startMs >= range.toMs) return starts;
    starts.push(startMs);
  }
}

/**
 * The columns of the previous period, one for each of the range's, for the dotted steps. Days are matched by
 * position; where a change of clocks or a short month leaves one over, it has no partner.
 */
export function previousBuckets(range: ResolvedRange, timeZone: string): Bucket[] {
  if (!range.previous) return [];
  return bucketsOf(range.previous, timeZone, bucketUnit(range));
}
