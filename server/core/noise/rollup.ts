import type { EventKind, Stage } from "../events/kinds";
import type { NoiseClass, SessionInput } from "../prune/model";
import { type Entry, timelineOf } from "../prune/timeline";
import { attributionOf } from "./attribution";
import { CellTable, NO_MEASURES, negatedMeasures, type RollupMeasures } from "./cell-table";
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

export interface RollupRow extends RollupKey, RollupMeasures {}
/** Measures to add to the stored row of the key; any of them may be negative. */
export type RollupDelta = RollupRow;

/** What the session itself does not know. Both answer the same for the same input. */
export interface RollupDims {
  hourOf(atMs: number): string;
  branchOf(thread: string, seq: number): string | null;
}

const KEY_FIELDS = ["hourIso", "agent", "skill", "tool", "kind", "pass", "model", "branch", "stage"] as const;

/** Rows in ascending order of their keys, none with all measures 0. Linear in the events. */
export function rollupRows(session: SessionInput, noise: readonly NoiseItem[], dims: RollupDims): RollupRow[] {
  const { entries, byRef } = timelineOf(session);
  const table = new CellTable<RollupKey>(KEY_FIELDS);
  for (const entry of entries) {
    table.add(rollupKeyOf(entry, "added", dims), addedMeasures(entry));
  }
  for (const item of noise) {
    const entry = byRef.get(item.ref);
    if (entry) table.add(rollupKeyOf(entry, item.class, dims), noiseMeasures(item));
  }
  return table.rows();
}

/** What must be added to `before` to make `after`. Keys that do not change are left out. */
export function diffRollups(before: readonly RollupRow[], after: readonly RollupRow[]): RollupDelta[] {
  const table = new CellTable<RollupKey>(KEY_FIELDS);
  for (const row of after) table.add(row, row);
  for (const row of before) table.add(row, negatedMeasures(row));
  return table.rows();
}

/** Adds deltas to rows; the inverse of `diffRollups`, for tests and for recomputing a range. */
export function applyDeltas(rows: readonly RollupRow[], deltas: readonly RollupDelta[]): RollupRow[] {
  const table = new CellTable<RollupKey>(KEY_FIELDS);
  for (const row of rows) table.add(row, row);
  for (const delta of deltas) table.add(delta, delta);
  return table.rows();
}

export function rollupKeyOf(entry: Entry, pass: RollupPass, dims: RollupDims): RollupKey {
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

export function addedMeasures({ event }: Entry): RollupMeasures {
  return { ...NO_MEASURES, events: 1, tokens: event.tokens };
}

export function noiseMeasures(item: NoiseItem): RollupMeasures {
  return {
    events: 1,
    tokens: item.tokens,
    carriedTokens: item.carriedTokens,
    carriedRequests: item.carriedRequests,
    costNanoUsd: item.costNanoUsd ?? 0,
    unpricedCarriedTokens: item.costNanoUsd === null ? item.carriedTokens : 0,
  };
}
