import type { EventKind, Stage } from "../events/kinds";
import type { NoiseClass, SessionInput } from "../prune/model";
import { type Entry, timelineOf } from "../prune/timeline";
import { attributionOf } from "./attribution";
import type { NoiseItem } from "./measure";

/** `added` counts every event that entered a thread; the others count noise of that class, which is among the added. */
export type RollupPass = "added" | NoiseClass;

/** One cell of the charts. The client is the session's own and is no part of the key. */
export interface RollupKey {
  /** Start of the hour in the project's time zone, as a UTC instant. */
  readonly hourIso: string;
  /** Role that acted; `auxiliary` for internal helpers. */
  readonly agent: string;
  readonly skill: string | null;
  readonly tool: string | null;
  readonly kind: EventKind;
  readonly pass: RollupPass;
  readonly model: string | null;
  readonly branch: string | null;
  readonly stage: Stage;
}

export interface RollupMeasures {
  readonly events: number;
  readonly tokens: number;
  readonly carriedTokens: number;
  readonly carriedRequests: number;
  /** Of the carried tokens whose price is known. */
  readonly costNanoUsd: number;
  readonly unpricedCarriedTokens: number;
}

export interface RollupRow extends RollupKey, RollupMeasures {}
/** Measures to add to the stored row of the key; any of them may be negative. */
export type RollupDelta = RollupRow;

/** What the session itself does not know. Both answer the same for the same input. */
export interface RollupDims {
  hourOf(atMs: number): string;
  branchOf(thread: string, seq: number): string | null;
}

type Sums = { -readonly [K in keyof RollupMeasures]: number };

/** Rows in ascending order of their keys, none with all measures 0. Linear in the events. */
export function rollupRows(session: SessionInput, noise: readonly NoiseItem[], dims: RollupDims): RollupRow[] {
  const { entries, byRef } = timelineOf(session);
  const table = new RollupTable();
  for (const entry of entries) {
    table.add(keyOf(entry, "added", dims), { ...ZERO, events: 1, tokens: entry.event.tokens });
  }
  for (const item of noise) {
    const entry = byRef.get(item.ref);
    if (entry) table.add(keyOf(entry, item.class, dims), noiseMeasures(item));
  }
  return table.rows();
}

/** What must be added to `before` to make `after`. Keys that do not change are left out. */
export function diffRollups(before: readonly RollupRow[], after: readonly RollupRow[]): RollupDelta[] {
  const table = new RollupTable();
  for (const row of after) table.add(row, row);
  for (const row of before) table.add(row, negated(row));
  return table.rows();
}

/** Adds deltas to rows; the inverse of `diffRollups`, for tests and for recomputing a range. */
export function applyDeltas(rows: readonly RollupRow[], deltas: readonly RollupDelta[]): RollupRow[] {
  const table = new RollupTable();
  for (const row of rows) table.add(row, row);
  for (const delta of deltas) table.add(delta, delta);
  return table.rows();
}

const ZERO: RollupMeasures = {
  events: 0,
  tokens: 0,
  carriedTokens: 0,
  carriedRequests: 0,
  costNanoUsd: 0,
  unpricedCarriedTokens: 0,
};
const MEASURES = [
  "events",
  "tokens",
  "carriedTokens",
  "carriedRequests",
  "costNanoUsd",
  "unpricedCarriedTokens",
] as const;

function keyOf(entry: Entry, pass: RollupPass, dims: RollupDims): RollupKey {
  const { agent, skill, tool, kind, model, stage } = attributionOf(entry);
  const { atMs, thread, seq } = entry.event;
  return {
    hourIso: dims.hourOf(atMs),
    agent,
    skill,
    tool,
    kind,
    pass,
    model,
    branch: dims.branchOf(thread, seq),
    stage,
  };
}

function noiseMeasures(item: NoiseItem): RollupMeasures {
  return {
    events: 1,
    tokens: item.tokens,
    carriedTokens: item.carriedTokens,
    carriedRequests: item.carriedRequests,
    costNanoUsd: item.costNanoUsd ?? 0,
    unpricedCarriedTokens: item.costNanoUsd === null ? item.carriedTokens : 0,
  };
}

function negated(row: RollupMeasures): RollupMeasures {
  const sums: Sums = { ...ZERO };
  for (const measure of MEASURES) sums[measure] = 0 - row[measure];
  return sums;
}

class RollupTable {
  private readonly cells = new Map<string, { readonly key: RollupKey; readonly sums: Sums }>();

  add(key: RollupKey, measures: RollupMeasures): void {
    const name = nameOf(key);
    let cell = this.cells.get(name);
    if (cell === undefined) {
      cell = { key, sums: { ...ZERO } };
      this.cells.set(name, cell);
    }
    for (const measure of MEASURES) cell.sums[measure] += measures[measure];
  }

  rows(): RollupRow[] {
    return [...this.cells]
      .filter(([, { sums }]) => MEASURES.some((measure) => sums[measure] !== 0))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { key, sums }]) => rowOf(key, sums));
  }
}

function rowOf(
  { hourIso, agent, skill, tool, kind, pass, model, branch, stage }: RollupKey,
  sums: RollupMeasures,
): RollupRow {
  return { hourIso, agent, skill, tool, kind, pass, model, branch, stage, ...sums };
}

/** JSON tells null from the word "null" and cannot be forged by a name that holds the separator. */
function nameOf({ hourIso, agent, skill, tool, kind, pass, model, branch, stage }: RollupKey): string {
  return JSON.stringify([hourIso, agent, skill, tool, kind, pass, model, branch, stage]);
}
