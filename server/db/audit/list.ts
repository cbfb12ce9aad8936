import type { Database } from "../client";
import type { Prisma } from "../generated/client";

type Reader = Database["prisma"];

export interface AuditRow {
  id: string;
  occurredAt: Date;
  actorKind: string;
  actor: string;
  action: string;
  subject: string;
  projectId: string | null;
  detail: Prisma.JsonValue;
}

export interface AuditFilter {
  /** Ids of a member and of their keys, or `system`; null is everybody. */
  readonly actors: readonly string[] | null;
  /** `key.revoked`, or a whole room: `key.`; null is everything. */
  readonly action: string | null;
  /** `DEC-014`, or the id of what it happened to; null is anything. */
  readonly subject: string | null;
  readonly projectId: string | null;
  /** Included, and not included. */
  readonly from: Date | null;
  readonly until: Date | null;
}

export interface AuditPlace {
  readonly occurredAt: Date;
  readonly id: string;
}

/** A page of entries, newest first, from behind `after` on. */
export async function listAuditEntries(
  db: Reader,
  teamId: string,
  filter: AuditFilter,
  page: { readonly after: AuditPlace | null; readonly limit: number },
): Promise<AuditRow[]> {
  const { after, limit } = page;
  return db.auditEntry.findMany({
    where: { teamId, AND: [conditionsOf(filter), after === null ? {} : behind(after)] },
    select: {
      id: true,
      occurredAt: true,
      actorKind: true,
      actor: true,
      action: true,
      subject: true,
      projectId: true,
      detail: true,
    },
    orderBy: [{ occurredAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

function conditionsOf({ actors, action, subject, projectId, from, until }: AuditFilter): Prisma.AuditEntryWhereInput {
  return {
    ...(actors ? { actor: { in: [...actors] } } : {}),
    ...(action ? { action: action.endsWith(".") ? { startsWith: action } : action } : {}),
    ...(subject ? { subject } : {}),
    ...(projectId ? { projectId } : {}),
    ...(from || until ? { occurredAt: { ...(from ? { gte: from } : {}), ...(until ? { lt: until } : {}) } } : {}),
  };
}

/** The first bound lets the index be entered at the right place; the second is exact. */
function behind({ occurredAt, id }: AuditPlace): Prisma.AuditEntryWhereInput {
  return { occurredAt: { lte: occurredAt }, OR: [{ occurredAt: { lt: occurredAt } }, { occurredAt, id: { lt: id } }] };
}

/** Every action that was ever noted in the team. */
export async function listAuditActions(db: Reader, teamId: string): Promise<string[]> {
  const rows = await db.auditEntry.groupBy({ by: ["action"], where: { teamId }, orderBy: { action: "asc" } });
  return rows.map(({ action }) => action);
}

export interface AuditActors {
  members: { id: string; name: string; removedAt: Date | null }[];
  keys: { id: string; name: string; memberId: string }[];
}

/** Everybody who is or was in the team, and their keys: who entries can name. */
export async function listAuditActors(db: Reader, teamId: string): Promise<AuditActors> {
  const [members, keys] = await Promise.all([
    db.member.findMany({
      where: { teamId },
      select: { id: true, name: true, removedAt: true },
      orderBy: [{ name: "asc" }, { id: "asc" }],
    }),
    db.apiKey.findMany({ where: { teamId }, select: { id: true, name: true, memberId: true } }),
  ]);
  return { members, keys };
}
