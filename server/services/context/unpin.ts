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
import { findPinsInForce, type PinInForce, releasePins } from "@/server/db/context/pins";
import { readSessionId } from "@/server/db/sessions/session";
import type { Deps } from "../deps";
import { askerOf } from "./change-residency";
import { isAgentHolder } from "./holder";
import { namedEntries } from "./named-entries";
import { writeToSession } from "./write-to-session";

/** Takes pins off. A person may take off any; an agent only what agents pinned, or it could walk past a protection. */
export async function unpin(
  deps: Deps,
  scope: ProjectScope,
  { number, refs }: { readonly number: number; readonly refs: readonly string[] },
): Promise<Result<Answer<"unpin">>> {
  const wrong = rejectedCount("unpin", refs.length);
  if (wrong) return ok(wrong);
  const id = await readSessionId(deps.db, scope, number);
  if (!id) return notFound("session", number);
  const isPerson = askerOf(scope) === "person";
  return writeToSession<"unpin">(deps, scope, { id, number }, "unpin", async ({ sql, key, now }) => {
    const { entries, rejected } = await namedEntries(sql, key, refs);
    const entryIds = entries.map(({ entryId }) => entryId);
    const pins = await findPinsInForce(sql, key, entryIds, now);
    const refused = entries.flatMap(({ entryId, ref }) => {
      const own = pins.filter((pin) => pin.entryId === entryId);
      return refusalOf(ref, own, isPerson) ?? [];
    });
    const all = [...rejected, ...refused];
    if (all.length > 0) return rejectedAnswer("unpin", all, refs.length);
    await releasePins(
      sql,
      key,
      pins.map((pin) => pin.id),
      now,
    );
    return okAnswer("unpin", entryIds, `Took the pins off ${counted(entryIds.length, "event")}.`);
  });
}

function refusalOf(ref: string, pins: readonly PinInForce[], isPerson: boolean): Rejection | null {
  if (pins.length === 0) return { ref, reason: "not_pinned", message: `${ref} has no pin that is in force.` };
  const set = isPerson ? undefined : pins.find((pin) => !isAgentHolder(pin.by));
  if (set === undefined) return null;
  return {
    ref,
    reason: "pinned_by_person",
    message: `${ref} was pinned by ${set.by}; only a person may take that off.`,
  };
}
