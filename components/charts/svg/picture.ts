import type { ChartTable } from "../chart-table";

/** How a table is drawn as a picture to take away. The numbers are the table's own, so the two cannot differ. */

/** A colour of app/globals.css without its `--color-`: "duplicate", "ink-2". */
export type ColourName = string;

/** A column of the table whose numbers are drawn, and in what colour. */
export type ChartPart = { key: string; colour: ColourName; hatched?: boolean };

export type ChartDrawing =
  /** A bar a row, its parts from left to right; `track` is the column that lies pale behind them. */
  | { kind: "bars"; parts: readonly ChartPart[]; track?: string }
  /** A column a row, its parts stacked from the base up; `steps` is the column drawn as a dotted line over them. */
  | { kind: "columns"; parts: readonly ChartPart[]; steps?: string; marks?: readonly ChartMark[] }
  /** A field of cells; `places` says for each row of the table where its number of `key` lies. */
  | {
      kind: "heat";
      key: string;
      colour: ColourName;
      rowNames: readonly string[];
      columnNames: readonly string[];
      places: readonly { row: number; column: number }[];
    };

/** A line across a chart of columns: after how many columns it lies, and its words. */
export type ChartMark = { after: number; label: string };

export type ChartPicture = {
  title: string;
  /** "tokens, estimated from text length". */
  unit: string;
  /** "14 to 27 Nov 2026, Europe/Lisbon". */
  range: string;
  /** "Harbor, billing-api · Context Steward". */
  source: string;
  table: ChartTable;
  drawing: ChartDrawing;
};

/** Colours and type of the page's theme, as the browser resolved them. */
export type SvgTheme = {
  colour: (name: ColourName) => string;
  font: string;
  /** `@font-face` rules with the fonts inside, so that the picture looks the same elsewhere; may be empty. */
  fontFaces: string;
};
