import {
  addDays,
  type LocalTime,
  localTimeOf,
  startOfDay,
  startOfMonth,
  startOfWeek,
  writeLocal,
} from "../telemetry/zone";
import type { DecisionPoint } from "./views";

/**
 * The history of decisions as a line: its points in columns of a day, a week or a month, so that a short history shows
 * its days and a long one still fits. Pure; the picture is made from it.
 */

export type HistoryStep = "day" | "week" | "month";

export interface HistoryColumn {
  /** First and last day of the column, as addresses write them. */
  readonly from: string;
  readonly to: string;
  /** The month begins here; the axis says so. */
  readonly beginsMonth: boolean;
  /** Oldest first. */
  readonly points: readonly DecisionPoint[];
}

export interface SupersedeLink {
  /** The columns of the old decision and of the one that replaced it. */
  readonly fromColumn: number;
  readonly toColumn: number;
  readonly old: number;
  readonly successor: number;
  /** The successor is accepted, so the link holds; else it is only planned. */
  readonly holds: boolean;
}

export interface HistoryLine {
  readonly step: HistoryStep;
  readonly columns: readonly HistoryColumn[];
  readonly links: readonly SupersedeLink[];
}

const MAX_DAYS = 62;
const MAX_WEEKS = 62;
const DAY_MS = 86_400_000;

/** `untilMs` extends the line to now, so that a quiet end is seen as one. */
export function historyLine(points: readonly DecisionPoint[], untilMs: number, timeZone: string): HistoryLine {
  const times = points.map((point) => Date.parse(point.at));
  if (times.length === 0) return { step: "day", columns: [], links: [] };
  const firstMs = times.reduce((first, at) => Math.min(first, at));
  const lastMs = times.reduce((last, at) => Math.max(last, at), untilMs);
  const step = stepOf(firstMs, lastMs);
  const columns = emptyColumns(step, firstMs, lastMs, timeZone);
  const indexOf = new Map(columns.map((column, index) => [column.from, index]));
  const columnOf = new Map<number, number>();
  points.forEach((point, at) => {
    const index = indexOf.get(writeLocal(startOf(step, localTimeOf(times[at] ?? 0, timeZone)))) ?? 0;
    columns[index]?.points.push(point);
    columnOf.set(point.number, index);
  });
  for (const column of columns) column.points.sort((a, b) => a.at.localeCompare(b.at) || a.number - b.number);
  return { step, columns, links: linksOf(points, columnOf) };
}

function stepOf(firstMs: number, lastMs: number): HistoryStep {
  const days = (lastMs - firstMs) / DAY_MS;
  if (days <= MAX_DAYS) return "day";
  return days <= MAX_WEEKS * 7 ? "week" : "month";
}

const START: Readonly<Record<HistoryStep, (local: LocalTime) => LocalTime>> = {
  day: startOfDay,
  week: startOfWeek,
  month: startOfMonth,
};

function startOf(step: HistoryStep, local: LocalTime): LocalTime {
  return START[step](local);
}

/** The first day of the next column: far enough ahead to be in it, then back to its beginning. */
const AHEAD: Readonly<Record<HistoryStep, number>> = { day: 1, week: 7, month: 31 };

function emptyColumns(step: HistoryStep, firstMs: number, lastMs: number, timeZone: string) {
  const columns: { from: string; to: string; beginsMonth: boolean; points: DecisionPoint[] }[] = [];
  const end = writeLocal(localTimeOf(lastMs, timeZone));
  let month = 0;
  for (let at = startOf(step, localTimeOf(firstMs, timeZone)); writeLocal(at) <= end; ) {
    const next = startOf(step, addDays(at, AHEAD[step]));
    columns.push({
      from: writeLocal(at),
      to: writeLocal(addDays(next, -1)),
      beginsMonth: at.month !== month,
      points: [],
    });
    month = at.month;
    at = next;
  }
  return columns;
}

function linksOf(points: readonly DecisionPoint[], columnOf: ReadonlyMap<number, number>): SupersedeLink[] {
  return points.flatMap((successor) =>
    successor.supersedes.flatMap((old) => {
      const fromColumn = columnOf.get(old);
      const toColumn = columnOf.get(successor.number);
      if (fromColumn === undefined || toColumn === undefined) return [];
      const holds = successor.status !== "draft" && successor.status !== "proposed" && successor.status !== "rejected";
      return [{ fromColumn, toColumn, old, successor: successor.number, holds }];
    }),
  );
}
