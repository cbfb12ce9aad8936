import { cellText, headText } from "../chart-table";
import { cut, escapeXml, fillOf, round, svgBox, svgLine, svgText } from "./marks";
import type { ChartDrawing, ChartPicture, SvgTheme } from "./picture";
import { type Drawn, numberOf, type TableRow, titleOf } from "./read-table";

const NAME_PX = 230;
const BAR_PX = 270;
const FIGURE_PX = 106;
const HEAD_PX = 24;
const ROW_PX = 26;

type Bars = Extract<ChartDrawing, { kind: "bars" }>;

/** One row a bar: its name, the bar, and all figures of the table in full. */
export function drawBars({ table }: ChartPicture, drawing: Bars, theme: SvgTheme): Drawn {
  const figures = table.columns.slice(1);
  const width = NAME_PX + BAR_PX + figures.length * FIGURE_PX;
  const right = (index: number) => NAME_PX + BAR_PX + (index + 1) * FIGURE_PX;
  const most = Math.max(1, ...table.rows.map((row) => Math.max(lengthOf(row), trackOf(row))));
  const heads = figures.map((column, index) =>
    svgText(right(index), 12, cut(headText(column), FIGURE_PX - 8, 11), theme, {
      size: 11,
      colour: "ink-3",
      anchor: "end",
    }),
  );
  const rows = table.rows.map((row, index) => {
    const y = HEAD_PX + index * ROW_PX;
    const name = String(row[0] ?? "");
    return [
      svgLine(0, y, width, y, theme.colour("line")),
      `<g><title>${escapeXml(name)}</title>${svgText(0, y + 17, cut(name, NAME_PX - 16), theme)}</g>`,
      ...bar(row, y + 6),
      ...figures.map((column, at) =>
        svgText(right(at), y + 17, cellText(row[at + 1] ?? null, column.unit), theme, { anchor: "end" }),
      ),
    ].join("");
  });
  return { width, height: round(HEAD_PX + table.rows.length * ROW_PX), body: [...heads, ...rows].join("") };

  function trackOf(row: TableRow): number {
    return drawing.track === undefined ? 0 : (numberOf(table, row, drawing.track) ?? 0);
  }

  function lengthOf(row: TableRow): number {
    return drawing.parts.reduce((sum, part) => sum + (numberOf(table, row, part.key) ?? 0), 0);
  }

  function bar(row: TableRow, y: number): string[] {
    const scale = (BAR_PX - 16) / most;
    const track = trackOf(row);
    const marks =
      track > 0
        ? [svgBox({ x: NAME_PX, y, width: track * scale, height: 14 }, theme.colour("free"), pointed(drawing.track))]
        : [];
    let x = NAME_PX;
    for (const part of drawing.parts) {
      const value = numberOf(table, row, part.key) ?? 0;
      if (value <= 0) continue;
      const width = value * scale;
      marks.push(svgBox({ x, y, width: Math.max(0.6, width - 1), height: 14 }, fillOf(part, theme), pointed(part.key)));
      x += width;
    }
    return marks;

    function pointed(key: string | undefined): string {
      return titleOf(table, row, key ?? "");
    }
  }
}
