import { scaleLinear, scalePow } from "d3-scale";
import type { Measured, Recall } from "@/server/core/replay/measure";
import { figuresOf } from "./figures";
import { type PolicyKey, type Row, type SweepPoint, sumOf } from "./rows";

/** One SVG, readable on light and dark pages: saved tokens against what was lost, for two recalls. */

interface Point {
  readonly label: string;
  readonly saved: number;
  readonly lost: number;
  readonly group: "ours" | "bound" | "other";
}

const LABELS: Readonly<Record<PolicyKey, string>> = {
  none: "none",
  oracle: "oracle",
  mask10: "all but last 10 masked",
  keep3: "last 3 kept, from 100k",
  newest40k: "newest 40k kept",
  dedupArguments: "dedup by arguments",
  seed: "seeds' passes, eager",
  headAndTail: "strict, head and tail",
  blocks: "repeated lines alone",
  strict: "strict",
  loose: "loose",
};

const OURS: ReadonlySet<PolicyKey> = new Set(["blocks", "strict", "loose", "seed"]);

const WIDTH = 960;
const HEIGHT = 470;
const PANEL = { top: 64, bottom: 404, width: 390 } as const;
const PANELS: readonly { readonly left: number; readonly recall: Recall; readonly title: string }[] = [
  { left: 68, recall: "editAnchor", title: "Edit anchors still in view" },
  { left: 546, recall: "line", title: "Quoted lines still in view" },
];
const LOST_TICKS = [0, 0.1, 0.5, 1, 2, 5, 10, 20, 30];

const STYLE = `
  text { font: 12px ui-sans-serif, system-ui, sans-serif; fill: #57534e; }
  .title { font-size: 14px; font-weight: 600; fill: #1c1917; }
  .grid { stroke: #e7e5e4; }
  .ours { fill: #0f766e; stroke: #0f766e; }
  .bound { fill: #b45309; stroke: #b45309; }
  .other { fill: #78716c; stroke: #78716c; }
  .sweep { fill: none; stroke: #0f766e; stroke-width: 1.5; stroke-dasharray: 4 3; }
  text.ours, text.bound, text.other { stroke: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #a8a29e; }
    .title { fill: #fafaf9; }
    .grid { stroke: #44403c; }
    .ours { fill: #2dd4bf; stroke: #2dd4bf; }
    .bound { fill: #fbbf24; stroke: #fbbf24; }
    .other { fill: #a8a29e; stroke: #a8a29e; }
    .sweep { stroke: #2dd4bf; }
  }`;

export function curveSvg(rows: readonly Row[], swept: readonly SweepPoint[], sessions: number): string {
  const panels = PANELS.map((panel) => {
    const points = rows.flatMap((row) => pointOf(row, panel.recall) ?? []);
    const own = points.find(({ label }) => label === LABELS.strict);
    const line = [...swept.flatMap(({ measured }) => sweptPoint(measured, panel.recall) ?? []), ...(own ? [own] : [])];
    return drawPanel(panel, points, line);
  });
  const summary = `Tokens saved against recall for ${rows.length} policies, replayed on ${sessions} sessions.`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${summary}">`,
    `<title>${summary}</title>`,
    `<style>${STYLE}\n</style>`,
    ...panels,
    `<text x="68" y="${HEIGHT - 12}">Dashed: strict with commit thresholds from 0.2 to 2.5 times its own. Higher and further right is better; the recall axis is stretched near 100 %.</text>`,
    "</svg>\n",
  ].join("\n");
}

function pointOf(row: Row, recall: Recall): Point | null {
  const group = row.key === "oracle" || row.key === "none" ? "bound" : OURS.has(row.key) ? "ours" : "other";
  const point = sweptPoint(sumOf(row), recall);
  return point && { ...point, label: LABELS[row.key], group };
}

