import type { ProjectScope } from "../../core/access/scope";
import { fail, ok, type Result } from "../../core/result";
import { deleteIndexesBefore, markIndexFinished } from "../../db/files/file-index";
import { countFilesSince, deleteFilesBefore } from "../../db/files/project-files";
import type { Deps } from "../deps";
import { openIndex } from "./open-index";

/** A transaction deletes no more rows than this. */
const MAX_DELETED_ROWS = 3_000;

/**
 * Ends an index: files that it did not name are gone. It is refused while parts are missing, so that a part that was
 * lost on its way never takes files along. Ending it again answers the same.
 */
export async function finishIndex(
  deps: Deps,
  scope: ProjectScope,
  { id, files }: { readonly id: string; readonly files: number },
): Promise<Result<{ files: number; removed: number }>> {
  const ready = await deps.db.withTenantSql(scope, async (sql) => {
    const index = await openIndex(sql, scope, id);
    if (!index.ok || index.value.finishedAt !== null) return index;
    const stored = await countFilesSince(sql, scope, id);
    if (stored >= files) return index;
    const message = `Of ${files} files ${stored} arrived. Send the missing parts, then end the index.`;
    return fail<never>("conflict", message, { field: "files" });
  });
  if (!ready.ok) return ready;
  if (ready.value.finishedAt !== null) return ok({ files: ready.value.files, removed: 0 });

  let removed = 0;
  for (;;) {
    const gone = await deps.db.withTenantSql(scope, (sql) => deleteFilesBefore(sql, scope, id, MAX_DELETED_ROWS));
    removed += gone;
    if (gone < MAX_DELETED_ROWS) break;
  }
  await deps.db.withTenantSql(scope, async (sql) => {
    await markIndexFinished(sql, scope, id, files, deps.clock.now());
    await deleteIndexesBefore(sql, scope, id);
  });
  return ok({ files, removed });
}
