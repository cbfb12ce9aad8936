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
  const known = new Map(stored.map((row) => [row.entryId, signature(row)]));
  const upserts = wanted.filter((row) => known.get(row.entryId) !== signature(row));
  const kept = new Set(wanted.map((row) => row.entryId));
  return { upserts, deletions: stored.map((row) => row.entryId).filter((id) => !kept.has(id)) };
}

/** Fields in the order of their names: rows from the database and from the plan list them differently. */
function signature(row: object): string {
  return JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
}
