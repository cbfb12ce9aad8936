import type { ProjectScope } from "../../core/access/scope";
import { notFound, ok, type Result } from "../../core/result";
import { findEventRefs } from "../../db/sessions/outline";
import { readSessionId } from "../../db/sessions/session";
import type { Deps } from "../deps";

/** A search that finds more than this is too wide to read; the page says so. */
const MAX_FOUND = 2_000;

/** Refs of the thread whose label, tool, target or text contains the words. */
export async function findEvents(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly number: number; readonly thread: string; readonly text: string },
): Promise<Result<{ refs: string[]; more: boolean }>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (!sessionId) return notFound("session", input.number);
  const refs = await findEventRefs(deps.db, scope, sessionId, { ...input, limit: MAX_FOUND + 1 });
  return ok({ refs: refs.slice(0, MAX_FOUND), more: refs.length > MAX_FOUND });
}
