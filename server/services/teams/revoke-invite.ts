import type { TeamScope } from "../../core/access/scope";
import { safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import { mayGiveRole, UNDO_MS } from "../../core/teams/member-rules";
import type { TenantTx } from "../../db/client";
import { findInvite, type InviteRow, setInviteRevoked } from "../../db/teams/invites";
import { lockMembership } from "../../db/teams/members";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { roleOf } from "./open-member";

type InviteDeps = Pick<Deps, "db" | "clock" | "ids">;
type Answer = Result<{ id: string }>;

/** Ends a link before anybody used it. Revoking it again changes nothing. */
export async function revokeInvite(deps: InviteDeps, scope: TeamScope, id: string): Promise<Answer> {
  return deps.db.withTenant(scope, async (tx): Promise<Answer> => {
    const invite = await openInvite(tx, scope, id);
    if (!invite.ok) return invite;
    if (invite.value.revokedAt) return ok({ id });
    await setInviteRevoked(tx, scope.teamId, id, deps.clock.now());
    await note(deps, tx, scope, "invite.revoked", invite.value);
    return ok({ id });
  });
}

/** Takes the revocation back within a minute: the link that was sent works again. */
export async function restoreInvite(deps: InviteDeps, scope: TeamScope, id: string): Promise<Answer> {
  return deps.db.withTenant(scope, async (tx): Promise<Answer> => {
    const invite = await openInvite(tx, scope, id);
    if (!invite.ok) return invite;
    const { revokedAt, role } = invite.value;
    if (!revokedAt) return ok({ id });
    const known = roleOf(role);
    if (!known || !mayGiveRole(scope.role, known)) {
      return fail("forbidden", `Your role is ${scope.role}; only an owner invites an owner.`);
    }
    if (deps.clock.now().getTime() - revokedAt.getTime() > UNDO_MS) {
      return fail("conflict", "The invitation was revoked more than a minute ago. Make a new one.");
    }
    await setInviteRevoked(tx, scope.teamId, id, null);
    await note(deps, tx, scope, "invite.restored", invite.value);
    return ok({ id });
  });
}

async function openInvite(tx: TenantTx, scope: TeamScope, id: string): Promise<Result<InviteRow>> {
  await lockMembership(tx, scope.teamId);
  const invite = await findInvite(tx, scope.teamId, id);
  if (!invite) return notFound("invitation", id);
  if (invite.acceptedAt) return fail("conflict", "Somebody came in by this invitation. Remove the member instead.");
  return ok(invite);
}

async function note(
  deps: InviteDeps,
  tx: TenantTx,
  scope: TeamScope,
  action: string,
  invite: InviteRow,
): Promise<void> {
  const detail = { role: safeText(invite.role), email: invite.email ? safeText(invite.email) : null };
  await recordAudit(deps, tx, scope, { action, subject: invite.id, detail });
}
