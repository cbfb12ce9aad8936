import type { ProjectScope } from "@/server/core/access/scope";
import type { SessionKey } from "@/server/db/analysis/session";
import type { RunNote } from "@/server/db/runs/session";
import type { Deps } from "../deps";

/** The head of an audit entry about a run of the session: who, when, of what. */
export function noteOf(
  deps: Pick<Deps, "clock" | "ids">,
  { actor: { kind, keyId, memberId } }: ProjectScope,
  { sessionId }: SessionKey,
): RunNote {
  const actor = (kind === "key" ? keyId : memberId) ?? "system";
  return { id: deps.ids.next(), at: deps.clock.now(), actorKind: kind, actor, sessionId };
}
