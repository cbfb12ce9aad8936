import type { createCaller } from "../../server/api/root";
import type { ScaleQuery } from "./queries";

export interface QueryTimes {
  readonly name: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Rounds in turn, so that a moment in which the machine was busy touches every query; the first warms up and is left out. */
export async function timeQueries(
  api: ReturnType<typeof createCaller>,
  queries: readonly ScaleQuery[],
  rounds: number,
): Promise<QueryTimes[]> {
  const samples = new Map<string, number[]>(queries.map((query) => [query.name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const query of queries) {
      const started = performance.now();
      await query.ask(api, round);
      if (round > 0) samples.get(query.name)?.push(performance.now() - started);
    }
  }
  return [...samples].map(([name, own]) => ({ name, p50Ms: quantile(own, 0.5), p95Ms: quantile(own, 0.95) }));
}

/** Nearest rank: with 20 samples the p95 is the 19th. */
function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
