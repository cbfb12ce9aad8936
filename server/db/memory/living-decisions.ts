import type { Database } from "../client";
import type { ProjectKey } from "./project-key";

export interface LivingRow {
  readonly number: number;
  readonly status: string;
  readonly title: string;
  readonly context: string;
  readonly decision: string;
  readonly alternatives: unknown;
  readonly affectedPaths: string[];
  readonly supersedes: number[];
  readonly amends: number[];
  readonly evidence: unknown;
}

/** Decisions that hold or may come to hold, the newest first. */
export async function readLivingDecisions(
  db: Database,
  { teamId, projectId }: ProjectKey,
  limit: number,
): Promise<LivingRow[]> {
  const { rows } = await db.pool.query<LivingRow>(
    `SELECT d.number, d.status, v.title, v.context, v.decision, v.alternatives, v.affected_paths AS "affectedPaths",
            v.supersedes, v.amends, v.evidence
       FROM decision d
       JOIN decision_version v ON v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number
                              AND v.version = d.version
      WHERE d.team_id = $1 AND d.project_id = $2 AND d.status IN ('draft', 'proposed', 'accepted')
      ORDER BY d.number DESC LIMIT $3::int`,
    [teamId, projectId, limit],
  );
  return rows;
}
