import { addMeasured, type Measured, type ReplayPolicy, replay } from "@/server/core/replay/measure";
import {
  blocksAlone,
  headAndTail,
  loose,
  nothingChecked,
  remembering,
  scaled,
  seed,
  strict,
  type Validity,
} from "./ours";
import type { NamedRecording } from "./recordings";
import { dedupByArguments, keepLast, maskAllBut, none, oracle, protectNewest } from "./rivals";

export type PolicyKey =
  | "none"
  | "oracle"
  | "mask10"
  | "keep3"
  | "newest40k"
  | "dedupArguments"
  | "seed"
  | "headAndTail"
  | "blocks"
  | "strict"
  | "loose";

/** One policy, or the mean of a few that differ in one threshold, on all recordings. */
export interface Row {
  readonly key: PolicyKey;
  readonly name: string;
  /** In the order of the recordings. Sums over thresholds: shares of sums are means, since each sees the same needs. */
  readonly measured: readonly Measured[];
  readonly thresholds: number;
  /** Null where a policy is none of ours: nobody renders what it leaves. */
  readonly validity: Validity | null;
}

/** All policies on the same recordings; `tell` hears of each that is done. */
export function measureAll(recordings: readonly NamedRecording[], tell: (name: string, ms: number) => void): Row[] {
  const rows: Row[] = [];
  const run = (key: PolicyKey, policies: readonly ReplayPolicy[], validity: Validity | null = null) => {
    const startMs = performance.now();
    const measured = recordings.map(({ recording }) =>
      addMeasured(policies.map((policy) => replay(recording, policy))),
    );
    const name = policies[0]?.name ?? key;
    rows.push({ key, name, measured, thresholds: policies.length, validity });
    tell(name, performance.now() - startMs);
  };
  run("none", [none]);
  run("oracle", [oracle]);
  run("mask10", [maskAllBut(10)]);
  run("keep3", [keepLast(3, 100_000)]);
  run("newest40k", [protectNewest(40_000, 20_000, 2)]);
  run("dedupArguments", [dedupByArguments]);
  runOurs(run);
  return rows;
}

type Run = (key: PolicyKey, policies: readonly ReplayPolicy[], validity?: Validity | null) => void;

function runOurs(run: Run): void {
  const checked = {
    seed: nothingChecked(),
    blocks: nothingChecked(),
    strict: nothingChecked(),
    loose: nothingChecked(),
  };
  run("seed", [seed(checked.seed)], checked.seed);
  run("blocks", [blocksAlone(checked.blocks)], checked.blocks);
  const remembered = strict(checked.strict).map(remembering);
  run("strict", remembered, checked.strict);
  run("headAndTail", remembered.map(headAndTail));
  run("loose", loose(checked.loose), checked.loose);
}

/** Commit thresholds of the curve, as multiples of the preset's. */
const SWEEP = [0.2, 0.4, 0.7, 1.5, 2.5];

export interface SweepPoint {
  readonly by: number;
  readonly measured: Measured;
}

/** Strict under other commit thresholds, from eager to patient. */
export function sweep(
  recordings: readonly NamedRecording[],
  policy: Parameters<typeof scaled>[1],
  tell: (name: string, ms: number) => void,
): SweepPoint[] {
  return SWEEP.map((by) => {
    const startMs = performance.now();
    const changed = scaled(`ours, commit thresholds × ${by}`, policy, by, nothingChecked());
    const measured = addMeasured(recordings.map(({ recording }) => replay(recording, changed)));
    tell(changed.name, performance.now() - startMs);
    return { by, measured };
  });
}

export function rowOf(rows: readonly Row[], key: PolicyKey): Row {
  const row = rows.find((one) => one.key === key);
  if (row === undefined) throw new Error(`No row ${key}.`);
  return row;
}

/** The even ones of the sorted recordings are for tuning, the odd ones for reporting. */
export const HALVES = ["tuning", "report", "all"] as const;
export type Half = (typeof HALVES)[number];

export function sumOf(row: Row, half: Half = "all"): Measured {
  return addMeasured(row.measured.filter((_one, at) => half === "all" || at % 2 === (half === "tuning" ? 0 : 1)));
}

export function sumOfClient(row: Row, recordings: readonly NamedRecording[], client: string): Measured {
  return addMeasured(row.measured.filter((_one, at) => recordings[at]?.client === client));
}
