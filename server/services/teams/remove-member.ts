import type { TeamScope } from "../../core/access/scope";
import { safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import type { TenantTx } from "../../db/client";
import { revokeKeysOfMember } from "../../db/keys/keys";
import { deleteUserTeam, updateMember } from "../../db/teams/members";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { forgetKeys } from "../keys/authenticate-key";
import { lastOwner, type OpenMember, openMember } from "./open-member";

type MemberDeps = Pick<Deps, "db" | "clock" | "ids">;

export interface RemovedMember {
  id: string;
  name: string;
  /** Keys that ended with the membership. */
  keysRevoked: number;
}

/**
 * Takes somebody out of the team: their next request is refused and their keys end. The row stays, so that what they
 * wrote keeps its author, and an invitation brings the same member back.
 */
export async function removeMember(
  deps: MemberDeps,
  scope: TeamScope,
  memberId: string,
): Promise<Result<RemovedMember>> {
  if (memberId === scope.actor.memberId) {
    return fail("bad_request", "This is you. To go, leave the team.", { field: "id" });
  }
  return endMembership(deps, scope, memberId, "member.removed");
}

/** The same by oneself; coming back takes an invitation. */
export async function leaveTeam(deps: MemberDeps, scope: TeamScope): Promise<Result<RemovedMember>> {
  const { memberId, kind } = scope.actor;
  if (!memberId || kind !== "member") return fail("forbidden", "Only a signed-in person leaves a team.");
  return endMembership(deps, scope, memberId, "member.left");
}

async function endMembership(
  deps: MemberDeps,
  scope: TeamScope,
  memberId: string,
  action: "member.removed" | "member.left",
): Promise<Result<RemovedMember>> {
  const ended = await deps.db.withTenant(scope, async (tx): Promise<Result<RemovedMember>> => {
    const opened = await openMember(tx, scope, memberId);
    if (!opened.ok) return opened;
    const { member } = opened.value;
    if (member.removedAt) return notFound("member", memberId);
    const refused = await lastOwner(tx, scope.teamId, member);
    if (refused) return refused;
    const keysRevoked = await end(tx, scope.teamId, member, deps.clock.now());
    const detail = { name: safeText(member.name), role: safeText(member.role), keys: keysRevoked };
    await recordAudit(deps, tx, scope, { action, subject: memberId, detail });
    return ok({ id: memberId, name: member.name, keysRevoked });
  });
  forgetKeys(deps.db);
  return ended;
}

/** Keys end at the same instant, by which an undo finds them again. */
async function end(tx: TenantTx, teamId: string, { id, userId }: OpenMember, at: Date): Promise<number> {
  await updateMember(tx, teamId, id, { removedAt: at });
  await deleteUserTeam(tx, teamId, userId);
  return revokeKeysOfMember(tx, teamId, id, at);
}
