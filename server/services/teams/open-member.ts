import { ROLES, type Role } from "../../core/access/rights";
import type { TeamScope } from "../../core/access/scope";
import { fail, notFound, ok, type Result } from "../../core/result";
import { mayManage } from "../../core/teams/member-rules";
import type { TenantTx } from "../../db/client";
import { countOwners, findMember, lockMembership, type MemberRecord } from "../../db/teams/members";

export interface OpenMember extends Omit<MemberRecord, "role"> {
  readonly role: Role;
}

export function roleOf(role: string): Role | null {
  return ROLES.find((known) => known === role) ?? null;
}

/**
 * Takes a member to change them: other changes of the team's members wait until the transaction ends. The right of who
 * asks is looked at again under the lock, since they may have been demoted or removed a moment ago.
 */
export async function openMember(
  tx: TenantTx,
  scope: TeamScope,
  memberId: string,
): Promise<Result<{ member: OpenMember; by: Role }>> {
  await lockMembership(tx, scope.teamId);
  const asking = scope.actor.memberId && (await findMember(tx, scope.teamId, scope.actor.memberId));
  const by = asking && !asking.removedAt ? roleOf(asking.role) : null;
  if (!by) return fail("forbidden", "You are not in this team any more.");
  const found = await findMember(tx, scope.teamId, memberId);
  const role = found && roleOf(found.role);
  if (!found || !role) return notFound("member", memberId);
  if (memberId !== scope.actor.memberId && !mayManage(by, role)) {
    return fail("forbidden", `${found.name} is an owner. Only an owner changes or removes an owner.`);
  }
  return ok({ member: { ...found, role }, by });
}

/** The refusal when the change would leave the team without an owner; null when another one stays. */
export async function lastOwner(
  tx: TenantTx,
  teamId: string,
  { name, role }: OpenMember,
): Promise<Result<never> | null> {
  if (role !== "owner" || (await countOwners(tx, teamId)) > 1) return null;
  return fail("conflict", `${name} is the last owner. Make somebody else an owner first.`);
}
