import type { ProjectScope } from "@/server/core/access/scope";
import {
  type Answer,
  counted,
  okAnswer,
  type Rejection,
  rejectedAnswer,
  rejectedCount,
} from "@/server/core/context/answer";
import { notFound, ok, type Result } from "@/server/core/result";
import { findPinsReleasedLast, putBackPins } from "@/server/db/context/pins";
import { readSessionId } from "@/server/db/sessions/session";
import type { Deps } from "../deps";
import { namedEntries } from "./named-entries";
import { writeToSession } from "./write-to-session";

/** An Undo is pressed within seconds; what was taken off long ago is pinned anew by who wants it, with a reason. */
const UNDO_WITHIN_MS = 10 * 60_000;

/** Puts the pins back that were just taken off, each with who, why and until when. All of them, or none. */
export async function repin(
  deps: Deps,
  scope: ProjectScope,
  { number, refs }: { readonly number: number; readonly refs: readonly string[] },
): Promise<Result<Answer<"repin">>> {
  const wrong = rejectedCount("repin", refs.length);
  if (wrong) return ok(wrong);
  const id = await readSessionId(deps.db, scope, number);
  if (!id) return notFound("session", number);
  return writeToSession<"repin">(deps, scope, { id, number }, "repin", async ({ sql, key, now }) => {
    const { entries, rejected } = await namedEntries(sql, key, refs);
    const entryIds = entries.map(({ entryId }) => entryId);
    const since = new Date(now.getTime() - UNDO_WITHIN_MS);
    const pins = await findPinsReleasedLast(sql, key, entryIds, { since, now });
    const known = new Set(pins.map(({ entryId }) => entryId));
    const missing = entries.filter(({ entryId }) => !known.has(entryId)).map(({ ref }) => notReleased(ref));
    const all = [...rejected, ...missing];
    if (all.length > 0) return rejectedAnswer("repin", all, refs.length);
    await putBackPins(
      sql,
      key,
      pins.map((pin) => pin.id),
    );
    return okAnswer("repin", entryIds, `Put the pins of ${counted(entryIds.length, "event")} back.`);
  });
}

function notReleased(ref: string): Rejection {
  const message = `${ref} has no pin that was taken off in the last ten minutes; pin it anew with context.pin.`;
  return { ref, reason: "not_released", message };
}
