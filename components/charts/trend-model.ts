import { scaleLinear } from "d3-scale";
import { formatTokens } from "../ui/format";
import type { ChartTable } from "./chart-table";
import { gridTicks } from "./grid-ticks";
import { type ChartedNoise, NOISE, type NoiseTokens } from "./palette";

export type TrendBucket = {
  /** ISO date or hour; unique. */
  key: string;
  /** On the axis: "Mon 16". */
  label: string;
  /** In the tooltip and spoken: "Mon 16 Nov". */
  fullLabel: string;
  /** Tokens by class; null where nothing was recorded, which is a gap and not a zero. */
  values: NoiseTokens | null;
  /** The events behind the column. */
  href?: string;
  /** More about it: "19 sessions". */
  note?: string;
  /** The bucket is not over: "today, so far". */
  partial?: boolean;
  /** The same bucket one period earlier. */
  previous?: { label: string; tokens: number | null };
};

export type TrendAnnotation = { bucketKey: string; label: string };

export type TrendRect = { noise: ChartedNoise; y: number; height: number };

export type TrendColumn = {
  bucket: TrendBucket;
  /** Left edge of the slot and of the bar in it. */
  slotX: number;
  slotWidth: number;
  x: number;
  width: number;
  rects: TrendRect[];
  /** null for a gap. */
  totalTokens: number | null;
  showLabel: boolean;
};

export type TrendLayout = {
  width: number;
  height: number;
  left: number;
  right: number;
  baseY: number;
  grid: { y: number; label: string }[];
  columns: TrendColumn[];
  /** SVG path of the previous period's steps; empty when there is none. */
  previousPath: string;
  annotations: { x: number; label: string; atEnd: boolean }[];
};

const LEFT = 40;
const TOP = 24;
const BOTTOM = 32;
const GAP_PX = 1;

export function columnTotal(values: NoiseTokens | null, classes: readonly ChartedNoise[]): number | null {
  return values === null ? null : classes.reduce((sum, name) => sum + (values[name] ?? 0), 0);
}

/** Where everything lies, in the units of the viewBox. At most two lines of grid; the base is zero. */
export function layOutTrend(
  buckets: readonly TrendBucket[],
  classes: readonly ChartedNoise[],
  annotations: readonly TrendAnnotation[] = [],
  size = { width: 760, height: 290 },
): TrendLayout {
  const { width, height } = size;
  const baseY = height - BOTTOM;
  const totals = buckets.map((bucket) => columnTotal(bucket.values, classes));
  const most = Math.max(1, ...totals.map((total) => total ?? 0), ...buckets.map((b) => b.previous?.tokens ?? 0));
  const yScale = scaleLinear().domain([0, most]).range([baseY, TOP]);
  const slotWidth = buckets.length > 0 ? (width - LEFT) / buckets.length : 0;
  const barWidth = Math.max(1, Math.min(slotWidth * 0.77, 56));
  const every = labelEvery(buckets.length, slotWidth);

  const columns = buckets.map((bucket, index): TrendColumn => {
    const slotX = LEFT + index * slotWidth;
    return {
      bucket,
      slotX: round(slotX),
      slotWidth: round(slotWidth),
      x: round(slotX + (slotWidth - barWidth) / 2),
      width: round(barWidth),
      rects: stack(bucket.values, classes, yScale),
      totalTokens: totals[index] ?? null,
      showLabel: isLabelled(buckets, index, every),
    };
  });
  return {
    width,
    height,
    left: LEFT,
    right: width,
    baseY,
    grid: gridTicks(most).map((tokens) => ({ y: round(yScale(tokens)), label: formatTokens(tokens) })),
    columns,
    previousPath: previousSteps(columns, yScale),
    annotations: annotations.flatMap((annotation) => {
      const column = columns.find((candidate) => candidate.bucket.key === annotation.bucketKey);
      if (!column) return [];
      const x = round(column.slotX + column.slotWidth / 2);
      return [{ x, label: annotation.label, atEnd: x > width * 0.75 }];
    }),
  };
}

type Scale = (value: number) => number;

function stack(values: NoiseTokens | null, classes: readonly ChartedNoise[], yScale: Scale): TrendRect[] {
  const rects: TrendRect[] = [];
  let below = 0;
  for (const noise of values ? classes : []) {
    const tokens = values?.[noise] ?? 0;
    if (tokens <= 0) continue;
    const bottom = yScale(below);
    const top = yScale(below + tokens);
    // One unit of the segment's own height is given up as the line between two classes.
    rects.push({ noise, y: round(top), height: round(Math.max(0.5, bottom - top - GAP_PX)) });
    below += tokens;
  }
  return rects;
}

/** A step line with a break wherever the earlier period has no value. */
function previousSteps(columns: readonly TrendColumn[], yScale: Scale): string {
  let path = "";
  let drawing = false;
  for (const column of columns) {
    const tokens = column.bucket.previous?.tokens ?? null;
    if (tokens === null) {
      drawing = false;
      continue;
    }
    const y = round(yScale(tokens));
    path += `${drawing ? "L" : "M"}${column.slotX} ${y}H${round(column.slotX + column.slotWidth)}`;
    drawing = true;
  }
  return path;
}

/** Labels need about 46 units; more columns than that show every nth. */
function labelEvery(count: number, slotWidth: number): number {
  return count === 0 ? 1 : Math.max(1, Math.ceil(46 / slotWidth));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The running column always says its name and that it is not over; what stands too near to it gives way. */
function isLabelled(buckets: readonly TrendBucket[], index: number, every: number): boolean {
  const running = buckets.findIndex((bucket) => bucket.partial);
  if (index === running) return true;
  return index % every === 0 && (running < 0 || Math.abs(running - index) >= every);
}

/** The same numbers as a table; a gap is an empty cell and not a zero. */
export function trendTable(
  caption: string,
  bucketHead: string,
  buckets: readonly TrendBucket[],
  classes: readonly ChartedNoise[],
): ChartTable {
  const withPrevious = buckets.some((bucket) => bucket.previous !== undefined);
  return {
    caption,
    columns: [
      { key: "bucket", head: bucketHead },
      ...classes.map((noise) => ({ key: noise, head: NOISE[noise].word, unit: "tokens" as const })),
      { key: "total", head: "Total", unit: "tokens" },
      ...(withPrevious ? [{ key: "previous", head: "Period before", unit: "tokens" as const }] : []),
    ],
    rows: buckets.map((bucket) => [
      bucket.partial ? `${bucket.fullLabel} (so far)` : bucket.fullLabel,
      ...classes.map((noise) => (bucket.values === null ? null : (bucket.values[noise] ?? 0))),
      columnTotal(bucket.values, classes),
      ...(withPrevious ? [bucket.previous?.tokens ?? null] : []),
    ]),
  };
}
