import type { ProjectScope } from "../../core/access/scope";
import { type IndexedFileInput, MAX_INDEX_FILES, type RuleFileInput } from "../../core/files/index-part";
import { safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import { countFilesSince, type NewProjectFile, upsertProjectFiles } from "../../db/files/project-files";
import { recordRuleFiles } from "../catalogue/record-rule-files";
import type { Deps } from "../deps";
import { openIndex } from "./open-index";

export interface IndexPart {
  readonly id: string;
  readonly files: readonly IndexedFileInput[];
  readonly rules: readonly RuleFileInput[];
}

/** Stores one part; the same part again changes nothing. Names and paths pass the funnel here, whoever sent them. */
export async function addIndexPart(
  deps: Deps,
  scope: ProjectScope,
  { id, files, rules }: IndexPart,
): Promise<Result<{ files: number; rules: number }>> {
  const rows = distinctFiles(files);
  return deps.db.withTenantSql(scope, async (sql) => {
    const index = await openIndex(sql, scope, id);
    if (!index.ok) return index;
    if (index.value.finishedAt !== null) return ok({ files: rows.length, rules: rules.length });
    if ((await countFilesSince(sql, scope, id)) > MAX_INDEX_FILES) {
      return fail("too_large", `An index holds at most ${MAX_INDEX_FILES} files. Leave folders out with .gitignore.`, {
        field: "files",
      });
    }
    await upsertProjectFiles(sql, scope, id, rows);
    await recordRuleFiles(sql, scope, rules, deps.clock.now());
    return ok({ files: rows.length, rules: rules.length });
  });
}

/** The last one counts when a path stands twice. */
function distinctFiles(files: readonly IndexedFileInput[]): NewProjectFile[] {
  const byPath = new Map<string, NewProjectFile>();
  for (const file of files) {
    const path = safeText(file.path);
    byPath.set(path, {
      ...file,
      path,
      language: safeText(file.language),
      imports: file.imports.map(safeText),
      outline: file.outline.map(({ name, kind, line }) => ({ name: safeText(name), kind, line })),
    });
  }
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
