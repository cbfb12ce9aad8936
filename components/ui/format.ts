/**
 * How numbers and times read on every page. All functions are pure: the clock and the zone are arguments.
 * The space before % is a no-break space, as in "63 %".
 */

const NBSP = "\u00a0";
const exactNumber = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** What stands where a value is not known; a missing price is never $0. */
export const UNKNOWN = "unknown";

function isMissing(value: number | null | undefined): value is null | undefined {
  return value === null || value === undefined || !Number.isFinite(value);
}

const UNITS = [
  { size: 1e9, letter: "B" },
  { size: 1e6, letter: "M" },
  { size: 1e3, letter: "k" },
] as const;

/** Tokens in short: 48.6M, 11.2k, 402M, 986. A number under 1,000 is exact; three figures at most. */
export function formatTokens(tokens: number | null | undefined): string {
  if (isMissing(tokens)) return UNKNOWN;
  const size = Math.abs(tokens);
  // 999,950 would round to "1000k"; half a step below a unit already belongs to it.
  const unit = UNITS.find((candidate) => size >= candidate.size * 0.9995 && size >= 999.5);
  if (!unit) return minus(String(Math.round(tokens)));
  const scaled = size / unit.size;
  const digits = digitsOf(scaled, unit.letter === "k");
  const text = trimZeros(scaled.toFixed(digits), digits);
  return `${tokens < 0 ? "−" : ""}${text}${unit.letter}`;
}

/** 6.21M but 6.2k: a hundredth of a thousand tokens is nobody's concern. */
function digitsOf(scaled: number, isThousands: boolean): number {
  if (scaled >= 99.95) return 0;
  return scaled < 9.995 && !isThousands ? 2 : 1;
}

/** 2 decimals only where they say something: "1.73", but "1.2" for 1.20 and "5" for 5.00. */
function trimZeros(text: string, digits: number): string {
  return digits === 0 ? text : text.replace(/\.?0+$/, "");
}

function minus(text: string): string {
  return text.startsWith("-") ? `−${text.slice(1)}` : text;
}

/** A count with thousands separators: 1,284. */
export function formatExact(count: number | null | undefined): string {
  return isMissing(count) ? UNKNOWN : minus(exactNumber.format(count));
}

/** A share between 0 and 1 as "63 %"; under 10 % with one decimal when it is not whole ("7.8 %", but "8 %"). */
export function formatPercent(share: number | null | undefined, decimals?: number): string {
  if (isMissing(share)) return UNKNOWN;
  const percent = share * 100;
  if (percent > 0 && percent < 0.1 && decimals === undefined) return `<0.1${NBSP}%`;
  const digits = decimals ?? (Math.abs(percent) < 10 ? 1 : 0);
  return `${minus(trimZeros(percent.toFixed(digits), digits))}${NBSP}%`;
}

/** The change of a share, in points: "4.4 points lower", "no change". Shares never change by percent. */
export function formatPoints(from: number, to: number): string {
  const points = Math.round((to - from) * 1000) / 10;
  if (points === 0) return "no change";
  const amount = Math.abs(points);
  return `${amount} ${amount === 1 ? "point" : "points"} ${points < 0 ? "lower" : "higher"}`;
}

/** The relative change of an amount: "+7.8 %", "−11.2 %"; null when there is nothing to compare with. */
export function formatChange(from: number, to: number): string | null {
  if (from === 0) return null;
  const change = to / from - 1;
  const text = formatPercent(Math.abs(change), 1);
  return change < 0 ? `−${text}` : `+${text}`;
}

/** US dollars: "$186.40", "$1,204", "<$0.01"; an unknown price is "unknown". */
export function formatMoney(usd: number | null | undefined): string {
  if (isMissing(usd)) return UNKNOWN;
  const size = Math.abs(usd);
  if (size > 0 && size < 0.005) return "<$0.01";
  const digits = size >= 1000 ? 0 : 2;
  const text = new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    size,
  );
  return `${usd < 0 ? "−" : ""}$${text}`;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A length of time in its two largest units: "850 ms", "12 s", "39 min", "4 h 5 min", "3 d 2 h". */
export function formatDuration(durationMs: number | null | undefined): string {
  if (isMissing(durationMs)) return UNKNOWN;
  const ms = Math.max(0, durationMs);
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return twoUnits(ms, MINUTE_MS, "min", SECOND_MS, "s", ms < 10 * MINUTE_MS);
  if (ms < DAY_MS) return twoUnits(ms, HOUR_MS, "h", MINUTE_MS, "min", true);
  return twoUnits(ms, DAY_MS, "d", HOUR_MS, "h", true);
}

function twoUnits(ms: number, large: number, largeName: string, small: number, smallName: string, both: boolean) {
  const whole = Math.floor(ms / large);
  const rest = Math.floor((ms - whole * large) / small);
  return both && rest > 0 ? `${whole} ${largeName} ${rest} ${smallName}` : `${whole} ${largeName}`;
}

