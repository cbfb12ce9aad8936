import type { PrunePolicy } from "../prune/model";

/**
 * The changes that lead from `base` to `mine`, made over `theirs`: what somebody else saved meanwhile stays, except
 * where both changed the same number. Of lists, rows that were added or removed are.
 */
export function rebase(base: PrunePolicy, mine: PrunePolicy, theirs: PrunePolicy): PrunePolicy {
  return { ...mergeParts(base, mine, theirs), version: theirs.version };
}

function mergeParts<T extends object>(base: T, mine: T, theirs: T): T {
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const value = mergeValue(Reflect.get(base, key), Reflect.get(mine, key), Reflect.get(theirs, key));
    if (value !== undefined) merged[key] = value;
  }
  // Each entry is one of mine or theirs, which have the shape.
  return merged as T;
}

function mergeValue(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(base, mine)) return theirs;
  if (isSame(base, theirs)) return mine;
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) return mergeRows(base, mine, theirs);
  return isPart(base) && isPart(mine) && isPart(theirs) ? mergeParts(base, mine, theirs) : mine;
}

function mergeRows(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  const has = (rows: readonly unknown[], row: unknown) => rows.some((other) => isSame(other, row));
  const stays = theirs.filter((row) => has(mine, row) || !has(base, row));
  return [...stays, ...mine.filter((row) => !has(base, row) && !has(theirs, row))];
}

function isPart(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Both come from the same code, so their keys stand in the same order, or they only seem to differ and mine stays. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
