/** The numbers behind a picture. Every chart makes one; the table twin and the CSV are both written from it. */
export type ChartCell = string | number | null;

export type ChartColumn = { key: string; head: string; numeric?: boolean };

export type ChartTable = {
  caption: string;
  columns: readonly ChartColumn[];
  rows: readonly (readonly ChartCell[])[];
};

/**
 * CSV by RFC 4180 (CRLF, quotes doubled). A text that a spreadsheet would run as a formula (= + - @, tab, CR) gets
 * an apostrophe before it, as OWASP advises; numbers are written as numbers and stay numbers.
 */
export function toCsv(table: ChartTable): string {
  const lines = [table.columns.map((column) => column.head), ...table.rows];
  return lines
    .map((line) => line.map(csvCell).join(","))
    .join("\r\n")
    .concat("\r\n");
}

function csvCell(cell: ChartCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A file name that every system takes: "noise-by-agent.csv". */
export function csvFileName(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return `${name || "chart"}.csv`;
}
