import clsx from "clsx";
import NextLink from "next/link";
import { useId } from "react";
import { formatTokens } from "../ui/format";
import { NoiseSwatch } from "../ui/noise-chip";
import { CHARTED_NOISE, type ChartedNoise, NOISE } from "./palette";
import { TrendHover, type TrendTip } from "./trend-hover";
import { layOutTrend, type TrendAnnotation, type TrendBucket, type TrendColumn, type TrendLayout } from "./trend-model";

type TrendChartProps = {
  /** The id of the heading that names the chart. */
  labelledBy: string;
  /** One sentence that says what is drawn, for those who do not see it. */
  description: string;
  buckets: readonly TrendBucket[];
  /** What is stacked, from the base up. */
  classes?: readonly ChartedNoise[];
  annotations?: readonly TrendAnnotation[];
  /** What the dotted steps are: "14 days before". */
  previousLabel?: string;
};

/** Stacked columns over time. A missing bucket is a gap; the last one may be partial and says so. */
export function TrendChart(props: TrendChartProps) {
  const { labelledBy, description, buckets, classes = CHARTED_NOISE, annotations, previousLabel } = props;
  const layout = layOutTrend(buckets, classes, annotations);
  const hasPrevious = layout.previousPath !== "";
  return (
    <div className="flex flex-1 flex-col">
      <div className="mb-2 flex flex-wrap justify-between gap-x-3.5 gap-y-1 text-xs text-ink-2">
        <ul className="flex flex-wrap gap-x-3.5 gap-y-1">
          {classes.map((noise) => (
            <li key={noise} className="inline-flex items-center gap-1.5">
              <NoiseSwatch noise={noise} />
              {NOISE[noise].word}
            </li>
          ))}
        </ul>
        {hasPrevious && previousLabel ? (
          <span className="inline-flex items-center gap-1.5">
            <svg width="26" height="8" aria-hidden="true">
              <path d="M0 4h26" stroke="var(--color-ink-2)" strokeWidth="1.5" strokeDasharray="2 3" />
            </svg>
            {previousLabel}
          </span>
        ) : null}
      </div>
      <TrendHover
        tips={layout.columns.map((column) => tipOf(column, classes, layout))}
        label={`${description} Arrow keys move between the columns.`}
      >
        <TrendPicture layout={layout} labelledBy={labelledBy} description={description} />
        <TrendWords layout={layout} />
      </TrendHover>
    </div>
  );
}

type TrendPictureProps = { layout: TrendLayout; labelledBy: string; description: string };

function TrendPicture({ layout, labelledBy, description }: TrendPictureProps) {
  const { width, height, left, right, baseY } = layout;
  const hatchId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG that holds links is a group; no HTML element fits.
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="group"
      aria-labelledby={labelledBy}
      className="data-fill absolute inset-0 block size-full overflow-visible"
    >
      <desc>{description}</desc>
      <defs>
        <pattern id={hatchId} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" fill="var(--color-idle)" />
          <rect width="1" height="5" fill="var(--color-surface)" opacity="0.26" />
        </pattern>
      </defs>
      {layout.grid.map((line) => (
        <line key={line.y} {...LINE} x1={left - 4} x2={right} y1={line.y} y2={line.y} stroke="var(--color-line)" />
      ))}
      <line {...LINE} x1={left - 4} x2={right} y1={baseY} y2={baseY} stroke="var(--color-control)" />
      {layout.columns.map((column, index) => (
        <Column key={column.bucket.key} column={column} index={index} baseY={baseY} hatchId={hatchId} />
      ))}
      {layout.previousPath ? (
        <path
          {...LINE}
          d={layout.previousPath}
          fill="none"
          stroke="var(--color-ink-2)"
          strokeWidth="1.5"
          strokeDasharray="2 3"
          pointerEvents="none"
        />
      ) : null}
      {layout.annotations.map((note) => (
        <line
          key={note.label}
          {...LINE}
          x1={note.x}
          x2={note.x}
          y1={8}
          y2={baseY}
          stroke="var(--color-ink-2)"
          pointerEvents="none"
        />
      ))}
    </svg>
  );
}

