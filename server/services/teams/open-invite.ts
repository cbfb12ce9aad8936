import type { Role } from "../../core/access/rights";
import type { Principal } from "../../core/access/scope";
import { fail, ok, type Result } from "../../core/result";
import { type InviteState, inviteState } from "../../core/teams/member-rules";
import type { Database, TenantTx } from "../../db/client";
import { findInvite, findInvitePlace, type InviteRow } from "../../db/teams/invites";
import { findMember, findMemberOfUser } from "../../db/teams/members";
import { findTeamSlug } from "../../db/teams/membership";
import { findTeamName } from "../../db/teams/teams";
import type { Deps } from "../deps";
import { hashInviteToken } from "./invite-token";
import { roleOf } from "./open-member";

export interface InvitePage {
  team: string;
  invitedBy: string;
  role: Role;
  /** The only address that the link lets in. */
  email: string | null;
  state: InviteState;
  expiresAt: Date;
  /** Who looks at it: null when nobody is signed in. */
  you: { email: string; fits: boolean; memberOf: string | null } | null;
}

export interface ReadInvite {
  readonly row: InviteRow;
  readonly role: Role;
  readonly state: InviteState;
  readonly invitedBy: string;
}

const UNKNOWN = "This invitation is not known here. Copy the whole link, or ask for a new one.";

export function unknownInvite<T>(): Result<T> {
  return fail("not_found", UNKNOWN);
}

/** What the page behind an invitation says, to anybody who holds its token. */
export async function openInvite(
  deps: Pick<Deps, "db" | "clock">,
  principal: Principal,
  token: string,
): Promise<Result<InvitePage>> {
  const { prisma } = deps.db;
  const place = await findInvitePlace(prisma, hashInviteToken(token));
  const invite = place && (await readInvite(prisma, place, deps.clock.now()));
  const team = place && (await findTeamName(prisma, place.teamId));
  if (!place || !invite || !team) return unknownInvite();
  const { row, ...known } = invite;
  const { email, expiresAt } = row;
  const you = principal.kind === "user" ? await lookAt(deps, principal, place.teamId, row) : null;
  return ok({ ...known, team, email, expiresAt, you });
}

export async function readInvite(
  db: Database["prisma"] | TenantTx,
  { teamId, inviteId }: { teamId: string; inviteId: string },
  now: Date,
): Promise<ReadInvite | null> {
  const row = await findInvite(db, teamId, inviteId);
  const role = row && roleOf(row.role);
  if (!row || !role) return null;
  const author = await findMember(db, teamId, row.createdBy);
  const authorRole = author && !author.removedAt ? roleOf(author.role) : null;
  const state = inviteState({ ...row, role }, authorRole, now);
  return { row, role, state, invitedBy: author?.name ?? "somebody who left" };
}

export function fitsAddress(invite: Pick<InviteRow, "email">, email: string): boolean {
  return invite.email === null || invite.email === email.trim().toLowerCase();
}

async function lookAt(
  deps: Pick<Deps, "db">,
  { userId, email }: { userId: string; email: string },
  teamId: string,
  row: InviteRow,
): Promise<InvitePage["you"]> {
  const member = await findMemberOfUser(deps.db.prisma, teamId, userId);
  const memberOf = member && !member.removedAt ? await findTeamSlug(deps.db.pool, teamId) : null;
  return { email, fits: fitsAddress(row, email), memberOf };
}