function sweptPoint(measured: Measured, recall: Recall): Point | null {
  const { saved, recall: recalls } = figuresOf(measured);
  const kept = recalls[recall];
  return saved === null || kept === null ? null : { label: "", saved, lost: 100 - kept, group: "ours" };
}

function drawPanel(panel: (typeof PANELS)[number], points: readonly Point[], line: readonly Point[]): string {
  const mostSaved = Math.max(10, ...points.map(({ saved }) => saved));
  const mostLost = Math.max(1, ...points.map(({ lost }) => lost));
  const x = scaleLinear()
    .domain([0, mostSaved * 1.04])
    .range([panel.left, panel.left + PANEL.width]);
  const y = scalePow()
    .exponent(0.4)
    .domain([0, mostLost * 1.15])
    .range([PANEL.top, PANEL.bottom]);
  const right = panel.left + PANEL.width;
  const grid = LOST_TICKS.filter((tick) => tick <= mostLost * 1.15).map(
    (tick) =>
      `<line class="grid" x1="${panel.left}" x2="${right}" y1="${at(y(tick))}" y2="${at(y(tick))}"/><text x="${panel.left - 8}" y="${at(y(tick) + 4)}" text-anchor="end">${100 - tick}%</text>`,
  );
  const savedTicks = x
    .ticks(6)
    .map((tick) => `<text x="${at(x(tick))}" y="${PANEL.bottom + 18}" text-anchor="middle">${tick}%</text>`);
  const path = [...line].sort((a, b) => a.saved - b.saved).map((one) => `${at(x(one.saved))},${at(y(one.lost))}`);
  return [
    `<text class="title" x="${panel.left}" y="32">${panel.title}</text>`,
    ...grid,
    ...savedTicks,
    `<text x="${right}" y="${PANEL.bottom + 36}" text-anchor="end">tokens saved</text>`,
    path.length > 1 ? `<polyline class="sweep" points="${path.join(" ")}"/>` : "",
    ...drawPoints(points, x, y, panel),
  ].join("\n");
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

const LABEL_HEIGHT = 14;
const CHARACTER = 6.3;

/** Each label goes to the first place around its point where it covers neither another label nor a point. */
function drawPoints(
  points: readonly Point[],
  x: (value: number) => number,
  y: (value: number) => number,
  panel: { readonly left: number },
): string[] {
  const dots = points.map(({ saved, lost }): Box => ({ left: x(saved) - 5, top: y(lost) - 6, width: 10 }));
  const taken: Box[] = [...dots];
  const inOrder = [...points].sort((a, b) => Number(b.group === "ours") - Number(a.group === "ours"));
  return inOrder.map((point) => {
    const [left, top] = [x(point.saved), y(point.lost)];
    const width = point.label.length * CHARACTER;
    const box = placesAround(left, top, width).find((place) => isFree(place, taken, panel.left)) ?? {
      left: left + 9,
      top: top - 7,
      width,
    };
    taken.push(box);
    return `<circle class="${point.group}" cx="${at(left)}" cy="${at(top)}" r="4.5"/><text class="${point.group}" x="${at(box.left)}" y="${at(box.top + 11)}">${point.label}</text>`;
  });
}

function placesAround(left: number, top: number, width: number): Box[] {
  const rows = [-7, 8, -22, 22, -36, 36, 50, 64, 78];
  return rows.flatMap((down) => [
    { left: left + 9, top: top + down, width },
    { left: left - width - 9, top: top + down, width },
    { left: left - width / 2, top: top + down, width },
  ]);
}

function isFree(box: Box, taken: readonly Box[], leftEdge: number): boolean {
  const isInside = box.left >= leftEdge && box.left + box.width <= leftEdge + PANEL.width + 20 && box.top >= 38;
  return (
    isInside &&
    taken.every(
      (other) =>
        box.left + box.width < other.left ||
        other.left + other.width < box.left ||
        Math.abs(box.top - other.top) >= LABEL_HEIGHT,
    )
  );
}

function at(value: number): string {
  return value.toFixed(1);
}