/** Lines keep their width and dashes when the picture is stretched to the height of its cell. */
const LINE = { vectorEffect: "non-scaling-stroke" } as const;

/** The words of the picture. They are no SVG text, since that would be stretched with it. */
function TrendWords({ layout }: { layout: TrendLayout }) {
  const { width, height, left, baseY } = layout;
  const x = (units: number) => `${(units / width) * 100}%`;
  const y = (units: number) => `${(units / height) * 100}%`;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 text-2xs leading-3 whitespace-nowrap text-ink-3">
      {layout.grid.map((line) => (
        <span
          key={line.y}
          className="absolute -translate-x-full -translate-y-1/2"
          style={{ left: x(left - 10), top: y(line.y) }}
        >
          {line.label}
        </span>
      ))}
      {layout.columns.map(({ bucket, slotX, slotWidth, showLabel }) =>
        showLabel ? (
          <span
            key={bucket.key}
            className="absolute -translate-x-1/2 pt-1.5 text-center"
            style={{ left: x(slotX + slotWidth / 2), top: y(baseY) }}
          >
            {bucket.label}
            {bucket.partial ? <span className="block text-[0.625rem]">so far</span> : null}
          </span>
        ) : null,
      )}
      {layout.annotations.map((note) => (
        <span
          key={note.label}
          className={clsx("absolute top-0 px-2 font-medium text-ink", note.atEnd && "-translate-x-full")}
          style={{ left: x(note.x) }}
        >
          {note.label}
        </span>
      ))}
    </div>
  );
}

type ColumnProps = { column: TrendColumn; index: number; baseY: number; hatchId: string };

function Column({ column, index, baseY, hatchId }: ColumnProps) {
  const { bucket, x, width, rects, totalTokens } = column;
  const bars = rects.map((rect) => (
    <rect
      key={rect.noise}
      x={x}
      y={rect.y}
      width={width}
      height={rect.height}
      fill={rect.noise === "idle" ? `url(#${hatchId})` : NOISE[rect.noise].colour}
      opacity={bucket.partial ? 0.72 : undefined}
    />
  ));
  const spoken = `${bucket.fullLabel}: ${totalTokens === null ? "no data" : `${formatTokens(totalTokens)} tokens`}${bucket.partial ? ", so far" : ""}`;
  const top = rects.at(-1)?.y ?? baseY;
  return (
    <>
      {bucket.href && totalTokens !== null ? (
        <NextLink href={bucket.href} prefetch={false} aria-label={spoken} data-column={index} className="clip-focus">
          {/* The whole slot is the target, so that a small column can be hit. */}
          <rect
            x={column.slotX}
            y={Math.min(top, baseY - 24)}
            width={column.slotWidth}
            height={baseY - Math.min(top, baseY - 24)}
            fill="transparent"
          />
          {bars}
        </NextLink>
      ) : (
        bars
      )}
      {bucket.partial && totalTokens !== null ? (
        <rect
          {...LINE}
          x={x - 0.5}
          y={top - 0.5}
          width={width + 1}
          height={baseY - top}
          fill="none"
          stroke="var(--color-ink-2)"
          strokeDasharray="3 2"
          pointerEvents="none"
        />
      ) : null}
    </>
  );
}

/** All words of a tooltip are made here, so that the browser needs no formatter. */
function tipOf(column: TrendColumn, classes: readonly ChartedNoise[], layout: TrendLayout): TrendTip {
  const { bucket, totalTokens } = column;
  return {
    key: bucket.key,
    left: column.slotX / layout.width,
    width: column.slotWidth / layout.width,
    heading: bucket.fullLabel,
    note: bucket.partial ? [bucket.note, "so far"].filter(Boolean).join(", ") : bucket.note,
    rows:
      bucket.values === null
        ? []
        : classes.map((noise) => ({ noise, text: formatTokens(bucket.values?.[noise] ?? 0) })),
    total: totalTokens === null ? "no data" : formatTokens(totalTokens),
    previous: bucket.previous
      ? `${bucket.previous.label}: ${bucket.previous.tokens === null ? "no data" : formatTokens(bucket.previous.tokens)}`
      : undefined,
  };
}
