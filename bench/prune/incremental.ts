import type { SessionInput } from "../../server/core/prune/model";
import { plan } from "../../server/core/prune/pipeline";
import { Planner } from "../../server/core/prune/planner";
import { STRICT_POLICY } from "../../server/core/prune/policy";
import { cutSession, joinParts } from "../../server/core/prune/testing/cut-session";
import { syntheticSession } from "../../server/core/prune/testing/synthetic-session";

/**
 * What a batch costs at the end of a long session that a planner already knows, against a plan of the whole, and
 * whether that grows with the session. Judged on processor time, like the rest of this bench.
 */
const SIZES = [10_000, 100_000] as const;
/** Windows of the size that agents have: a batch costs as much as the window that is open. */
const COMPACT_EVERY = 1_500;
const BATCH_EVENTS = 100;
/** Two windows are filled, so that young and full ones count alike at every size. */
const BATCHES = (2 * COMPACT_EVERY) / BATCH_EVENTS;
const WHOLE_ROUNDS = 3;

/** Share of the whole plan, and growth from 10,000 to 100,000 events. */
const LIMITS = { ratio: 0.05, growth: 2 };

export interface IncrementalRow {
  readonly events: number;
  readonly wholeMs: number;
  /** The first batch also indexes the names of what was closed before. */
  readonly firstMs: number;
  /** Mean of the batches behind it. */
  readonly batchMs: number;
  readonly slowestMs: number;
}

export function measureIncremental(): IncrementalRow[] {
  return SIZES.map(measure);
}

function measure(events: number): IncrementalRow {
  const session = syntheticSession(events + (BATCHES + 1) * BATCH_EVENTS, COMPACT_EVERY);
  const starts = session.events.filter((_, at) => at >= events && (at - events) % BATCH_EVENTS === 0);
  const [known, ...batches] = cutSession(
    session,
    starts.map(({ seq }) => seq),
  );
  if (known === undefined) throw new Error("The session has no parts.");
  const whole = Array.from({ length: WHOLE_ROUNDS }, () =>
    cpuMs(() => plan(joinParts(session, [known]), STRICT_POLICY)),
  );
  const planner = new Planner(session, STRICT_POLICY);
  mustGoOn(planner.append(known));
  planner.plan();
  const [firstMs = 0, ...batchMs] = batches.map((batch) =>
    cpuMs(() => {
      mustGoOn(planner.append(batch));
      return planner.plan();
    }),
  );
  mustEqual(planner, session);
  const sum = batchMs.reduce((total, ms) => total + ms, 0);
  return {
    events,
    wholeMs: Math.min(...whole),
    firstMs,
    batchMs: sum / batchMs.length,
    slowestMs: Math.max(...batchMs),
  };
}

function mustGoOn(isContinued: boolean): void {
  if (!isContinued) throw new Error("A batch at the end of the session was not taken for its continuation.");
}

/** A fast wrong answer is worth nothing. */
function mustEqual(planner: Planner, session: SessionInput): void {
  const { places, verdicts, totals } = planner.plan();
  const whole = plan({ ...session }, STRICT_POLICY);
  const isSame =
    JSON.stringify([places, verdicts, totals]) === JSON.stringify([whole.places, whole.verdicts, whole.totals]);
  if (!isSame) throw new Error("The incremental plan is not that of the whole session.");
}

/** With the time of the garbage collector's threads. */
function cpuMs(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

export function tableOf(rows: readonly IncrementalRow[]): string {
  const head = "\nincremental   whole cpu ms   first batch   batch of 100   slowest   batch/whole";
  const lines = rows.map(({ events, wholeMs, firstMs, batchMs, slowestMs }) =>
    [
      String(events).padStart(11),
      wholeMs.toFixed(1).padStart(14),
      firstMs.toFixed(1).padStart(13),
      batchMs.toFixed(1).padStart(14),
      slowestMs.toFixed(1).padStart(9),
      (batchMs / wholeMs).toFixed(4).padStart(13),
    ].join(" "),
  );
  return [head, ...lines].join("\n");
}

export function summaryOf(rows: readonly IncrementalRow[]) {
  const [short, long] = rows;
  const batchMs = Object.fromEntries(rows.map((row) => [row.events, Number(row.batchMs.toFixed(1))]));
  return {
    batchMs,
    ratio: Number(((long?.batchMs ?? Number.NaN) / (long?.wholeMs ?? Number.NaN)).toFixed(4)),
    ratioLimit: LIMITS.ratio,
    growth: Number(((long?.batchMs ?? Number.NaN) / (short?.batchMs ?? Number.NaN)).toFixed(2)),
    growthLimit: LIMITS.growth,
  };
}

export function isWithinLimits(rows: readonly IncrementalRow[]): boolean {
  const { ratio, growth } = summaryOf(rows);
  return ratio <= LIMITS.ratio && growth <= LIMITS.growth;
}
