import type { Database } from "../client";
import { int4Array } from "../sql/arrays";
import type { ProjectKey } from "./project-key";

export interface SuccessorRow {
  /** The decision that is replaced. */
  readonly old: number;
  readonly relation: "supersedes" | "amends";
  readonly number: number;
  readonly title: string;
  readonly status: string;
}

/** A chain that is longer has been followed far enough. */
const MAX_STEPS = 50;
const MAX_ROWS = 2_000;

/**
 * What replaces each of these decisions, whole or in part, in its newest version. Where a successor was superseded in
 * its turn, the one behind it counts as well, so that a chain always leads to what holds now.
 */
export async function readSuccessors(
  db: Database,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
): Promise<SuccessorRow[]> {
  if (numbers.length === 0) return [];
  const { rows } = await db.pool.query<SuccessorRow>(
    `WITH RECURSIVE edge AS MATERIALIZED (
       SELECT x.old, x.relation, d.number, d.title, d.status
         FROM decision d
         JOIN decision_version v ON v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number
                                AND v.version = d.version
        CROSS JOIN LATERAL (SELECT unnest(v.supersedes) AS old, 'supersedes' AS relation
                            UNION ALL SELECT unnest(v.amends), 'amends') AS x
        WHERE d.team_id = $1 AND d.project_id = $2 AND (v.supersedes <> '{}' OR v.amends <> '{}')
          AND d.status <> 'rejected'),
     chain AS (
       SELECT e.old, e.relation, e.number, e.title, e.status, 1 AS step FROM edge e WHERE e.old = ANY($3::int4[])
       UNION
       SELECT c.old, c.relation, e.number, e.title, e.status, c.step + 1
         FROM chain c JOIN edge e ON e.old = c.number
        WHERE c.status = 'superseded' AND e.relation = 'supersedes' AND c.step < ${MAX_STEPS})
     SELECT DISTINCT old, relation, number, title, status FROM chain ORDER BY old, number LIMIT ${MAX_ROWS}`,
    [teamId, projectId, int4Array(numbers)],
  );
  return rows;
}
