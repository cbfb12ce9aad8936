/** Comma-separated values that a spreadsheet opens without running anything. RFC 4180: CRLF, doubled quotes. */

export type CsvValue = string | number | boolean | null;

/** Spreadsheets take a cell as a formula when it begins with one of these; names come from strangers' transcripts. */
const STARTS_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

function cell(value: CsvValue): string {
  if (value === null) return "";
  // A number is a number: −5 stays −5, and only text can be a formula.
  if (typeof value !== "string") return String(value);
  const safe = STARTS_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) || safe !== value ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Without a head the rows continue a file that was begun. */
export function toCsv(head: readonly string[] | null, rows: readonly (readonly CsvValue[])[]): string {
  return [...(head === null ? [] : [head]), ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
