import type { HeatCell } from "./insight-views";
import { localTimeOf } from "./zone";

/** What an hour brought; `hourMs` is its start, as the rollups cut hours. */
export interface HourSums {
  readonly hourMs: number;
  readonly addedTokens: number;
  readonly provenTokens: number;
  readonly idleTokens: number;
}

/**
 * Hours of the zone's clock, added up by weekday: Monday is 1. The hour that a clock shows twice is one cell. Cells in
 * which nothing was recorded are left out; the others stand in the order of the week.
 */
export function heatCells(hours: readonly HourSums[], timeZone: string): HeatCell[] {
  const cells = new Map<number, HeatCell>();
  for (const { hourMs, ...sums } of hours) {
    if (sums.addedTokens === 0 && sums.provenTokens === 0 && sums.idleTokens === 0) continue;
    const { year, month, day, hour } = localTimeOf(hourMs, timeZone);
    const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
    const at = weekday * 24 + hour;
    const known = cells.get(at);
    cells.set(at, {
      weekday,
      hour,
      addedTokens: (known?.addedTokens ?? 0) + sums.addedTokens,
      provenTokens: (known?.provenTokens ?? 0) + sums.provenTokens,
      idleTokens: (known?.idleTokens ?? 0) + sums.idleTokens,
    });
  }
  return [...cells].sort(([a], [b]) => a - b).map(([, cell]) => cell);
}
