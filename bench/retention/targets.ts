import { RECALLS } from "@/server/core/replay/measure";
import { type Figures, figuresOf, shown } from "./figures";
import { type Half, type PolicyKey, type Row, rowOf, sumOf } from "./rows";

interface Target {
  readonly policy: PolicyKey;
  readonly what: string;
  readonly value: (figures: Figures) => number | null;
  readonly least?: number;
  readonly most?: number;
  readonly digits: number;
}

/** What the presets are meant to reach, on recordings that they were not tuned on. */
const TARGETS: readonly Target[] = [
  { policy: "strict", what: "saved", value: (f) => f.saved, least: 35, digits: 1 },
  { policy: "strict", what: "saved above 160k", value: (f) => f.savedLarge, least: 42, digits: 1 },
  { policy: "strict", what: "edit anchor", value: (f) => f.recall.editAnchor, least: 99.6, digits: 2 },
  { policy: "strict", what: "rare name", value: (f) => f.recall.rareName, least: 99.6, digits: 2 },
  { policy: "strict", what: "path", value: (f) => f.recall.path, least: 100, digits: 2 },
  { policy: "strict", what: "line", value: (f) => f.recall.line, least: 99.5, digits: 2 },
  { policy: "strict", what: "prompts and core files cut", value: (f) => f.violations, most: 0, digits: 0 },
  { policy: "strict", what: "changes per 100 requests", value: (f) => f.changes, most: 2, digits: 2 },
  { policy: "strict", what: "input cost saved, Bt", value: (f) => f.cost.Bt, least: 27, digits: 1 },
  { policy: "loose", what: "saved", value: (f) => f.saved, least: 46, digits: 1 },
  { policy: "loose", what: "edit anchor", value: (f) => f.recall.editAnchor, least: 98, digits: 2 },
  { policy: "loose", what: "name", value: (f) => f.recall.name, least: 99.2, digits: 2 },
  ...RECALLS.map(
    (recall): Target => ({
      policy: "blocks",
      what: recall,
      value: (f) => f.recall[recall],
      least: 100,
      digits: 2,
    }),
  ),
];

export interface TargetResult {
  readonly policy: PolicyKey;
  readonly what: string;
  readonly target: string;
  readonly report: number | null;
  readonly all: number | null;
  /** On the report half; null where it held nothing to measure. */
  readonly met: boolean | null;
}

export function targetResults(rows: readonly Row[]): TargetResult[] {
  return TARGETS.map((target) => {
    const row = rowOf(rows, target.policy);
    const value = (half: Half) => target.value(figuresOf(sumOf(row, half), row.thresholds));
    const report = value("report");
    const bound = target.least === undefined ? `≤ ${target.most}` : `≥ ${target.least}`;
    const met = report === null ? null : report >= (target.least ?? report) && report <= (target.most ?? report);
    return { policy: target.policy, what: target.what, target: bound, report, all: value("all"), met };
  });
}

export function printTargets(results: readonly TargetResult[]): void {
  console.log(`\n${"target".padEnd(44)}${"wanted".padStart(9)}${"report".padStart(10)}${"all".padStart(10)}`);
  results.forEach(({ policy, what, target, report, all, met }, at) => {
    const digits = TARGETS[at]?.digits ?? 2;
    const name = `${policy}: ${what}`.padEnd(44);
    const word = met === null ? "not measured" : met ? "met" : "missed";
    console.log(
      `${name}${target.padStart(9)}${shown(report, digits).padStart(10)}${shown(all, digits).padStart(10)}  ${word}`,
    );
  });
}

/** Of what the oracle saves, the share that a policy saves too, in percent. */
export function shareOfOracle(rows: readonly Row[], key: PolicyKey, half: Half): number | null {
  const own = figuresOf(sumOf(rowOf(rows, key), half)).saved;
  const best = figuresOf(sumOf(rowOf(rows, "oracle"), half)).saved;
  return own === null || best === null || best === 0 ? null : (100 * own) / best;
}
