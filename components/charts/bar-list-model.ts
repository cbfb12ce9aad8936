import type { ChartTable, ChartUnit } from "./chart-table";
import { CHARTED_NOISE, type ChartedNoise, NOISE, type NoiseTokens, provenTotal } from "./palette";

export type BarListCell = {
  /** As shown: "52 %". */
  text: string;
  /** As exported; the shown text when left out. */
  value?: string | number | null;
  /** `hot` marks what needs a look. */
  tone?: "strong" | "muted" | "hot";
  /** A small bar before the text, 0 to 1. */
  share?: number;
};

export type BarListRow = {
  key: string;
  name: string;
  /** A second word after the name, pale: the client, "sub-agent". */
  note?: string;
  href: string;
  /** Where the bar leads when that is another place than the name's: the sessions behind it. */
  barHref?: string;
  /** All tokens that it added: the pale bar. Leave it out where only noise is drawn. */
  addedTokens?: number;
  noise: NoiseTokens;
  /** By column key. */
  cells?: Readonly<Record<string, BarListCell>>;
  monogram?: { letters?: string; category: number; sub?: boolean };
};

export type BarListColumn = {
  key: string;
  head: string;
  /** What its numbers are. */
  unit: ChartUnit;
  /** On a phone, its place is below the bar, with the head before it. */
  below?: boolean;
  /** Gives its room to the bar where the list is no wider, but not stacked; the table twin has it. */
  hideUpTo?: "480px" | "576px";
};

export type BarGeometry = {
  /** Width of the pale bar, 0 to 1 of the track. */
  added: number;
  /** Width of all noise together. */
  noise: number;
  parts: { noise: ChartedNoise; share: number }[];
};

/** Proven noise and idle together: the length of the warm part. */
export function barTotal(row: BarListRow): number {
  return CHARTED_NOISE.reduce((sum, name) => sum + (row.noise[name] ?? 0), 0);
}

/** The longest bar of a list; all bars of the list share its scale. */
export function scaleOf(rows: readonly BarListRow[]): number {
  return rows.reduce((most, row) => Math.max(most, row.addedTokens ?? 0, barTotal(row)), 0);
}

export function barGeometry(row: BarListRow, scaleTokens: number): BarGeometry {
  const total = barTotal(row);
  const share = (tokens: number) => (scaleTokens > 0 ? tokens / scaleTokens : 0);
  const parts = CHARTED_NOISE.map((noise) => ({ noise, tokens: row.noise[noise] ?? 0 }))
    .filter((part) => part.tokens > 0)
    .map((part) => ({ noise: part.noise, share: part.tokens / total }));
  return { added: share(row.addedTokens ?? 0), noise: share(total), parts };
}

/** The numbers behind the bars, exact: for the table twin and the CSV. */
export function barListTable(
  caption: string,
  nameHead: string,
  rows: readonly BarListRow[],
  columns: readonly BarListColumn[] = [],
  classes: readonly ChartedNoise[] = CHARTED_NOISE,
): ChartTable {
  const withAdded = rows.some((row) => row.addedTokens !== undefined);
  return {
    caption,
    columns: [
      { key: "name", head: nameHead },
      ...(withAdded ? [{ key: "added", head: "Added", unit: "tokens" as const }] : []),
      ...classes.map((noise) => ({ key: noise, head: NOISE[noise].word, unit: "tokens" as const })),
      { key: "proven", head: "Noise", unit: "tokens" },
      ...columns.map((column) => ({ key: column.key, head: column.head, unit: column.unit })),
    ],
    rows: rows.map((row) => [
      row.note ? `${row.name} (${row.note})` : row.name,
      ...(withAdded ? [row.addedTokens ?? null] : []),
      ...classes.map((noise) => row.noise[noise] ?? 0),
      provenTotal(row.noise),
      ...columns.map((column) => cellValue(row.cells?.[column.key])),
    ]),
  };
}

function cellValue(cell: BarListCell | undefined) {
  if (!cell) return null;
  return cell.value === undefined ? cell.text : cell.value;
}

/** The spoken name of a bar: "code-reviewer: noise 4.37M of 8.4M". */
export function spokenBar(row: BarListRow, format: (tokens: number) => string): string {
  const of = row.addedTokens === undefined ? "" : ` of ${format(row.addedTokens)} added`;
  const parts = CHARTED_NOISE.filter((noise) => (row.noise[noise] ?? 0) > 0).map(
    (noise) => `${NOISE[noise].word.toLowerCase()} ${format(row.noise[noise] ?? 0)}`,
  );
  return `${format(provenTotal(row.noise))} tokens noise${of}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`;
}
