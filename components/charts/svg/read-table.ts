import { type ChartCell, type ChartTable, cellText } from "../chart-table";

/** A picture's inside: marks from 0, 0 on, and how much room they take. */
export type Drawn = { width: number; height: number; body: string };

export type TableRow = readonly ChartCell[];

function cellOf(table: ChartTable, row: TableRow, key: string): ChartCell {
  const index = table.columns.findIndex((column) => column.key === key);
  return index < 0 ? null : (row[index] ?? null);
}

/** Null where the table has no number: a gap, and not a zero. */
export function numberOf(table: ChartTable, row: TableRow, key: string): number | null {
  const cell = cellOf(table, row, key);
  return typeof cell === "number" ? cell : null;
}

/** "code-reviewer, Duplicate: 1,234". */
export function titleOf(table: ChartTable, row: TableRow, key: string): string {
  const column = table.columns.find((candidate) => candidate.key === key);
  return `${row[0] ?? ""}, ${column?.head ?? key}: ${cellText(cellOf(table, row, key), column?.unit)}`;
}
