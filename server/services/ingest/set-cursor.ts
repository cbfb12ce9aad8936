import type { Principal } from "@/server/core/access/scope";
import { ok, type Result } from "@/server/core/result";
import { type CursorRow, saveCursor } from "@/server/db/ingest/cursors";
import type { Deps } from "../deps";
import { cursorKey } from "./cursor-key";

/** Notes how far a file was acknowledged. The last call counts: a file that was cut may go back. */
export async function setCursor(
  deps: Deps,
  key: Extract<Principal, { kind: "key" }>,
  { session, source, ...cursor }: CursorRow & { readonly session: unknown; readonly source: string },
): Promise<Result<CursorRow>> {
  const found = await cursorKey(deps, key, session, source);
  if (!found.ok) return found;
  await deps.db.withTenantSql(key, (sql) => saveCursor(sql, found.value, cursor, deps.clock.now()));
  return ok(cursor);
}
