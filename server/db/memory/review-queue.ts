import type { Database, TenantTx } from "../client";
import type { ProjectKey } from "./project-key";

/** Equal drafts beyond this stay for the next round. */
const MAX_ALIKE = 100;

export interface QueuedRow {
  /** The oldest of the equal ones. */
  readonly number: number;
  /** All of them, itself included. */
  readonly numbers: number[];
}

/** Drafts that say the same are one; the oldest first, behind a number. */
export async function readQueue(
  db: Database,
  { teamId, projectId }: ProjectKey,
  afterNumber: number,
  limit: number,
): Promise<QueuedRow[]> {
  const { rows } = await db.pool.query<QueuedRow>(
    `SELECT min(d.number) AS number, (array_agg(d.number ORDER BY d.number))[1:${MAX_ALIKE}] AS numbers
       FROM decision d
       JOIN decision_version v ON v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number
                              AND v.version = d.version
      WHERE d.team_id = $1 AND d.project_id = $2 AND d.status = 'draft'
      GROUP BY v.title, v.context, v.decision HAVING min(d.number) > $3::int
      ORDER BY 1 LIMIT $4::int`,
    [teamId, projectId, afterNumber, limit],
  );
  return rows;
}

/** How many there are to review, equal ones as one. */
export async function countQueue(db: Database, { teamId, projectId }: ProjectKey): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM decision d
         JOIN decision_version v ON v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number
                                AND v.version = d.version
        WHERE d.team_id = $1 AND d.project_id = $2 AND d.status = 'draft'
        GROUP BY v.title, v.context, v.decision) AS drafts`,
    [teamId, projectId],
  );
  return rows[0]?.count ?? 0;
}

interface Said {
  readonly title: string;
  readonly context: string;
  readonly decision: string;
}

/** Other decisions of this status whose newest version says the same. */
export async function readAlike(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  number: number,
  { title, context, decision }: Said,
  status: string,
): Promise<number[]> {
  const rows = await tx.$queryRaw<{ number: number }[]>`
    SELECT d.number FROM decision d
      JOIN decision_version v ON v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number
                             AND v.version = d.version
     WHERE d.team_id = ${teamId}::uuid AND d.project_id = ${projectId}::uuid AND d.status = ${status}
       AND d.number <> ${number}::int AND v.title = ${title} AND v.context = ${context} AND v.decision = ${decision}
     ORDER BY d.number LIMIT ${MAX_ALIKE}::int`;
  return rows.map((row) => row.number);
}
