import type { ProjectScope } from "../../core/access/scope";
import type { RuleFileInput } from "../../core/files/index-part";
import { isCategory } from "../../core/filter/categories";
import { guessCategory } from "../../core/filter/guess-category";
import { safeText } from "../../core/redact/safe-text";
import { recordSightings } from "../../db/analysis/catalogue";
import type { TenantSql } from "../../db/client";

/** Rule files that the index found, as sightings without a load. A category that this version does not know is guessed. */
export async function recordRuleFiles(
  sql: TenantSql,
  scope: ProjectScope,
  rules: readonly RuleFileInput[],
  now: Date,
): Promise<void> {
  const sightings = new Map(
    rules.map(({ kind, sha256, tokens, ...rule }) => {
      const name = safeText(rule.name);
      const path = safeText(rule.path);
      const category = isCategory(rule.category)
        ? rule.category
        : (guessCategory({ kind, name, path })?.category ?? null);
      const texts = [{ hash: Buffer.from(sha256, "hex"), tokens, at: now }];
      return [`${kind}\n${name}`, { kind, name, path, category, texts, lastAt: now, loads: 0 }];
    }),
  );
  await recordSightings(sql, scope, [...sightings.values()]);
}
