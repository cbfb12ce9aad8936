import type { Role } from "../../core/access/rights";
import { safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import type { InviteState } from "../../core/teams/member-rules";
import type { TenantTx } from "../../db/client";
import { findInvitePlace, setInviteAccepted } from "../../db/teams/invites";
import {
  clearProjectRoles,
  findMemberOfUser,
  lockMembership,
  type MemberRecord,
  updateMember,
} from "../../db/teams/members";
import { findTeamSlug } from "../../db/teams/membership";
import { insertMember, insertUserTeam } from "../../db/teams/teams";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import type { Person } from "./create-team";
import { hashInviteToken } from "./invite-token";
import { fitsAddress, type ReadInvite, readInvite, unknownInvite } from "./open-invite";

type InviteDeps = Pick<Deps, "db" | "clock" | "ids">;

const REFUSALS: Readonly<Record<Exclude<InviteState, "open">, string>> = {
  used: "was used already",
  expired: "is over",
  revoked: "was revoked",
};

/**
 * Joins the team of an invitation. Who is in it already just goes there, whatever became of the link. Who left comes
 * back as the same member, with the role that the invitation gives and no roles of single projects.
 */
export async function acceptInvite(
  deps: InviteDeps,
  person: Person,
  token: string,
): Promise<Result<{ team: string; joined: boolean }>> {
  const place = await findInvitePlace(deps.db.prisma, hashInviteToken(token));
  if (!place) return unknownInvite();
  const joined = await deps.db.withTenant(place, async (tx): Promise<Result<boolean>> => {
    await lockMembership(tx, place.teamId);
    const known = await findMemberOfUser(tx, place.teamId, person.userId);
    if (known && !known.removedAt) return ok(false);
    const invite = await readInvite(tx, place, deps.clock.now());
    if (!invite) return unknownInvite();
    const refused = refusal(invite, person);
    if (refused) return refused;
    await setInviteAccepted(tx, place.teamId, invite.row.id, deps.clock.now());
    await join(deps, tx, place.teamId, { person, known, role: invite.role, inviteId: invite.row.id });
    return ok(true);
  });
  if (!joined.ok) return joined;
  const team = await findTeamSlug(deps.db.pool, place.teamId);
  return team ? ok({ team, joined: joined.value }) : unknownInvite();
}

function refusal({ row, state, invitedBy }: ReadInvite, { email }: Person): Result<never> | null {
  if (state !== "open") {
    return fail("conflict", `This invitation ${REFUSALS[state]}. Ask ${invitedBy} for a new one.`);
  }
  if (fitsAddress(row, email)) return null;
  return fail(
    "forbidden",
    `This invitation is for ${row.email}, and you are signed in as ${email}. Sign in with that address, or ask ${invitedBy} for another link.`,
  );
}

async function join(
  deps: InviteDeps,
  tx: TenantTx,
  teamId: string,
  { person, known, role, inviteId }: { person: Person; known: MemberRecord | null; role: Role; inviteId: string },
): Promise<void> {
  const { userId, email } = person;
  const name = safeText(person.name);
  const createdAt = deps.clock.now();
  const memberId = known?.id ?? deps.ids.next();
  if (known) {
    await updateMember(tx, teamId, memberId, { role, name, email, removedAt: null });
    await clearProjectRoles(tx, teamId, { memberId });
    await insertUserTeam(tx, { userId, teamId });
  } else {
    await insertMember(tx, { teamId, id: memberId, userId, name, email, role, createdAt });
  }
  const actor = { kind: "member", memberId, keyId: null, name: person.name } as const;
  const detail = { name, role: safeText(role), invite: safeText(inviteId), again: known !== null };
  await recordAudit(deps, tx, { teamId, actor }, { action: "member.joined", subject: memberId, detail });
}
