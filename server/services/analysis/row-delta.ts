/** What must be written to turn the stored rows into the wanted ones. */
export interface RowDelta<T> {
  readonly upserts: readonly T[];
  readonly deletions: readonly string[];
}

/** Rows that do not change are left alone: most of a long session stays as it was. */
export function rowDelta<T extends { readonly entryId: string }>(
  stored: readonly T[],
  wanted: readonly T[],
): RowDelta<T> {
  return namedRowDelta(
    stored,
    wanted,
    (row) => row.entryId,
    (row) => row,
  );
}

/** The same for rows with another name; `compared` is what of a row can change. */
export function namedRowDelta<S extends object, T extends S>(
  stored: readonly S[],
  wanted: readonly T[],
  nameOf: (row: S) => string,
  compared: (row: S) => object,
): RowDelta<T> {
  const known = new Map(stored.map((row) => [nameOf(row), signature(compared(row))]));
  const upserts = wanted.filter((row) => known.get(nameOf(row)) !== signature(compared(row)));
  const kept = new Set(wanted.map(nameOf));
  return { upserts, deletions: stored.map(nameOf).filter((name) => !kept.has(name)) };
}

/** Fields in the order of their names: rows from the database and from the plan list them differently. */
function signature(row: object): string {
  return JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}
