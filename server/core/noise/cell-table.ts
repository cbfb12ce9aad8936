/** What a cell of the charts counts. */
export interface RollupMeasures {
  readonly events: number;
  readonly tokens: number;
  readonly carriedTokens: number;
  readonly carriedRequests: number;
  /** Of the carried tokens whose price is known. */
  readonly costNanoUsd: number;
  readonly unpricedCarriedTokens: number;
}

type Sums = { -readonly [K in keyof RollupMeasures]: number };

export const NO_MEASURES: RollupMeasures = {
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

export function negatedMeasures(measures: RollupMeasures): RollupMeasures {
  const sums: Sums = { ...NO_MEASURES };
  for (const measure of MEASURES) sums[measure] = 0 - measures[measure];
  return sums;
}

/** Sums by key, which is those fields of what is added. */
export class CellTable<Key extends object> {
  private readonly cells = new Map<string, { readonly key: Key; readonly sums: Sums }>();

  constructor(private readonly fields: readonly (keyof Key)[]) {}

  add(key: Key, measures: RollupMeasures): void {
    // JSON tells null from the word "null" and cannot be forged by a name that holds the separator.
    const name = JSON.stringify(this.fields.map((field) => key[field]));
    let cell = this.cells.get(name);
    if (cell === undefined) {
      cell = { key, sums: { ...NO_MEASURES } };
      this.cells.set(name, cell);
    }
    for (const measure of MEASURES) cell.sums[measure] += measures[measure];
  }

  /** Rows in ascending order of their keys, none with all measures 0. */
  rows(): (Key & RollupMeasures)[] {
    return [...this.cells]
      .filter(([, { sums }]) => MEASURES.some((measure) => sums[measure] !== 0))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { key, sums }]) => ({ ...key, ...sums }));
  }
}
