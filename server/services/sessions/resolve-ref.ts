import type { ProjectScope } from "../../core/access/scope";
import { notFound, ok, type Result } from "../../core/result";
import { findRef, type RefPlaceRow } from "../../db/sessions/outline";
import { readSessionId } from "../../db/sessions/session";
import type { Deps } from "../deps";

/** Where a ref stands; `ctx:` before the name is allowed, as texts write it. */
export async function resolveRef(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly number: number; readonly ref: string },
): Promise<Result<RefPlaceRow>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (!sessionId) return notFound("session", input.number);
  const place = await findRef(deps.db, scope, sessionId, bareRef(input.ref));
  return place ? ok(place) : notFound("event", input.ref);
}

export function bareRef(ref: string): string {
  return ref.startsWith("ctx:") ? ref.slice(4) : ref;
}
