import type { ProjectScope } from "@/server/core/access/scope";
import { type Answer, counted, okAnswer, rejectedAnswer, rejectedCount } from "@/server/core/context/answer";
import { notFound, ok, type Result } from "@/server/core/result";
import { insertAcknowledgements } from "@/server/db/context/pins";
import { readSessionId } from "@/server/db/sessions/session";
import type { Deps } from "../deps";
import { holderOf } from "./holder";
import { namedEntries } from "./named-entries";
import { writeToSession } from "./write-to-session";

/**
 * Says that results in flight were taken note of: what held them because they were just made or just named holds no
 * longer. Pins are not touched. Said twice, the second time changes nothing.
 */
export async function acknowledge(
  deps: Deps,
  scope: ProjectScope,
  { number, refs }: { readonly number: number; readonly refs: readonly string[] },
): Promise<Result<Answer<"ack">>> {
  const wrong = rejectedCount("ack", refs.length);
  if (wrong) return ok(wrong);
  const id = await readSessionId(deps.db, scope, number);
  if (!id) return notFound("session", number);
  return writeToSession<"ack">(deps, scope, { id, number }, "ack", async ({ sql, key, now }) => {
    const { entries, rejected } = await namedEntries(sql, key, refs);
    if (rejected.length > 0) return rejectedAnswer("ack", rejected, refs.length);
    const by = holderOf(scope.actor);
    const entryIds = entries.map(({ entryId }) => entryId);
    const fresh = await insertAcknowledgements(sql, key, by, entryIds, now);
    const known = entryIds.length - fresh.length;
    const before = known === 0 ? "" : ` ${known} were acknowledged before.`;
    return okAnswer("ack", fresh, `Acknowledged ${counted(fresh.length, "event")}.${before}`);
  });
}
