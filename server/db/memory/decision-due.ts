import type { Database, TenantTx } from "../client";
import type { ProjectKey } from "./project-key";

/**
 * A path that the newest file index should have and has not: a relative path of a file, of a kind that the index knows.
 * Folders, globs and files outside the repository are never called gone. `$1` and `$2` are team and project.
 */
function isGone(path: string): string {
  return `(${path} ~ '^[^/~*?{: ][^*?{: ]*\\.[A-Za-z0-9]{1,10}$' AND ${path} !~ '(^|/)\\.{1,2}/'
      AND substring(${path} from '\\.([A-Za-z0-9]{1,10})$') = ANY ((SELECT array_agg(DISTINCT substring(known.path from '\\.([A-Za-z0-9]{1,10})$'))
            FROM project_file known WHERE known.team_id = $1::uuid AND known.project_id = $2::uuid)::text[])
      AND NOT EXISTS (SELECT 1 FROM project_file f
                       WHERE f.team_id = $1::uuid AND f.project_id = $2::uuid AND f.path = ${path}))`;
}

/**
 * SQL of "a review is due" over the record `r` and its newest version `v`: what core/decisions/review-due.ts says in
 * words, one condition for lists and counts. `before` is the instant from which on a look is recent enough.
 */
export function isDue(before: string): string {
  return `(r.status = 'accepted' AND (r.reviewed_at IS NULL OR r.reviewed_at < ${before}) AND (
      (coalesce(v.decided_on, r.created_at) < ${before} AND v.confidence ~* '^\\s*(low|medium)')
      OR (v.risk ~* '^\\s*high' AND v.evidence = '[]'::jsonb)
      OR EXISTS (SELECT 1 FROM unnest(v.affected_paths) AS gone(path) WHERE ${isGone("gone.path")})))`;
}

/** Those of the paths that are gone. */
export async function readGonePaths(
  db: Database,
  { teamId, projectId }: ProjectKey,
  paths: readonly string[],
): Promise<string[]> {
  if (paths.length === 0) return [];
  const { rows } = await db.pool.query<{ path: string }>(
    `SELECT DISTINCT gone.path FROM unnest($3::text[]) AS gone(path) WHERE ${isGone("gone.path")} ORDER BY 1`,
    [teamId, projectId, paths],
  );
  return rows.map((row) => row.path);
}

export interface ReviewedRow {
  readonly number: number;
  readonly createdAt: Date;
  readonly reviewedAt: Date | null;
  readonly reviewedBy: string | null;
}

export async function readReviewed(
  db: Database,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
): Promise<ReviewedRow[]> {
  return db.prisma.decision.findMany({
    where: { teamId, projectId, number: { in: [...numbers] } },
    select: { number: true, createdAt: true, reviewedAt: true, reviewedBy: true },
  });
}

/** Somebody said that it still holds. */
export async function setReviewed(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  number: number,
  reviewed: { readonly at: Date; readonly by: string },
): Promise<void> {
  await tx.decision.updateMany({
    where: { teamId, projectId, number },
    data: { reviewedAt: reviewed.at, reviewedBy: reviewed.by },
  });
}
