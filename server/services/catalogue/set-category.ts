import type { ProjectScope } from "../../core/access/scope";
import type { Category } from "../../core/filter/categories";
import { guessCategory } from "../../core/filter/guess-category";
import type { CatalogueItemView } from "../../core/filter/views";
import { notFound, ok, type Result } from "../../core/result";
import { setItemCategory } from "../../db/catalogue/items";
import type { Deps } from "../deps";
import { toItem } from "./catalogue-items";

export interface SetCategory {
  readonly kind: "rule" | "skill";
  readonly name: string;
  /** Null gives the item back to the guess. */
  readonly category: Category | null;
}

/** A person says what a rule or a skill is about; neither the index nor an analysis changes it afterwards. */
export async function setCategory(
  deps: Deps,
  scope: ProjectScope,
  { kind, name, category }: SetCategory,
): Promise<Result<CatalogueItemView>> {
  const guessed = category ?? guessCategory({ kind, name, path: kind === "rule" ? name : null })?.category ?? null;
  const item = { kind, name, category: guessed, isSet: category !== null };
  const row = await deps.db.withTenantSql(scope, (sql) => setItemCategory(sql, scope, item));
  return row ? ok(toItem(row)) : notFound(kind, name);
}
