import { z } from "zod";
import { NOISE_CLASSES, type NoiseClass, PROVEN_CLASSES } from "../prune/model";

const Tokens = z.number().nonnegative();

/** Tokens by noise class; the classes never overlap, and all lie within what was added. */
export const NoiseTokensView = z.object({
  duplicate: Tokens,
  "resolved-error": Tokens,
  superseded: Tokens,
  idle: Tokens,
  dropped: Tokens,
});
export type NoiseTokens = z.infer<typeof NoiseTokensView>;

/**
 * The figures of anything that can be charted. Token numbers are sums of event sizes, which are estimates unless the
 * answer says otherwise; event counts are exact.
 */
export const FiguresView = z.object({
  addedEvents: z.number(),
  addedTokens: Tokens,
  noise: NoiseTokensView,
  /** Duplicates, resolved errors and superseded reads: the headline. */
  provenTokens: Tokens,
  provenEvents: z.number(),
  /** Proven noise × the requests that still carried it. */
  carriedTokens: Tokens,
  /** Cost of the carried proven noise; null when no part of it has a known price. */
  costUsd: z.number().nullable(),
  /** Carried tokens whose model has no known price: they are in no cost. */
  unpricedTokens: Tokens,
});
export type Figures = z.infer<typeof FiguresView>;

/** One sum of the rollup: `pass` is `added` or a noise class. */
export interface PassSums {
  readonly pass: "added" | NoiseClass;
  readonly events: number;
  readonly tokens: number;
  readonly carriedTokens: number;
  readonly costNanoUsd: number;
  readonly unpricedTokens: number;
}

const NANO = 1e9;

export function noNoise(): NoiseTokens {
  return { duplicate: 0, "resolved-error": 0, superseded: 0, idle: 0, dropped: 0 };
}

/** Adds sums up to figures, in any order. */
export function figuresOf(sums: Iterable<PassSums>): Figures {
  const noise = noNoise();
  const total = {
    addedEvents: 0,
    addedTokens: 0,
    provenEvents: 0,
    carriedTokens: 0,
    costNanoUsd: 0,
    unpricedTokens: 0,
  };
  for (const sum of sums) {
    if (sum.pass === "added") {
      total.addedEvents += sum.events;
      total.addedTokens += sum.tokens;
      continue;
    }
    noise[sum.pass] += sum.tokens;
    if (!PROVEN_CLASSES.includes(sum.pass)) continue;
    total.provenEvents += sum.events;
    total.carriedTokens += sum.carriedTokens;
    total.costNanoUsd += sum.costNanoUsd;
    total.unpricedTokens += sum.unpricedTokens;
  }
  const { costNanoUsd, ...rest } = total;
  return { ...rest, noise, provenTokens: provenOf(noise), costUsd: costOf(costNanoUsd, rest.unpricedTokens) };
}

export function provenOf(noise: NoiseTokens): number {
  return PROVEN_CLASSES.reduce((sum, name) => sum + noise[name], 0);
}

export function allNoiseOf(noise: NoiseTokens): number {
  return NOISE_CLASSES.reduce((sum, name) => sum + noise[name], 0);
}

/** An unknown price is unknown, never $0; a part that is known is said, beside the part that is not. */
export function costOf(costNanoUsd: number, unpricedTokens: number): number | null {
  return costNanoUsd === 0 && unpricedTokens > 0 ? null : costNanoUsd / NANO;
}

/** Groups rows by a key and adds each group up; groups come in order of first appearance. */
export function figuresBy<Row extends PassSums>(
  rows: Iterable<Row>,
  keyOf: (row: Row) => string,
): Map<string, Figures> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return new Map([...groups].map(([key, group]) => [key, figuresOf(group)]));
}

/** The share of noise in what was added; 0 when nothing was. */
export function provenShare(figures: Pick<Figures, "addedTokens" | "provenTokens">): number {
  return figures.addedTokens === 0 ? 0 : figures.provenTokens / figures.addedTokens;
}
