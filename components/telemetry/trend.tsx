import { allNoiseOf } from "@/server/core/telemetry/figures";
import type { Overview, TrendBucket as TrendView } from "@/server/core/telemetry/overview-view";
import { ChartFrame } from "../charts/chart-frame";
import { NOISE_PARTS } from "../charts/noise-parts";
import { CHARTED_NOISE } from "../charts/palette";
import { TrendChart } from "../charts/trend-chart";
import { type TrendBucket, trendTable } from "../charts/trend-model";
import { formatTokens } from "../ui/format";
import { type Base, evidenceHref, exportHref } from "./links";
import { type Asked, type Place, pictureOf, TOKENS_ESTIMATED } from "./place";
import { about, bucketWords, previousWords, rangeWords, UNIT_WORD } from "./words";

type Shown = Asked &
  Pick<Overview, "trend"> & {
    totals: Pick<Overview["totals"], "provenTokens">;
    previousTotals: Pick<Overview["totals"], "provenTokens"> | null;
  };

/** A version of the policy, and when it was saved: noise is judged anew from then on. */
export type PolicyChange = { version: number; at: string };

type NoiseTrendProps = { place: Place; shown: Shown; changes?: readonly PolicyChange[] };

/** Noise over time, stacked by class, with the period before as dotted steps. */
export function NoiseTrend({ place, shown, changes = [] }: NoiseTrendProps) {
  const { trend, range, timeZone, totals, previousTotals, filter } = shown;
  const unit = UNIT_WORD[trend.unit];
  const buckets = trend.buckets.map((bucket) => toBucket(bucket, shown, place.base));
  const pins = pinsOf(shown, changes);
  const before = range.previous ? previousWords(range) : undefined;
  const compared =
    previousTotals && before ? `, ${about(previousTotals.provenTokens)} in the ${before.replace("the ", "")}` : "";
  return (
    <ChartFrame
      id="trend"
      title={`Noise per ${unit}, by class`}
      subtitle={`${about(totals.provenTokens)} tokens proven${compared}; idle is hatched`}
      table={trendTable(`Noise per ${unit}`, unit[0]?.toUpperCase() + unit.slice(1), buckets, CHARTED_NOISE)}
      drawing={{
        kind: "columns",
        parts: NOISE_PARTS,
        steps: "previous",
        marks: pins.map(({ index, label }) => ({ after: index + 0.5, label })),
      }}
      unit={TOKENS_ESTIMATED}
      picture={pictureOf(place, shown)}
      csvHref={exportHref(place.base, "trend", filter)}
    >
      <TrendChart
        labelledBy="trend"
        description={`Noise by ${unit}, ${rangeWords(range, timeZone)}, stacked by class.`}
        buckets={buckets}
        annotations={pins.map(({ bucketKey, label }) => ({ bucketKey, label }))}
        previousLabel={before}
      />
    </ChartFrame>
  );
}

/** Words of more pins would lie over each other. */
const MOST_PINS = 3;

/** The last version of each column, the newest columns first to be kept. */
function pinsOf({ trend, range }: Shown, changes: readonly PolicyChange[]) {
  return trend.buckets
    .flatMap(({ fromIso }, index) => {
      const toIso = trend.buckets[index + 1]?.fromIso ?? range.toIso;
      const newest = changes
        .filter(({ at }) => at >= fromIso && at < toIso)
        .reduce((most, { version }) => Math.max(most, version), 0);
      return newest === 0 ? [] : [{ index, bucketKey: fromIso, label: `Policy v${newest}` }];
    })
    .slice(-MOST_PINS);
}

function toBucket(bucket: TrendView, { trend, timeZone, filter, range }: Shown, base: Base): TrendBucket {
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
