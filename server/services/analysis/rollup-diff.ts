import { ROLLUP_FIGURES, type RollupCell } from "@/server/db/sql/rollups";

/** What must be added to the stored cells to make the wanted ones; cells that do not change are left out. */
export function diffRollups(stored: readonly RollupCell[], wanted: readonly RollupCell[]): RollupCell[] {
  const sums = new Map<string, RollupCell>();
  for (const cell of wanted) add(sums, cell, 1);
  for (const cell of stored) add(sums, cell, -1);
  return [...sums.values()].filter((cell) => ROLLUP_FIGURES.some((figure) => cell[figure] !== 0));
}

const NOTHING = { events: 0, tokens: 0, carriedRequests: 0, carriedTokens: 0, costNanoUsd: 0, unpricedTokens: 0 };

/** Names that were cut can meet in one cell, so cells are summed and not replaced. */
function add(sums: Map<string, RollupCell>, cell: RollupCell, sign: 1 | -1): void {
  const key = cellKey(cell);
  const known = sums.get(key) ?? { ...cell, ...NOTHING };
  const figures = { ...NOTHING };
  for (const figure of ROLLUP_FIGURES) figures[figure] = known[figure] + sign * cell[figure];
  sums.set(key, { ...known, ...figures });
}

function cellKey({ hourMs, agent, skill, tool, kind, pass, model, branch, stage }: RollupCell): string {
  return JSON.stringify([hourMs, agent, skill, tool, kind, pass, model, branch, stage]);
}
