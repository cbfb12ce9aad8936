import { measureNoise } from "../server/core/noise/measure";
import { rollupRows } from "../server/core/noise/rollup";
import { plan } from "../server/core/prune/pipeline";
import { STRICT_POLICY } from "../server/core/prune/policy";
import { syntheticSession } from "../server/core/prune/testing/synthetic-session";

/**
 * How fast a session is judged, and whether the time grows with its size: ten times the events may take at most twelve
 * times as long. Each size is planned several times on fresh session objects and the fastest run counts, because the
 * others measure the machine.
 */
const SIZES = [1_000, 2_000, 10_000, 100_000];
const RUNS: Readonly<Record<number, number>> = { 1000: 15, 2000: 15, 10000: 7, 100000: 3 };
const DIMS = { hourOf: (atMs: number) => new Date(atMs - (atMs % 3_600_000)).toISOString(), branchOf: () => null };

interface Row {
  readonly events: number;
  readonly planMs: number;
  readonly noiseMs: number;
  readonly eventsPerSecond: number;
  readonly removed: number;
  readonly noisy: number;
}

function run(events: number): Row {
  let planMs = Number.POSITIVE_INFINITY;
  let noiseMs = Number.POSITIVE_INFINITY;
  let removed = 0;
  let noisy = 0;
  for (let at = 0; at < (RUNS[events] ?? 3); at++) {
    const session = syntheticSession(events);
    const start = performance.now();
    const planned = plan(session, STRICT_POLICY);
    const afterPlan = performance.now();
    const noise = measureNoise(session, planned);
    rollupRows(session, planned, noise, DIMS);
    planMs = Math.min(planMs, afterPlan - start);
    noiseMs = Math.min(noiseMs, performance.now() - afterPlan);
    removed = planned.verdicts.filter((verdict) => verdict.to !== "full").length;
    noisy = noise.length;
  }
  return { events, planMs, noiseMs, eventsPerSecond: Math.round((events / planMs) * 1_000), removed, noisy };
}

run(2_000); // warms up
const rows = SIZES.map(run);
console.log("events     plan ms   noise+rollups ms   events/s   removed   noisy");
for (const row of rows) {
  const cells = [
    String(row.events).padStart(7),
    row.planMs.toFixed(1).padStart(10),
    row.noiseMs.toFixed(1).padStart(18),
    String(row.eventsPerSecond).padStart(10),
    String(row.removed).padStart(9),
    String(row.noisy).padStart(7),
  ];
  console.log(cells.join(" "));
}
const timeOf = (events: number) => rows.find((row) => row.events === events)?.planMs ?? Number.NaN;
const growth = { from1k: timeOf(10_000) / timeOf(1_000), from10k: timeOf(100_000) / timeOf(10_000) };
console.log(
  JSON.stringify({
    bench: "prune",
    eventsPerSecond: Object.fromEntries(rows.map((row) => [row.events, row.eventsPerSecond])),
    planMs2000: Number(timeOf(2_000).toFixed(1)),
    growth10x: { from1k: Number(growth.from1k.toFixed(2)), from10k: Number(growth.from10k.toFixed(2)) },
    growthLimit: 12,
    ok: growth.from1k <= 12 && growth.from10k <= 12,
  }),
);
