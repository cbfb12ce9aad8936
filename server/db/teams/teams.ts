import type { Role } from "../../core/access/rights";
import type { SafeText } from "../../core/redact/safe-text";
import type { Database, TenantTx } from "../client";

type Reader = Database["prisma"];

export interface NewTeam {
  teamId: string;
  name: SafeText;
  slug: string;
  createdAt: Date;
}

/** Takes the slug for a team; false when another team has it. */
export async function claimTeamSlug(tx: TenantTx, slug: string, teamId: string): Promise<boolean> {
  const { count } = await tx.lookupTeamSlug.createMany({ data: [{ slug, teamId }], skipDuplicates: true });
  return count === 1;
}

export async function insertTeam(tx: TenantTx, team: NewTeam): Promise<void> {
  await tx.team.create({ data: team, select: { teamId: true } });
}

export interface NewMember {
  teamId: string;
  id: string;
  userId: string;
  name: SafeText;
  email: string;
  role: Role;
  createdAt: Date;
}

/** The member row and the look-up that finds a person's teams. */
export async function insertMember(tx: TenantTx, member: NewMember): Promise<void> {
  await tx.member.create({ data: member, select: { id: true } });
  await insertUserTeam(tx, member);
}

/** Makes the team one of the person's; harmless when it is already. */
export async function insertUserTeam(
  tx: TenantTx,
  { userId, teamId }: { readonly userId: string; readonly teamId: string },
): Promise<void> {
  await tx.lookupUserTeam.createMany({ data: [{ userId, teamId }], skipDuplicates: true });
}

export async function listTeamIdsOfUser(db: Reader, userId: string): Promise<string[]> {
  const rows = await db.lookupUserTeam.findMany({ where: { userId }, select: { teamId: true } });
  return rows.map(({ teamId }) => teamId);
}

export interface TeamOfUserRow {
  teamId: string;
  name: string;
  slug: string;
  createdAt: Date;
  role: string;
}

/** One team with the person's role; null when the person is no member (any more). */
export async function findTeamOfUser(db: Reader, teamId: string, userId: string): Promise<TeamOfUserRow | null> {
  const member = await db.member.findUnique({
    where: { teamId_userId: { teamId, userId } },
    select: {
      role: true,
      removedAt: true,
      team: { select: { teamId: true, name: true, slug: true, createdAt: true } },
    },
  });
  return member && !member.removedAt ? { ...member.team, role: member.role } : null;
}

export async function findTeamName(db: Reader, teamId: string): Promise<string | null> {
  const team = await db.team.findUnique({ where: { teamId }, select: { name: true } });
  return team?.name ?? null;
}

export async function findTeam(tx: TenantTx, teamId: string): Promise<{ name: string; slug: string } | null> {
  return tx.team.findUnique({ where: { teamId }, select: { name: true, slug: true } });
}

/** Changes the team's own fields; `claimTeamSlug` comes first when the slug changes. */
export async function updateTeam(
  tx: TenantTx,
  teamId: string,
  change: { name?: SafeText; slug?: string },
): Promise<void> {
  await tx.team.update({ where: { teamId }, data: change, select: { teamId: true } });
}

/** Gives a slug free for other teams. */
export async function releaseTeamSlug(tx: TenantTx, slug: string, teamId: string): Promise<void> {
  await tx.lookupTeamSlug.deleteMany({ where: { slug, teamId } });
}

export interface MemberRow {
  id: string;
  userId: string;
  name: string;
  email: string;
  role: string;
  createdAt: Date;
  projectMembers: { role: string; project: { slug: string; name: string } }[];
}

/** Who is in the team now, oldest first. */
export async function listMembers(db: Reader, teamId: string): Promise<MemberRow[]> {
  return db.member.findMany({
    where: { teamId, removedAt: null },
    select: {
      id: true,
      userId: true,
      name: true,
      email: true,
      role: true,
      createdAt: true,
      projectMembers: {
        where: { project: { deletingAt: null } },
        select: { role: true, project: { select: { slug: true, name: true } } },
      },
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}
