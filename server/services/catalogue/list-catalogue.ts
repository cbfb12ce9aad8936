import type { ProjectScope } from "../../core/access/scope";
import type { CatalogueItemView } from "../../core/filter/views";
import { fail, ok, type Result } from "../../core/result";
import type { Deps } from "../deps";
import { readItems } from "./catalogue-items";

export interface ListCatalogue {
  readonly kind: "rule" | "skill" | null;
  readonly cursor: string | null;
  readonly limit: number;
}

/** One page of the project's rules and skills by kind and name, with what each category weighs over all of them. */
export async function listCatalogue(
  deps: Deps,
  scope: ProjectScope,
  { kind, cursor, limit }: ListCatalogue,
): Promise<
  Result<{
    rows: CatalogueItemView[];
    categories: { category: string | null; items: number; tokens: number }[];
    nextCursor: string | null;
  }>
> {
  if (cursor !== null && !/^(rule|skill)~/.test(cursor)) {
    return fail("bad_request", "This page mark is not one of ours. Start from the first page.", { field: "cursor" });
  }
  const items = await readItems(deps.db.pool, scope);
  const marked = items
    .filter((item) => kind === null || item.kind === kind)
    .map((item) => ({ item, mark: `${item.kind}~${item.name}` }))
    .sort((a, b) => (a.mark < b.mark ? -1 : 1));
  const wanted = marked.filter(({ mark }) => cursor === null || mark > cursor);
  const page = wanted.slice(0, limit);
  return ok({
    rows: page.map(({ item }) => item),
    categories: weighCategories(items),
    nextCursor: wanted.length > limit ? (page.at(-1)?.mark ?? null) : null,
  });
}

function weighCategories(items: readonly CatalogueItemView[]) {
  const sums = new Map<string | null, { items: number; tokens: number }>();
  for (const { category, tokens } of items) {
    const before = sums.get(category) ?? { items: 0, tokens: 0 };
    sums.set(category, { items: before.items + 1, tokens: before.tokens + tokens });
  }
  return [...sums].map(([category, sum]) => ({ category, ...sum })).sort((a, b) => b.tokens - a.tokens);
}
