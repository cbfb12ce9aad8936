import type { ProjectScope } from "../../core/access/scope";
import { type GroupSums, trendBuckets } from "../../core/telemetry/breakdowns";
import { type Bucket, bucketsOf, bucketUnit, previousBuckets } from "../../core/telemetry/buckets";
import { figuresOf, type PassSums } from "../../core/telemetry/figures";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { Overview } from "../../core/telemetry/overview-view";
import type { ResolvedRange } from "../../core/telemetry/range";
import { type Columns, readBuckets, readRollupGroups } from "../../db/telemetry/rollup-groups";
import type { Deps } from "../deps";

type BucketSums = PassSums & { readonly bucket: number | null };

/** All breakdowns of a range and the columns of its trend, beside those of the period before. */
export interface Groups {
  readonly groups: readonly GroupSums[];
  /** The groups of one breakdown, which add up to everything. */
  readonly ofKinds: readonly GroupSums[];
  readonly previous: { readonly buckets: readonly Bucket[]; readonly groups: readonly BucketSums[] } | null;
  readonly trend: Overview["trend"];
}

export async function readGroups(
  deps: Deps,
  scope: ProjectScope,
  filter: TelemetryFilter,
  range: ResolvedRange,
  now: Date,
): Promise<Groups> {
  const buckets = bucketsOf(range, scope.timeZone);
  const [groups, previous] = await Promise.all([
    readRollupGroups(deps.db, scope, filter, range, columnsOf(range, buckets)),
    readPrevious(deps, scope, filter, range),
  ]);
  return {
    groups,
    ofKinds: groups.filter((row) => row.kind !== null),
    previous,
    trend: { unit: bucketUnit(range), buckets: trendBuckets(buckets, groups, previous, now.getTime()) },
  };
}

/** The columns of a trend as a query needs them. */
function columnsOf(range: ResolvedRange, buckets: readonly Bucket[]): Columns {
  const areHours = range.grain === "hour" || bucketUnit(range) === "hour";
  return { startsMs: buckets.map((bucket) => bucket.fromMs), areHours };
}

async function readPrevious(deps: Deps, scope: ProjectScope, filter: TelemetryFilter, range: ResolvedRange) {
  if (!range.previous) return null;
  const buckets = previousBuckets(range, scope.timeZone);
  return { buckets, groups: await readBuckets(deps.db, scope, filter, range.previous, columnsOf(range, buckets)) };
}

export function previousTotals({ previous }: Groups): Overview["previousTotals"] {
  return previous ? figuresOf(previous.groups) : null;
}
