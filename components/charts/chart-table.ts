import { formatExact, formatMoney, formatPercent } from "../ui/format";

/** The numbers behind a picture. Every chart makes one; the table twin and the exported picture are written from it. */
export type ChartCell = string | number | null;

/** What a number is. Sizes are estimated from text length, and so are the shares and costs made of them; counts are exact. */
export type ChartUnit = "tokens" | "share" | "usd" | "count" | "exact-share";

export type ChartColumn = {
  key: string;
  head: string;
  /** Left out for text. */
  unit?: ChartUnit;
};

export type ChartTable = {
  caption: string;
  columns: readonly ChartColumn[];
  rows: readonly (readonly ChartCell[])[];
};

export function isEstimated(unit: ChartUnit | undefined): boolean {
  return unit === "tokens" || unit === "share" || unit === "usd";
}

/** A number in full, as the table twin and a picture's texts show it; an empty cell says why it is empty. */
export function cellText(cell: ChartCell, unit: ChartUnit | undefined): string {
  if (cell === null) return unit === "usd" ? "unknown" : "no data";
  if (typeof cell === "string") return cell;
  if (unit === "usd") return formatMoney(cell);
  return unit === "share" || unit === "exact-share" ? formatPercent(cell, 1) : formatExact(cell);
}

/** The head of a column; the sign marks figures that are estimated. */
export function headText({ head, unit }: ChartColumn): string {
  return isEstimated(unit) ? `≈ ${head}` : head;
}

/** A file name that every system takes: "noise-by-agent.svg". */
export function fileName(title: string, ending: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return `${name || "chart"}.${ending}`;
}
