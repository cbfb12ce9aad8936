import type { HeatCell } from "@/server/core/telemetry/insight-views";
import type { ChartTable } from "../charts/chart-table";

/** Monday first, as the server numbers them. */
export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
const WEEKDAY_NAMES = ["Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"] as const;
export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const DAY_MS = 86_400_000;

export function hourName(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

/** "Mon 09:00". */
export function slotName({ weekday, hour }: Pick<HeatCell, "weekday" | "hour">): string {
  return `${WEEKDAYS[weekday - 1] ?? ""} ${hourName(hour)}`;
}

/** "Mondays". */
export function weekdayName(weekday: number): string {
  return WEEKDAY_NAMES[weekday - 1] ?? "";
}

/** The cells of the week in their order, each recorded hour one row. */
export function heatTable(caption: string, cells: readonly HeatCell[]): ChartTable {
  return {
    caption,
    columns: [
      { key: "slot", head: "Hour" },
      { key: "added", head: "Added", unit: "tokens" },
      { key: "proven", head: "Noise", unit: "tokens" },
      { key: "idle", head: "Idle", unit: "tokens" },
    ],
    rows: inOrder(cells).map((cell) => [slotName(cell), cell.addedTokens, cell.provenTokens, cell.idleTokens]),
  };
}

export function inOrder(cells: readonly HeatCell[]): HeatCell[] {
  return [...cells].sort((a, b) => a.weekday - b.weekday || a.hour - b.hour);
}

/** The cell with the most noise: what the reader is told first. Null while there is none. */
export function busiestOf(cells: readonly HeatCell[]): HeatCell | null {
  const busiest = [...cells].sort((a, b) => b.provenTokens - a.provenTokens || b.addedTokens - a.addedTokens)[0];
  return busiest ?? null;
}

/**
 * The hours that a cell stands for, newest first, as the filter writes them ("2026-11-23T09"). `from` and `to` are the
 * range's first and last day or hour, both included, in the project's zone; weekdays need no zone then.
 */
export function hoursOf(range: { from: string; to: string }, weekday: number, hour: number): string[] {
  const hours: string[] = [];
  const [first, last] = [dayMs(range.from), dayMs(range.to)];
  const lastWeekday = isoWeekday(last);
  for (let day = last - ((lastWeekday - weekday + 7) % 7) * DAY_MS; day >= first; day -= 7 * DAY_MS) {
    const written = `${new Date(day).toISOString().slice(0, 10)}T${String(hour).padStart(2, "0")}`;
    if (isWithin(written, range)) hours.push(written);
  }
  return hours;
}

/** A day ("2026-11-27") holds all its hours; equal forms compare as text. */
function isWithin(hour: string, { from, to }: { from: string; to: string }): boolean {
  return hour.slice(0, from.length) >= from && hour.slice(0, to.length) <= to;
}

function dayMs(written: string): number {
  return Date.parse(`${written.slice(0, 10)}T00:00:00Z`);
}

function isoWeekday(ms: number): number {
  return ((new Date(ms).getUTCDay() + 6) % 7) + 1;
}
