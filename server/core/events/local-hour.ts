const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Zones change their offset at full quarters of an hour at the finest. */
const QUARTER_MS = 15 * MINUTE_MS;
const MAX_REMEMBERED = 50_000;

const offsets = new Map<string, number>();
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The instant at which the wall clock hour of `atMs` began in a time zone: the bucket of all rollups. Zones with
 * offsets of 30 or 45 minutes get their own hours; the hour that is repeated in autumn gives two buckets.
 * @throws RangeError for a name that is no time zone.
 */
export function localHourStart(atMs: number, timeZone: string): number {
  const offsetMs = timeZone === "UTC" ? 0 : offsetAt(atMs, timeZone);
  return Math.floor((atMs + offsetMs) / HOUR_MS) * HOUR_MS - offsetMs;
}

function offsetAt(atMs: number, timeZone: string): number {
  const quarter = Math.floor(atMs / QUARTER_MS);
  const key = `${timeZone}:${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = readOffset(quarter * QUARTER_MS, timeZone);
  if (offsets.size >= MAX_REMEMBERED) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** `GMT+05:30`, or `GMT` for none. */
const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?/;

function readOffset(atMs: number, timeZone: string): number {
  const [, sign, hours, minutes] = OFFSET.exec(formatOf(timeZone).format(atMs)) ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
  return sign === "-" ? -size : size;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, made);
  return made;
}
