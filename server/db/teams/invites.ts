import type { Role } from "../../core/access/rights";
import type { Database, TenantTx } from "../client";

type Reader = Database["prisma"] | TenantTx;
type Hash = Uint8Array<ArrayBuffer>;

export interface NewInvite {
  id: string;
  email: string | null;
  role: Role;
  tokenHash: Hash;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/** The invitation and the look-up that finds its team by the token's hash. */
export async function insertInvite(tx: TenantTx, teamId: string, invite: NewInvite): Promise<void> {
  await tx.invite.create({ data: { teamId, ...invite }, select: { id: true } });
  await tx.lookupInvite.create({
    data: { tokenHash: invite.tokenHash, teamId, inviteId: invite.id },
    select: { inviteId: true },
  });
}

export async function findInvitePlace(
  db: Database["prisma"],
  tokenHash: Hash,
): Promise<{ teamId: string; inviteId: string } | null> {
  return db.lookupInvite.findUnique({ where: { tokenHash }, select: { teamId: true, inviteId: true } });
}

export interface InviteRow {
  id: string;
  email: string | null;
  role: string;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
  acceptedAt: Date | null;
  revokedAt: Date | null;
}

const COLUMNS = {
  id: true,
  email: true,
  role: true,
  createdBy: true,
  createdAt: true,
  expiresAt: true,
  acceptedAt: true,
  revokedAt: true,
} as const;

export async function findInvite(db: Reader, teamId: string, id: string): Promise<InviteRow | null> {
  return db.invite.findUnique({ where: { teamId_id: { teamId, id } }, select: COLUMNS });
}

/** Neither used nor revoked, newest first; some may be over. */
export async function listUnusedInvites(
  db: Reader,
  teamId: string,
  page: { readonly since: Date; readonly limit: number },
): Promise<InviteRow[]> {
  return db.invite.findMany({
    where: { teamId, acceptedAt: null, revokedAt: null, expiresAt: { gte: page.since } },
    select: COLUMNS,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: page.limit,
  });
}

export async function setInviteAccepted(tx: TenantTx, teamId: string, id: string, acceptedAt: Date): Promise<boolean> {
  const { count } = await tx.invite.updateMany({ where: { teamId, id, acceptedAt: null }, data: { acceptedAt } });
  return count === 1;
}

export async function setInviteRevoked(
  tx: TenantTx,
  teamId: string,
  id: string,
  revokedAt: Date | null,
): Promise<boolean> {
  const { count } = await tx.invite.updateMany({ where: { teamId, id, acceptedAt: null }, data: { revokedAt } });
  return count === 1;
}
