export type Point = { x: number; y: number };

/**
 * The runs of a small line: a missing value ends one, so a gap is a gap and not a zero.
 * Zero is the base unless all values are equal; then the line lies in the middle.
 */
export function sparkRuns(values: readonly (number | null)[], width: number, height: number, inset = 3): Point[][] {
  const known = values.filter((value): value is number => value !== null);
  const low = known.length > 0 ? Math.min(...known) : 0;
  const high = known.length > 0 ? Math.max(...known) : 0;
  const span = high - low;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const yOf = (value: number) =>
    span === 0 ? height / 2 : height - inset - ((value - low) / span) * (height - 2 * inset);
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) {
      if (run.length > 0) runs.push(run);
      run = [];
    } else {
      run.push({ x: round(index * step), y: round(yOf(value)) });
    }
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
