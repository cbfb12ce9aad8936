import { byNoise } from "./breakdowns";
import { type Figures, figuresBy, figuresOf, type PassSums } from "./figures";
import type { Breakdown, BreakdownRow } from "./insight-views";

interface ValueSums extends PassSums {
  readonly value: string;
}

/** The largest values by proven noise, and all others added up: `rows` and `rest` make the total. */
export function breakdownRows(sums: readonly ValueSums[], limit: number): Pick<Breakdown, "rows" | "rest"> {
  const rows = [...figuresBy(sums, (row) => row.value)]
    .map(([value, figures]): BreakdownRow => ({ value, ...figures }))
    .sort((a, b) => byNoise(a, b) || a.value.localeCompare(b.value));
  const shown = rows.slice(0, limit);
  if (shown.length === rows.length) return { rows, rest: null };
  const kept = new Set(shown.map((row) => row.value));
  const others = sums.filter((row) => !kept.has(row.value));
  return { rows: shown, rest: { ...figuresOf(others), values: rows.length - shown.length } satisfies RestRow };
}

type RestRow = Figures & { values: number };
