/** Calendar arithmetic in an IANA time zone, where days have 23 to 25 hours. Pure: every instant is an argument. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A wall-clock reading; `hour` is 0 to 23. Months count from 1. */
export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making an Intl formatter costs about 50 µs; one a zone is kept. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(timeZone, made);
  return made;
}

/** What a clock in the zone shows at an instant, as if it were UTC, in milliseconds. */
function wallClockMs(atMs: number, timeZone: string): number {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(atMs)
      .map((part) => [part.type, Number(part.value)]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(read("year"), read("month") - 1, read("day"), read("hour"), read("minute"), read("second"));
}

export function localTimeOf(atMs: number, timeZone: string): LocalTime {
  return fromWallClock(wallClockMs(atMs, timeZone));
}

function fromWallClock(wallMs: number): LocalTime {
  const wall = new Date(wallMs);
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
  };
}

/**
 * The instant of a wall-clock reading. A reading that occurs twice (clocks go back) gives the first; one that does
 * not occur (clocks go forward) gives the first instant after the gap, so that a day always begins somewhere.
 */
export function instantOf(local: LocalTime, timeZone: string): number {
  const wall = Date.UTC(local.year, local.month - 1, local.day, local.hour);
  // Offsets differ by a day at most around the reading, so both sides of any change are tried.
  const candidates = [wall - DAY_MS, wall + DAY_MS]
    .map((probe) => wall - (wallClockMs(probe, timeZone) - probe))
    .sort((a, b) => a - b);
  const exact = candidates.find((candidate) => wallClockMs(candidate, timeZone) === wall);
  return exact ?? firstInstantAfterGap(wall, candidates, timeZone);
}

/** Halves the stretch around a gap until the change itself is found, to the second. */
function firstInstantAfterGap(wall: number, candidates: readonly number[], timeZone: string): number {
  let before = Math.min(...candidates) - HOUR_MS;
  let after = Math.max(...candidates) + HOUR_MS;
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (wallClockMs(middle, timeZone) < wall) before = middle;
    else after = middle;
  }
  return after;
}

/** The same reading some days later or earlier; the calendar decides, not 24 hours. */
export function addDays(local: LocalTime, days: number): LocalTime {
  return fromWallClock(Date.UTC(local.year, local.month - 1, local.day + days, local.hour));
}

export function startOfDay(local: LocalTime): LocalTime {
  return { ...local, hour: 0 };
}

/** Monday of the week. */
export function startOfWeek(local: LocalTime): LocalTime {
  const weekday = new Date(Date.UTC(local.year, local.month - 1, local.day)).getUTCDay();
  return addDays(startOfDay(local), -((weekday + 6) % 7));
}

export function startOfMonth(local: LocalTime): LocalTime {
  return { ...local, day: 1, hour: 0 };
}

export function addMonths(local: LocalTime, months: number): LocalTime {
  return fromWallClock(Date.UTC(local.year, local.month - 1 + months, local.day, local.hour));
}

/** The first instant of the hour that the zone's clock shows; zones with half-hour offsets included. */
export function startOfHourMs(atMs: number, timeZone: string): number {
  const intoHour = wallClockMs(atMs, timeZone) % HOUR_MS;
  return Math.floor(atMs / 1000) * 1000 - intoHour;
}

/** "2026-11-27", or "2026-11-27T14" with the hour: how the URL writes a time. */
export function writeLocal(local: LocalTime, withHour = false): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const date = `${String(local.year).padStart(4, "0")}-${two(local.month)}-${two(local.day)}`;
  return withHour ? `${date}T${two(local.hour)}` : date;
}

const LOCAL_PATTERN = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}))?$/;

export interface WrittenTime {
  readonly local: LocalTime;
  readonly hasHour: boolean;
}

/** Reads what `writeLocal` writes; null for anything else, 30 February included. */
export function readLocal(text: string): WrittenTime | null {
  const match = LOCAL_PATTERN.exec(text);
  if (!match) return null;
  const [, year, month, day, hour] = match;
  const local = { year: Number(year), month: Number(month), day: Number(day), hour: Number(hour ?? 0) };
  const hasHour = hour !== undefined;
  const written = writeLocal(fromWallClock(Date.UTC(local.year, local.month - 1, local.day, local.hour)), hasHour);
  return written === text && local.year >= 1970 ? { local, hasHour } : null;
}
