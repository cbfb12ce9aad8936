import type { Role } from "../../core/access/rights";
import type { TeamScope } from "../../core/access/scope";
import { safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import { mayGiveRole } from "../../core/teams/member-rules";
import { clearProjectRoles, updateMember } from "../../db/teams/members";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { lastOwner, openMember } from "./open-member";

export interface ChangedRole {
  id: string;
  role: Role;
  /** What it was before, to take the change back. */
  before: Role;
}

/**
 * Gives a member another role in the whole team; it counts with their next request. An owner is an owner in every
 * project, so roles of single projects end with it.
 */
export async function setMemberRole(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  scope: TeamScope,
  input: { memberId: string; role: Role },
): Promise<Result<ChangedRole>> {
  const { memberId, role } = input;
  return deps.db.withTenant(scope, async (tx): Promise<Result<ChangedRole>> => {
    const opened = await openMember(tx, scope, memberId);
    if (!opened.ok) return opened;
    const { member, by } = opened.value;
    if (member.removedAt) return notFound("member", memberId);
    if (!mayGiveRole(by, role)) {
      return fail("forbidden", `Your role is ${by}; only an owner makes somebody an ${role}.`, { field: "role" });
    }
    const changed = { id: memberId, role, before: member.role };
    if (member.role === role) return ok(changed);
    const refused = await lastOwner(tx, scope.teamId, member);
    if (refused) return refused;
    await updateMember(tx, scope.teamId, memberId, { role });
    if (role === "owner") await clearProjectRoles(tx, scope.teamId, { memberId });
    await recordAudit(deps, tx, scope, {
      action: "member.role_changed",
      subject: memberId,
      detail: { name: safeText(member.name), from: safeText(member.role), to: safeText(role) },
    });
    return ok(changed);
  });
}
