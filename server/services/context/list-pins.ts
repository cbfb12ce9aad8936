import type { ProjectScope } from "@/server/core/access/scope";
import { refOf } from "@/server/core/context/ref";
import type { PinList } from "@/server/core/context/views";
import { notFound, ok, type Result } from "@/server/core/result";
import { listPins as readPins } from "@/server/db/context/pins";
import { readSessionId } from "@/server/db/sessions/session";
import type { Deps } from "../deps";

/** More pins than a person can look after; the newest are shown. */
const MAX_SHOWN = 500;

/** Pins in force of a session: who, why, until when. */
export async function listPins(
  deps: Deps,
  scope: ProjectScope,
  { number }: { readonly number: number },
): Promise<Result<PinList>> {
  const id = await readSessionId(deps.db, scope, number);
  if (!id) return notFound("session", number);
  const rows = await readPins(deps.db, scope, id, deps.clock.now(), MAX_SHOWN);
  return ok({
    pins: rows.map(({ ref, at, until, ...row }) => ({
      ...row,
      ref: refOf(ref),
      at: at.toISOString(),
      until: until?.toISOString() ?? null,
    })),
  });
}
