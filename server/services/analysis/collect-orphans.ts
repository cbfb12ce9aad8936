import { ok, type Result } from "@/server/core/result";
import { deleteOrphans } from "@/server/db/analysis/deletion";
import type { Deps } from "../deps";

const BATCH_ROWS = 1_000;

/** Removes the texts of a team that no event refers to any more. Answers how many. */
export async function collectOrphans(deps: Deps, scope: { readonly teamId: string }): Promise<Result<number>> {
  let total = 0;
  let after: Buffer | null = Buffer.alloc(0);
  while (after !== null) {
    const from: Buffer = after;
    const batch = await deps.db.withTenantSql(scope, (sql) => deleteOrphans(sql, scope.teamId, from, BATCH_ROWS));
    total += batch.deleted;
    after = batch.last;
  }
  return ok(total);
}
