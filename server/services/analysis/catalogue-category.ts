import { guessCategory } from "@/server/core/filter/guess-category";

/**
 * What a rule or skill that a session brought is about, in the names of the policy's stage table; null when no word of
 * it tells. Whether a file is core is the policy's to say, not a category.
 */
export function catalogueCategory(
  kind: "rule" | "skill",
  name: string,
  path: string | null,
  text: string,
): string | null {
  return guessCategory({ kind, name, path, text })?.category ?? null;
}
