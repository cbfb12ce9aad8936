import type { Role } from "../../core/access/rights";
import type { SafeText } from "../../core/redact/safe-text";
import type { ProjectRole } from "../../core/teams/member-rules";
import type { Database, TenantTx } from "../client";

/**
 * Changes of who is in a team go one after another: each looks first at the others, so that a team never loses its
 * last owner and nobody joins twice. Uploads and reads are not held up by it.
 */
export async function lockMembership(tx: TenantTx, teamId: string): Promise<void> {
  await tx.$queryRaw`SELECT team_id FROM team WHERE team_id = ${teamId}::uuid FOR NO KEY UPDATE`;
}

export interface MemberRecord {
  id: string;
  userId: string;
  name: string;
  email: string;
  role: string;
  removedAt: Date | null;
}

const RECORD = { id: true, userId: true, name: true, email: true, role: true, removedAt: true } as const;

export async function findMember(
  tx: Database["prisma"] | TenantTx,
  teamId: string,
  id: string,
): Promise<MemberRecord | null> {
  return tx.member.findUnique({ where: { teamId_id: { teamId, id } }, select: RECORD });
}

/** Also one who left: a person has one row in a team for ever, so that what they wrote keeps its author. */
export async function findMemberOfUser(
  db: Database["prisma"] | TenantTx,
  teamId: string,
  userId: string,
): Promise<MemberRecord | null> {
  return db.member.findUnique({ where: { teamId_userId: { teamId, userId } }, select: RECORD });
}

export async function hasMemberWithEmail(db: Database["prisma"], teamId: string, email: string): Promise<boolean> {
  const where = { teamId, removedAt: null, email: { equals: email, mode: "insensitive" } } as const;
  return (await db.member.findFirst({ where, select: { id: true } })) !== null;
}

export async function countOwners(tx: TenantTx, teamId: string): Promise<number> {
  return tx.member.count({ where: { teamId, role: "owner", removedAt: null } });
}

export async function updateMember(
  tx: TenantTx,
  teamId: string,
  id: string,
  change: { role?: Role; name?: SafeText; email?: string; removedAt?: Date | null },
): Promise<void> {
  await tx.member.update({ where: { teamId_id: { teamId, id } }, data: change, select: { id: true } });
}

export async function deleteUserTeam(tx: TenantTx, teamId: string, userId: string): Promise<void> {
  await tx.lookupUserTeam.deleteMany({ where: { teamId, userId } });
}

type Override = { readonly projectId: string; readonly memberId: string };

export async function setProjectRole(
  tx: TenantTx,
  teamId: string,
  { projectId, memberId }: Override,
  row: { role: ProjectRole; createdAt: Date },
): Promise<void> {
  await tx.projectMember.upsert({
    where: { teamId_projectId_memberId: { teamId, projectId, memberId } },
    create: { teamId, projectId, memberId, ...row },
    update: { role: row.role },
    select: { role: true },
  });
}

export async function findProjectRole(tx: TenantTx, teamId: string, place: Override): Promise<string | null> {
  const row = await tx.projectMember.findUnique({
    where: { teamId_projectId_memberId: { teamId, ...place } },
    select: { role: true },
  });
  return row?.role ?? null;
}

/** One project's override, or all of them. */
export async function clearProjectRoles(
  tx: TenantTx,
  teamId: string,
  place: { readonly memberId: string; readonly projectId?: string },
): Promise<void> {
  await tx.projectMember.deleteMany({ where: { teamId, ...place } });
}
