import { allNoiseOf } from "@/server/core/telemetry/figures";
import type { Overview, TrendBucket as TrendView } from "@/server/core/telemetry/overview-view";
import { ChartFrame } from "../charts/chart-frame";
import { CHARTED_NOISE } from "../charts/palette";
import { TrendChart } from "../charts/trend-chart";
import { type TrendBucket, trendTable } from "../charts/trend-model";
import { formatTokens } from "../ui/format";
import { type Base, evidenceHref } from "./links";
import { bucketWords, previousWords, rangeWords, UNIT_WORD } from "./words";

type Props = { overview: Overview; base: Base };

/** Noise over time, stacked by class, with the period before as dotted steps. */
export function NoiseTrend({ overview, base }: Props) {
  const { trend, range, timeZone, totals, previousTotals } = overview;
  const unit = UNIT_WORD[trend.unit];
  const buckets = trend.buckets.map((bucket) => toBucket(bucket, overview, base));
  const before = range.previous ? previousWords(range) : undefined;
  const compared =
    previousTotals && before
      ? `, ${formatTokens(previousTotals.provenTokens)} in the ${before.replace("the ", "")}`
      : "";
  return (
    <ChartFrame
      id="trend"
      title={`Noise per ${unit}, by class`}
      subtitle={`${formatTokens(totals.provenTokens)} tokens proven${compared}; idle is hatched`}
      table={trendTable(`Noise per ${unit}`, unit[0]?.toUpperCase() + unit.slice(1), buckets, CHARTED_NOISE)}
    >
      <TrendChart
        labelledBy="trend"
        description={`Noise by ${unit}, ${rangeWords(range, timeZone)}, stacked by class.`}
        buckets={buckets}
        previousLabel={before}
      />
    </ChartFrame>
  );
}

function toBucket(bucket: TrendView, { trend, timeZone, filter, range }: Overview, base: Base): TrendBucket {
  const { previousNoise } = bucket;
  return {
    key: bucket.fromIso,
    ...bucketWords(trend.unit, bucket.fromIso, timeZone),
    values: bucket.addedTokens === null ? null : bucket.noise,
    href: evidenceHref(base, filter, { range: null, from: bucket.from, to: bucket.to }),
    note: bucket.addedTokens === null ? undefined : `${formatTokens(bucket.addedTokens)} added`,
    partial: bucket.partial,
    previous: range.previous
      ? {
          label: previousWords(range),
          tokens: previousNoise ? allNoiseOf(previousNoise) - previousNoise.dropped : null,
        }
      : undefined,
  };
}
