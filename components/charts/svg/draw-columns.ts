import { scaleLinear } from "d3-scale";
import { formatTokens } from "../../ui/format";
import type { ChartTable } from "../chart-table";
import { gridTicks } from "../grid-ticks";
import { cut, escapeXml, fillOf, round, svgBox, svgLine, svgText } from "./marks";
import type { ChartDrawing, ChartPicture, SvgTheme } from "./picture";
import { type Drawn, numberOf, type TableRow, titleOf } from "./read-table";

type Columns = Extract<ChartDrawing, { kind: "columns" }>;

const WIDTH = 960;
const LEFT = 48;
const TOP = 26;
const BASE = 300;
const HEIGHT = 330;
/** A label under a column and the total above it need about this much. */
const LABEL_PX = 76;

/** One column a row, parts stacked from the base; the whole numbers are in the titles, the totals above where there is room. */
export function drawColumns({ table }: ChartPicture, drawing: Columns, theme: SvgTheme): Drawn {
  const stepsOf = (row: TableRow) => (drawing.steps === undefined ? null : numberOf(table, row, drawing.steps));
  const most = Math.max(1, ...table.rows.map((row) => Math.max(totalOf(table, row, drawing) ?? 0, stepsOf(row) ?? 0)));
  const y = scaleLinear().domain([0, most]).range([BASE, TOP]);
  const slot = (WIDTH - LEFT) / Math.max(1, table.rows.length);
  const every = Math.max(1, Math.ceil(LABEL_PX / slot));
  const grid = gridTicks(most).flatMap((tick) => [
    svgLine(LEFT - 4, y(tick), WIDTH, y(tick), theme.colour("line")),
    svgText(LEFT - 8, y(tick) + 4, formatTokens(tick), theme, { size: 11, colour: "ink-3", anchor: "end" }),
  ]);
  const columns = table.rows.map((row, index) =>
    column({ table, row, drawing, theme, y, slot, x: LEFT + index * slot, isLabelled: index % every === 0 }),
  );
  const marks = (drawing.marks ?? []).flatMap(({ after, label }) => {
    const x = LEFT + after * slot;
    return [
      svgLine(x, 10, x, BASE, theme.colour("ink-2"), "2 3"),
      svgText(x + 4, 16, label, theme, { size: 11, colour: "ink-2" }),
    ];
  });
  const steps = table.rows.flatMap((row, index) => {
    const value = stepsOf(row);
    if (value === null) return [];
    const from = LEFT + index * slot;
    const line = svgLine(from, y(value), from + slot, y(value), theme.colour("ink-2"), "2 3");
    return [`<g><title>${escapeXml(titleOf(table, row, drawing.steps ?? ""))}</title>${line}</g>`];
  });
  const base = svgLine(LEFT - 4, BASE, WIDTH, BASE, theme.colour("control"));
  return { width: WIDTH, height: HEIGHT, body: [...grid, ...columns, base, ...steps, ...marks].join("") };
}

/** Null where no part has a number: nothing was recorded. */
function totalOf(table: ChartTable, row: TableRow, drawing: Columns): number | null {
  const values = drawing.parts.map((part) => numberOf(table, row, part.key));
  return values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

type ColumnProps = {
  table: ChartTable;
  row: TableRow;
  drawing: Columns;
  theme: SvgTheme;
  y: (value: number) => number;
  slot: number;
  x: number;
  isLabelled: boolean;
};

function column({ table, row, drawing, theme, y, slot, x, isLabelled }: ColumnProps): string {
  const width = Math.max(1, Math.min(slot * 0.77, 56));
  const left = x + (slot - width) / 2;
  const middle = x + slot / 2;
  const total = totalOf(table, row, drawing);
  const label = isLabelled
    ? svgText(middle, BASE + 18, cut(String(row[0] ?? ""), Math.max(slot, LABEL_PX), 11), theme, {
        size: 11,
        colour: "ink-3",
        anchor: "middle",
      })
    : "";
  if (total === null) return `<g><title>${escapeXml(`${row[0] ?? ""}: no data`)}</title>${label}</g>`;
  let below = 0;
  const boxes = drawing.parts.map((part) => {
    const value = numberOf(table, row, part.key) ?? 0;
    const [bottom, top] = [y(below), y(below + value)];
    below += value;
    const height = value <= 0 ? 0 : Math.max(0.5, bottom - top - 1);
    return svgBox({ x: left, y: round(top), width, height }, fillOf(part, theme), titleOf(table, row, part.key));
  });
  const isRoomy = slot >= 40 && total > 0;
  const figure = isRoomy
    ? svgText(middle, y(total) - 5, formatTokens(total), theme, { size: 11, weight: 600, anchor: "middle" })
    : "";
  return boxes.join("") + figure + label;
}
