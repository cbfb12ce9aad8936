import { scaleLinear } from "d3-scale";

/** One or two whole, round numbers above zero: where the lines of a chart lie. */
export function gridTicks(most: number): number[] {
  for (const count of [2, 1]) {
    const ticks = scaleLinear()
      .domain([0, most])
      .ticks(count)
      .filter((tick) => tick > 0 && Number.isInteger(tick));
    if (ticks.length > 0 && ticks.length <= 2) return ticks;
  }
  return [most];
}
