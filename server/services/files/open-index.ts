import type { ProjectScope } from "../../core/access/scope";
import { fail, notFound, ok, type Result } from "../../core/result";
import type { TenantSql } from "../../db/client";
import { type FileIndexRow, lockFileIndex, readLastIndex } from "../../db/files/file-index";

/**
 * The index that a part belongs to, locked. An index that began before one that has ended is over: its parts would
 * bring back files that are gone.
 */
export async function openIndex(sql: TenantSql, scope: ProjectScope, id: string): Promise<Result<FileIndexRow>> {
  const index = await lockFileIndex(sql, scope, id);
  const last = await readLastIndex(sql, scope);
  if (last && last.id > (index?.id ?? id.toLowerCase())) return overtaken();
  return index ? ok(index) : notFound("index", id);
}

function overtaken<T>(): Result<T> {
  return fail(
    "conflict",
    "A later index of this project has ended meanwhile. Run steward index again if files changed.",
    {
      field: "id",
    },
  );
}
