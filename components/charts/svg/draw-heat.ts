import { formatTokens } from "../../ui/format";
import { heatStep } from "../heat-step";
import { svgBox, svgText } from "./marks";
import type { ChartDrawing, ChartPicture, SvgTheme } from "./picture";
import { type Drawn, numberOf, titleOf } from "./read-table";

type Heat = Extract<ChartDrawing, { kind: "heat" }>;

const LEFT = 44;
const TOP = 20;
const CELL_WIDTH = 38;
const CELL_HEIGHT = 28;

/** A field of cells, darker for more; each has its number, in short inside and in full in its title. */
export function drawHeat({ table }: ChartPicture, drawing: Heat, theme: SvgTheme): Drawn {
  const { key, colour, rowNames, columnNames, places } = drawing;
  const most = Math.max(0, ...table.rows.map((row) => numberOf(table, row, key) ?? 0));
  const columns = columnNames.map((name, index) =>
    svgText(LEFT + (index + 0.5) * CELL_WIDTH, 12, name, theme, { size: 11, colour: "ink-3", anchor: "middle" }),
  );
  const rows = rowNames.map((name, index) =>
    svgText(0, TOP + index * CELL_HEIGHT + 18, name, theme, { size: 12, colour: "ink-2" }),
  );
  const empty = rowNames.flatMap((_, row) => columnNames.map((__, column) => cell(row, column, "sunken", 1)));
  const filled = table.rows.map((row, index) => {
    const place = places[index];
    const value = numberOf(table, row, key);
    if (!place || value === null) return "";
    const step = heatStep(value, most);
    const titles = table.columns.slice(1).map((column) => titleOf(table, row, column.key));
    const figure = svgText(
      LEFT + (place.column + 0.5) * CELL_WIDTH - 1,
      TOP + place.row * CELL_HEIGHT + 18,
      value === 0 ? "" : formatTokens(value),
      theme,
      { size: 10, anchor: "middle", colour: step > 2 ? "surface" : "ink" },
    );
    return (
      cell(place.row, place.column, "free", 1, titles.join("\n")) +
      (step === 0 ? "" : cell(place.row, place.column, colour, step / 4, titles.join("\n"))) +
      figure
    );
  });
  return {
    width: LEFT + columnNames.length * CELL_WIDTH,
    height: TOP + rowNames.length * CELL_HEIGHT,
    body: [...columns, ...rows, ...empty, ...filled].join(""),
  };

  function cell(row: number, column: number, name: string, strength: number, title?: string): string {
    const box = {
      x: LEFT + column * CELL_WIDTH,
      y: TOP + row * CELL_HEIGHT,
      width: CELL_WIDTH - 2,
      height: CELL_HEIGHT - 2,
    };
    const mark = svgBox(box, theme.colour(name), title);
    return strength === 1 ? mark : `<g opacity="${strength}">${mark}</g>`;
  }
}
