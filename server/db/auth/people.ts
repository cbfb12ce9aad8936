import type { Database } from "../client";

type Db = Pick<Database, "prisma" | "pool">;

/** People as sign-in knows them; they may be in any number of teams, or in none. */
export async function hasPeople({ prisma }: Db): Promise<boolean> {
  return (await prisma.authUser.findFirst({ select: { id: true } })) !== null;
}

export async function findPersonByEmail(
  { prisma }: Db,
  email: string,
): Promise<{ id: string; name: string; email: string } | null> {
  return prisma.authUser.findUnique({ where: { email }, select: { id: true, name: true, email: true } });
}

export async function findPersonById(
  { prisma }: Db,
  id: string,
): Promise<{ id: string; name: string; email: string } | null> {
  return prisma.authUser.findUnique({ where: { id }, select: { id: true, name: true, email: true } });
}

/** Addresses of people, the oldest account first. */
export async function listPeople({ prisma }: Db, limit: number): Promise<string[]> {
  const rows = await prisma.authUser.findMany({ select: { email: true }, orderBy: { createdAt: "asc" }, take: limit });
  return rows.map(({ email }) => email);
}

export async function hasPassword({ prisma }: Db, userId: string): Promise<boolean> {
  const where = { userId, password: { not: null } };
  return (await prisma.authAccount.findFirst({ where, select: { id: true } })) !== null;
}

export async function insertPerson(
  { prisma }: Db,
  person: { id: string; name: string; email: string; at: Date },
): Promise<void> {
  const { at, ...columns } = person;
  await prisma.authUser.create({ data: { ...columns, createdAt: at, updatedAt: at }, select: { id: true } });
}

/** Whether the person could come in without a link: signed in somewhere, or has a password. */
export async function hasWayIn(db: Db, userId: string, now: Date): Promise<boolean> {
  const [session, password] = await Promise.all([
    db.prisma.authSession.findFirst({ where: { userId, expiresAt: { gt: now } }, select: { id: true } }),
    hasPassword(db, userId),
  ]);
  return session !== null || password;
}

/** Stores a link and takes away the person's earlier ones. */
export async function replaceLink(
  { prisma }: Db,
  link: { id: string; prefix: string; identifier: string; userId: string; expiresAt: Date; at: Date },
): Promise<void> {
  const { id, prefix, identifier, userId, expiresAt, at } = link;
  await prisma.$transaction([
    prisma.authVerification.deleteMany({ where: { value: userId, identifier: { startsWith: prefix } } }),
    prisma.authVerification.create({
      data: { id, identifier, value: userId, expiresAt, createdAt: at, updatedAt: at },
      select: { id: true },
    }),
  ]);
}

export interface LinkRow {
  userId: string;
  expiresAt: Date;
}

export async function findLink({ pool }: Db, identifier: string): Promise<LinkRow | null> {
  const { rows } = await pool.query<LinkRow>(
    `SELECT value AS "userId", expires_at AS "expiresAt" FROM auth_verification WHERE identifier = $1`,
    [identifier],
  );
  return rows[0] ?? null;
}

/** Takes a link away and says whose it was. One DELETE decides a race: a row can be taken away only once. */
export async function takeLink({ pool }: Db, identifier: string): Promise<LinkRow | null> {
  const { rows } = await pool.query<LinkRow>(
    `DELETE FROM auth_verification WHERE identifier = $1 RETURNING value AS "userId", expires_at AS "expiresAt"`,
    [identifier],
  );
  return rows[0] ?? null;
}
