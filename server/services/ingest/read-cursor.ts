import type { Principal } from "@/server/core/access/scope";
import { ok, type Result } from "@/server/core/result";
import { type CursorRow, findCursor } from "@/server/db/ingest/cursors";
import type { Deps } from "../deps";
import { cursorKey } from "./cursor-key";

/**
 * How far a file was acknowledged, and the hash of its bytes up to there: a file that was rewritten starts over. Null
 * when nothing was, which is also the answer for a project that is not known yet.
 */
export async function readCursor(
  deps: Deps,
  key: Extract<Principal, { kind: "key" }>,
  input: { readonly session: unknown; readonly source: string },
): Promise<Result<CursorRow | null>> {
  const found = await cursorKey(deps, key, input.session, input.source);
  if (found.ok) return ok(await findCursor(deps.db.pool, found.value));
  return found.fault.code === "not_found" ? ok(null) : found;
}
