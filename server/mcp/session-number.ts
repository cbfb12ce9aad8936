import { SessionNumber } from "../api/routers/sessions/session-number";
import { fail, ok, type Result } from "../core/result";
import { readLastSession } from "../db/protocol/sessions";
import type { KeyWorld } from "./tool";

/** The argument that names a session; without it, a tool takes the last one of the key's person. */
export const Session = { session: SessionNumber.shape.number.nullable().default(null) };

/** The last session of the key's person, which an agent that names none is in. */
export async function lastSession({ deps, scope }: KeyWorld): Promise<number | null> {
  const { memberId } = scope.actor;
  return memberId === null ? null : readLastSession(deps.db, scope, memberId);
}

/** The session that a call names, else the last one. */
export async function sessionOf(world: KeyWorld, tool: string, asked: number | null): Promise<Result<number>> {
  const number = asked ?? (await lastSession(world));
  if (number !== null) return ok(number);
  return fail("bad_request", `${tool} is about a session, and you have uploaded none here: name one.`, {
    field: "session",
  });
}
