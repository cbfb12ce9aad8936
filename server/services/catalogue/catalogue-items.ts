import type { ProjectScope } from "../../core/access/scope";
import { isCategory } from "../../core/filter/categories";
import { guessCategory } from "../../core/filter/guess-category";
import { mergeSameFiles } from "../../core/filter/same-file";
import type { CatalogueItemView } from "../../core/filter/views";
import { type CatalogueRow, readCatalogue } from "../../db/catalogue/items";
import type { TenantSql } from "../../db/client";
import { readLastIndex } from "../../db/files/file-index";

const MAX_ITEMS = 2_000;
const HASH_DIGITS = 12;

/**
 * The project's rules and skills, each once: what sessions saw of a file of the project joins what the index found.
 * Rules that the last index did not find any more are left out.
 */
export async function readItems(sql: TenantSql, scope: ProjectScope): Promise<CatalogueItemView[]> {
  const index = await readLastIndex(sql, scope);
  const rows = await readCatalogue(sql, scope, MAX_ITEMS);
  const isGone = (row: CatalogueRow) =>
    index !== null && row.kind === "rule" && !/^[/~\\]|^[a-z]:/i.test(row.name) && row.lastSeenAt < index.startedAt;
  return mergeSameFiles(rows.filter((row) => !isGone(row))).map(toItem);
}

export function toItem(row: CatalogueRow): CatalogueItemView {
  const { contentHash, firstSeenAt, lastSeenAt, ...facts } = row;
  return {
    ...facts,
    ...categoryOf(row),
    hash: contentHash.toString("hex").slice(0, HASH_DIGITS),
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  };
}

/** Names of categories that an earlier version stored (`core`, `safety`, `project`) are guessed anew. */
function categoryOf({ kind, name, path, category, categorySet }: CatalogueRow) {
  if (categorySet) return { category, categoryWhy: "A person set it." };
  const guess = guessCategory({ kind, name, path });
  if (isCategory(category) && category !== guess?.category) {
    return { category, categoryWhy: "Guessed from its heading." };
  }
  return { category: guess?.category ?? null, categoryWhy: guess?.why ?? "No word of its name or path tells." };
}
