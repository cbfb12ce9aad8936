import { measureNoise } from "../server/core/noise/measure";
import { rollupRows } from "../server/core/noise/rollup";
import { plan } from "../server/core/prune/pipeline";
import { STRICT_POLICY } from "../server/core/prune/policy";
import { syntheticSession } from "../server/core/prune/testing/synthetic-session";
import { isWithinLimits, measureIncremental, summaryOf, tableOf } from "./prune/incremental";

/**
 * How fast a session is judged, and whether the time grows with its size: ten times the events may take at most twelve
 * times as long. The sizes are planned in turn, on fresh session objects, in several rounds, and the fastest run of each
 * size counts, because the others measure what else the machine was doing. Then the same for batches at the end of a
 * session that a planner already knows (see prune/incremental.ts).
 */
const SIZES = [1_000, 2_000, 10_000, 100_000];
const ROUNDS = 5;
/** Small sizes are over before the machine settles, so a round plans them more often. */
const RUNS_A_ROUND: Readonly<Record<number, number>> = { 1000: 10, 2000: 8, 10000: 4, 100000: 1 };
const DIMS = { hourOf: (atMs: number) => new Date(atMs - (atMs % 3_600_000)).toISOString(), branchOf: () => null };

interface Row {
  readonly events: number;
  readonly planMs: number;
  /** Processor time of the plan, with that of the garbage collector's threads: growth is judged on it. */
  readonly cpuMs: number;
  readonly noiseMs: number;
  readonly removed: number;
  readonly noisy: number;
}

function run(events: number): Row {
  const session = syntheticSession(events);
  const cpuStart = process.cpuUsage();
  const start = performance.now();
  const planned = plan(session, STRICT_POLICY);
  const afterPlan = performance.now();
  const cpu = process.cpuUsage(cpuStart);
  const noise = measureNoise(session, planned);
  rollupRows(session, noise, DIMS);
  const noiseMs = performance.now() - afterPlan;
  const removed = planned.verdicts.filter((verdict) => verdict.to !== "full").length;
  const cpuMs = (cpu.user + cpu.system) / 1_000;
  return { events, planMs: afterPlan - start, cpuMs, noiseMs, removed, noisy: noise.length };
}

function fastest(rows: readonly Row[], events: number): Row {
  const own = rows.filter((row) => row.events === events);
  const [first] = own;
  if (first === undefined) throw new Error(`No run of ${events} events.`);
  const planMs = Math.min(...own.map((row) => row.planMs));
  const noiseMs = Math.min(...own.map((row) => row.noiseMs));
  const cpuMs = Math.min(...own.map((row) => row.cpuMs));
  return { ...first, planMs, cpuMs, noiseMs };
}

function runAll(): Row[] {
  const rows: Row[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const size of SIZES) {
      for (let at = 0; at < (RUNS_A_ROUND[size] ?? 1); at++) rows.push(run(size));
    }
  }
  return SIZES.map((size) => fastest(rows, size));
}

const perSecond = ({ events, planMs }: Row) => Math.round((events / planMs) * 1_000);

const rows = runAll();
console.log("events     plan ms     cpu ms   noise+rollups ms   events/s   removed   noisy");
for (const row of rows) {
  const cells = [
    String(row.events).padStart(7),
    row.planMs.toFixed(1).padStart(10),
    row.cpuMs.toFixed(1).padStart(10),
    row.noiseMs.toFixed(1).padStart(18),
    String(perSecond(row)).padStart(10),
    String(row.removed).padStart(9),
    String(row.noisy).padStart(7),
  ];
  console.log(cells.join(" "));
}

const rowOf = (events: number) => rows.find((row) => row.events === events);
const grows = (from: number, to: number, by: "planMs" | "cpuMs") =>
  Number(((rowOf(to)?.[by] ?? Number.NaN) / (rowOf(from)?.[by] ?? Number.NaN)).toFixed(2));
const incremental = measureIncremental();
console.log(tableOf(incremental));
const growth10x = { from1k: grows(1_000, 10_000, "cpuMs"), from10k: grows(10_000, 100_000, "cpuMs") };
console.log(
  JSON.stringify({
    bench: "prune",
    eventsPerSecond: Object.fromEntries(rows.map((row) => [row.events, perSecond(row)])),
    planMs2000: Number((rowOf(2_000)?.planMs ?? Number.NaN).toFixed(1)),
    growth10x,
    wallGrowth10x: { from1k: grows(1_000, 10_000, "planMs"), from10k: grows(10_000, 100_000, "planMs") },
    growthLimit: 12,
    incremental: summaryOf(incremental),
    ok: growth10x.from1k <= 12 && growth10x.from10k <= 12 && isWithinLimits(incremental),
  }),
);
