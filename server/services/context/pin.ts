import type { ProjectScope } from "@/server/core/access/scope";
import { type Answer, counted, okAnswer, rejectedAnswer, rejectedCount } from "@/server/core/context/answer";
import { safeText } from "@/server/core/redact/safe-text";
import { fail, notFound, ok, type Result } from "@/server/core/result";
import { findPinsInForce, insertPins, releasePins } from "@/server/db/context/pins";
import { readSessionId } from "@/server/db/sessions/session";
import type { Deps } from "../deps";
import { holderOf } from "./holder";
import { namedEntries } from "./named-entries";
import { writeToSession } from "./write-to-session";

export interface PinInput {
  readonly number: number;
  readonly refs: readonly string[];
  readonly reason: string;
  /** ISO time at which the pin ends by itself; null holds until it is taken off. */
  readonly until: string | null;
}

/** Keeps events from being pruned, with who, why and until when. Pinning again takes the place of one's own older pin. */
export async function pin(deps: Deps, scope: ProjectScope, input: PinInput): Promise<Result<Answer<"pin">>> {
  const { number, refs } = input;
  const wrong = rejectedCount("pin", refs.length);
  if (wrong) return ok(wrong);
  const reason = safeText(input.reason.trim());
  if (reason === "") return fail("bad_request", "reason is empty: say why these are pinned.", { field: "reason" });
  const until = input.until === null ? null : new Date(input.until);
  if (until !== null && until <= deps.clock.now()) {
    return fail("bad_request", `until is in the past (${input.until}): name a later time, or leave it out.`, {
      field: "until",
    });
  }
  const id = await readSessionId(deps.db, scope, number);
  if (!id) return notFound("session", number);
  return writeToSession<"pin">(deps, scope, { id, number }, "pin", async ({ sql, key, now }) => {
    const { entries, rejected } = await namedEntries(sql, key, refs);
    if (rejected.length > 0) return rejectedAnswer("pin", rejected, refs.length);
    const entryIds = entries.map(({ entryId }) => entryId);
    const by = holderOf(scope.actor);
    const older = await findPinsInForce(sql, key, entryIds, now);
    const own = older.filter((known) => known.by === by).map((known) => known.id);
    if (own.length > 0) await releasePins(sql, key, own, now);
    const pins = entryIds.map((entryId) => ({ id: deps.ids.next(), entryId }));
    await insertPins(sql, key, { by, reason, until, now, pins });
    const end = until === null ? "until the pin is taken off" : `until ${until.toISOString()}`;
    return okAnswer("pin", entryIds, `Pinned ${counted(entryIds.length, "event")} ${end}.`);
  });
}
