import { drawBars } from "./draw-bars";
import { drawColumns } from "./draw-columns";
import { drawHeat } from "./draw-heat";
import { escapeXml, hatches, svgBox, svgLine, svgText } from "./marks";
import type { ChartPart, ChartPicture, SvgTheme } from "./picture";
import type { Drawn } from "./read-table";

const MARGIN = 24;
const HEAD_PX = 58;
const LEGEND_PX = 24;
const FOOT_PX = 34;

/**
 * A chart as an SVG file that stands by itself: title, unit and range above, the picture, a legend where colours need
 * words, and the source below. Every number of the table is in it, as text or as the title of its mark.
 */
export function chartSvg(picture: ChartPicture, theme: SvgTheme): string {
  const drawn = draw(picture, theme);
  const parts = picture.drawing.kind === "heat" ? [] : picture.drawing.parts;
  const legendPx = parts.length > 1 ? LEGEND_PX : 0;
  const width = Math.max(640, drawn.width) + 2 * MARGIN;
  const top = MARGIN + HEAD_PX + legendPx;
  const height = top + drawn.height + FOOT_PX + MARGIN / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escapeXml(theme.font)}" role="img">`,
    `<title>${escapeXml(picture.title)}</title>`,
    `<defs>${theme.fontFaces === "" ? "" : `<style>${theme.fontFaces}</style>`}${hatches(parts, theme)}</defs>`,
    svgBox({ x: 0, y: 0, width, height }, theme.colour("surface")),
    svgText(MARGIN, MARGIN + 14, picture.title, theme, { size: 17, weight: 600 }),
    svgText(MARGIN, MARGIN + 35, `${picture.unit} · ${picture.range}`, theme, { colour: "ink-2" }),
    legendPx > 0 ? legend(picture, parts, theme) : "",
    `<g transform="translate(${MARGIN} ${top})">${drawn.body}</g>`,
    svgText(MARGIN, height - MARGIN / 2, picture.source, theme, { size: 11, colour: "ink-3" }),
    "</svg>",
  ].join("");
}

function draw(picture: ChartPicture, theme: SvgTheme): Drawn {
  const { drawing } = picture;
  if (drawing.kind === "bars") return drawBars(picture, drawing, theme);
  if (drawing.kind === "columns") return drawColumns(picture, drawing, theme);
  return drawHeat(picture, drawing, theme);
}

function legend({ table, drawing }: ChartPicture, parts: readonly ChartPart[], theme: SvgTheme): string {
  let x = MARGIN;
  const y = MARGIN + HEAD_PX - 8;
  const steps =
    drawing.kind === "columns" && table.columns.some(({ key }) => key === drawing.steps) ? drawing.steps : undefined;
  return parts
    .map((part) => {
      const head = headOf(part.key);
      const fill = part.hatched ? `url(#hatch-${part.colour})` : theme.colour(part.colour);
      const mark = svgBox({ x, y, width: 10, height: 10 }, fill) + svgText(x + 16, y + 9, head, theme, { size: 12 });
      x += 36 + head.length * 7;
      return mark;
    })
    .concat(steps === undefined ? [] : stepsMark(steps))
    .join("");

  function headOf(key: string): string {
    return table.columns.find((column) => column.key === key)?.head ?? key;
  }

  function stepsMark(key: string): string {
    const words = svgText(x + 32, y + 9, headOf(key), theme, { colour: "ink-2" });
    return svgLine(x, y + 5, x + 26, y + 5, theme.colour("ink-2"), "2 3") + words;
  }
}