type Parts = {
  year: number;
  month: string;
  day: number;
  weekday: string;
  hour: string;
  minute: string;
  second: string;
};

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Intl formatters cost about 50 µs to make, and a table has thousands of times; one a zone is kept. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zoneOf(timeZone),
    year: "numeric",
    month: "short",
    day: "numeric",
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  formatters.set(timeZone, made);
  return made;
}

/** A zone that this runtime does not know reads as UTC, and says so, in place of failing the page. */
function zoneOf(timeZone: string): string {
  try {
    new Intl.DateTimeFormat("en-GB", { timeZone });
    return timeZone;
  } catch {
    return "UTC";
  }
}

function partsOf(iso: string, timeZone: string): Parts | null {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return null;
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(time)
      .map((part) => [part.type, part.value]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? "";
  return {
    year: Number(read("year")),
    // en-GB writes "Sept"; three letters keep columns even.
    month: read("month").slice(0, 3),
    day: Number(read("day")),
    weekday: read("weekday"),
    hour: read("hour"),
    minute: read("minute"),
    second: read("second"),
  };
}

/** "27 Nov 2026" in the given IANA zone. */
export function formatDate(iso: string, timeZone: string): string {
  const at = partsOf(iso, timeZone);
  return at ? `${at.day} ${at.month} ${at.year}` : UNKNOWN;
}

/** "27 Nov", for axes and lists whose year is clear. */
export function formatDay(iso: string, timeZone: string): string {
  const at = partsOf(iso, timeZone);
  return at ? `${at.day} ${at.month}` : UNKNOWN;
}

/** "Fri 27 Nov", for the heading of a day. */
export function formatWeekday(iso: string, timeZone: string): string {
  const at = partsOf(iso, timeZone);
  return at ? `${at.weekday} ${at.day} ${at.month}` : UNKNOWN;
}

/** "14:06" on a 24-hour clock. */
export function formatTime(iso: string, timeZone: string): string {
  const at = partsOf(iso, timeZone);
  return at ? `${at.hour}:${at.minute}` : UNKNOWN;
}

/** "27 Nov, 14:06"; with `nowIso` also the year where it is another: "27 Nov 2025, 14:06". */
export function formatDateTime(iso: string, timeZone: string, nowIso?: string): string {
  const at = partsOf(iso, timeZone);
  if (!at) return UNKNOWN;
  const now = nowIso === undefined ? null : partsOf(nowIso, timeZone);
  const year = now && now.year !== at.year ? ` ${at.year}` : "";
  return `${at.day} ${at.month}${year}, ${at.hour}:${at.minute}`;
}

/** "27 Nov 2026, 14:06:12 Europe/Lisbon": what a hover says. */
export function formatExactTime(iso: string, timeZone: string): string {
  const at = partsOf(iso, timeZone);
  if (!at) return UNKNOWN;
  return `${at.day} ${at.month} ${at.year}, ${at.hour}:${at.minute}:${at.second} ${zoneOf(timeZone)}`;
}

/**
 * How long ago, as people say it: "just now", "12 s ago", "39 min ago", "4 h ago", "yesterday", "20 Nov", "20 Nov 2025".
 * A time up to a minute ahead of `nowIso` counts as now, since clients' clocks differ; further ahead it is shown in full.
 */
export function formatRelative(iso: string, nowIso: string, timeZone: string): string {
  const at = partsOf(iso, timeZone);
  const now = partsOf(nowIso, timeZone);
  if (!at || !now) return UNKNOWN;
  const age = Date.parse(nowIso) - Date.parse(iso);
  if (age < -MINUTE_MS) return formatDateTime(iso, timeZone, nowIso);
  if (age < 5 * SECOND_MS) return "just now";
  if (age < MINUTE_MS) return `${Math.floor(age / SECOND_MS)} s ago`;
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  const today = formatDate(nowIso, timeZone) === formatDate(iso, timeZone);
  if (today || age < 6 * HOUR_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  if (isDayBefore(iso, nowIso, timeZone)) return "yesterday";
  return at.year === now.year ? `${at.day} ${at.month}` : `${at.day} ${at.month} ${at.year}`;
}

/** Days have 23 to 25 hours where clocks change, so noon-based day numbers are compared and not hours. */
function isDayBefore(iso: string, nowIso: string, timeZone: string): boolean {
  const dayNumber = (value: string) => Math.round(Date.parse(`${formatDate(value, timeZone)} 12:00 UTC`) / DAY_MS);
  return dayNumber(nowIso) - dayNumber(iso) === 1;
}

/** "Next Steps" as "Next steps": files write headings in title case, pages in sentence case. */
export function sentenceCase(title: string): string {
  return `${title.slice(0, 1)}${title.slice(1).toLowerCase()}`;
}
