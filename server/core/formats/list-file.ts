import { type CsvValue, toCsv } from "../telemetry/csv";

/** A list as a file, a page at a time: a table, data, or a document for people. Pages joined are the whole file. */
export const LIST_FORMATS = ["csv", "json", "markdown"] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

export const LIST_ENDINGS: Readonly<Record<ListFormat, string>> = { csv: "csv", json: "json", markdown: "md" };

/** How the rows of one list stand in files. */
export interface ListFile<Row> {
  /** Names of the columns. */
  readonly head: readonly string[];
  /** Lists stand in one cell, a member a line. */
  readonly cells: (row: Row) => readonly CsvValue[];
  /** A part of the document, without a blank line at its ends. */
  readonly markdown: (row: Row) => string;
}

export interface PagePlace {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The heading of the document. */
  readonly title: string;
}

export function listPage<Row>(
  format: ListFormat,
  file: ListFile<Row>,
  rows: readonly Row[],
  { isFirst, isLast, title }: PagePlace,
): string {
  if (format === "csv") return toCsv(isFirst ? file.head : null, rows.map(file.cells));
  if (format === "markdown") {
    return (isFirst ? `# ${title}\n` : "") + rows.map((row) => `\n${file.markdown(row)}\n`).join("");
  }
  // A row a line, so that a large file can be read line by line too.
  const lines = rows.map((row, index) => `${isFirst && index === 0 ? "" : ","}\n${JSON.stringify(row)}`);
  return `${isFirst ? "[" : ""}${lines.join("")}${isLast ? "\n]\n" : ""}`;
}

/** The cells as a document's lines, for lists that have no form of their own. */
export function factsOf<Row>(head: readonly string[], cells: (row: Row) => readonly CsvValue[]): ListFile<Row> {
  return {
    head,
    cells,
    markdown: (row) => {
      const [title = "", ...values] = cells(row).map((value) => String(value ?? "").replace(/\s+/g, " "));
      const facts = values.flatMap((value, index) => (value === "" ? [] : [`- **${head[index + 1]}**: ${value}`]));
      return [`## ${title}`, "", ...facts].join("\n");
    },
  };
}
