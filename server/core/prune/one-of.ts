/** Stored names are text; one that this version does not know (a newer one wrote it) falls back. */
export function oneOf<T extends string, F>(known: readonly T[], name: string | null, fallback: F): T | F {
  return known.find((candidate) => candidate === name) ?? fallback;
}
