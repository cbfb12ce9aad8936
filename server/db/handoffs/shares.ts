import type { Database, TenantTx } from "../client";
import type { ProjectKey } from "../memory/project-key";

export interface NewShare {
  readonly id: string;
  readonly handoffNumber: number;
  readonly tokenHash: Uint8Array<ArrayBuffer>;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The link and the look-up that finds its team by hash. */
export async function insertShare(tx: TenantTx, { teamId, projectId }: ProjectKey, share: NewShare): Promise<void> {
  const { id, tokenHash } = share;
  await tx.shareLink.create({ data: { teamId, projectId, ...share }, select: { id: true } });
  await tx.lookupShareLink.create({ data: { tokenHash, teamId, shareLinkId: id }, select: { shareLinkId: true } });
}

export interface ShareRow {
  readonly id: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly views: number;
  readonly lastViewedAt: Date | null;
}

const MAX_LINKS = 100;

/** The newest hundred of a note, newest first. */
export async function listShares(db: Database, { teamId, projectId }: ProjectKey, number: number): Promise<ShareRow[]> {
  const { rows } = await db.pool.query<ShareRow>(
    `SELECT l.id, coalesce(m.name, '') AS "createdBy", l.created_at AS "createdAt", l.expires_at AS "expiresAt",
            l.revoked_at AS "revokedAt", l.view_count AS views, l.last_viewed_at AS "lastViewedAt"
       FROM share_link l
       LEFT JOIN member m ON m.team_id = l.team_id AND m.id = l.created_by
      WHERE l.team_id = $1 AND l.project_id = $2 AND l.handoff_number = $3
      ORDER BY l.created_at DESC, l.id DESC LIMIT ${MAX_LINKS}`,
    [teamId, projectId, number],
  );
  return rows;
}

/** Null when the note has no such link. `wasActive` is false when it was revoked before. */
export async function setShareRevoked(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  share: { readonly id: string; readonly handoffNumber: number; readonly now: Date },
): Promise<{ wasActive: boolean } | null> {
  const where = { teamId, projectId, id: share.id, handoffNumber: share.handoffNumber };
  const { count } = await tx.shareLink.updateMany({
    where: { ...where, revokedAt: null },
    data: { revokedAt: share.now },
  });
  if (count === 1) return { wasActive: true };
  const known = await tx.shareLink.findFirst({ where, select: { id: true } });
  return known && { wasActive: false };
}

/** The team of a token, before anything of that team is read. */
export async function findShareTeam(
  db: Database,
  tokenHash: Uint8Array,
): Promise<{ teamId: string; shareLinkId: string } | null> {
  const { rows } = await db.pool.query<{ teamId: string; shareLinkId: string }>(
    `SELECT team_id AS "teamId", share_link_id AS "shareLinkId" FROM lookup_share_link WHERE token_hash = $1`,
    [tokenHash],
  );
  return rows[0] ?? null;
}

export interface SharedRow {
  readonly projectId: string;
  readonly number: number;
  readonly expiresAt: Date;
  readonly sharedBy: string | null;
  readonly project: string;
  readonly timeZone: string;
}

/** Counts a look at a link that is good at `now`; null for one that expired, was revoked or lost its project. */
export async function countView(
  tx: TenantTx,
  link: { readonly teamId: string; readonly shareLinkId: string },
  now: Date,
): Promise<SharedRow | null> {
  const { teamId, shareLinkId: id } = link;
  const share = await tx.shareLink.findUnique({
    where: { teamId_id: { teamId, id } },
    select: {
      projectId: true,
      handoffNumber: true,
      expiresAt: true,
      createdBy: true,
      handoff: { select: { project: { select: { name: true, timeZone: true, deletingAt: true } } } },
    },
  });
  if (!share || share.handoff.project.deletingAt !== null) return null;
  const { count } = await tx.shareLink.updateMany({
    where: { teamId, id, revokedAt: null, expiresAt: { gt: now } },
    data: { viewCount: { increment: 1 }, lastViewedAt: now },
  });
  if (count === 0) return null;
  const member = await tx.member.findUnique({
    where: { teamId_id: { teamId, id: share.createdBy } },
    select: { name: true },
  });
  return {
    projectId: share.projectId,
    number: share.handoffNumber,
    expiresAt: share.expiresAt,
    sharedBy: member?.name ?? null,
    project: share.handoff.project.name,
    timeZone: share.handoff.project.timeZone,
  };
}
