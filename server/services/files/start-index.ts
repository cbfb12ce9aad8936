import type { ProjectScope } from "../../core/access/scope";
import { safeText } from "../../core/redact/safe-text";
import { ok, type Result } from "../../core/result";
import { insertFileIndex } from "../../db/files/file-index";
import type { Deps } from "../deps";

/** Begins an index of the project's files. Nothing changes for readers before its end. */
export async function startIndex(
  deps: Deps,
  scope: ProjectScope,
  { head, branch }: { readonly head: string | null; readonly branch: string | null },
): Promise<Result<{ id: string }>> {
  const id = deps.ids.next();
  const told = { head: head === null ? null : safeText(head), branch: branch === null ? null : safeText(branch) };
  const index = { id, ...told, indexedBy: safeText(scope.actor.name), now: deps.clock.now() };
  await deps.db.withTenantSql(scope, (sql) => insertFileIndex(sql, scope, index));
  return ok({ id });
}
