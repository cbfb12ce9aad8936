import type { Database } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { int4Array } from "../sql/arrays";

export interface HoldingDecisionRow {
  readonly number: number;
  readonly status: string;
  readonly title: string;
  readonly decision: string;
  readonly reasoning: string;
  readonly updatedAt: Date;
}

/** The latest that are accepted or proposed, the newest first, with what was decided. */
export async function readLatestDecisions(
  db: Database,
  { teamId, projectId }: ProjectKey,
  limit: number,
): Promise<HoldingDecisionRow[]> {
  const { rows } = await db.pool.query<HoldingDecisionRow>(
    `SELECT d.number, d.status, v.title, v.decision, v.reasoning, d.updated_at AS "updatedAt"
       FROM decision d
       JOIN decision_version v ON v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number
                              AND v.version = d.version
      WHERE d.team_id = $1 AND d.project_id = $2 AND d.status IN ('accepted', 'proposed')
      ORDER BY d.number DESC LIMIT $3`,
    [teamId, projectId, limit],
  );
  return rows;
}

export type DecisionStandingRow = Pick<HoldingDecisionRow, "number" | "status" | "updatedAt">;

/** How these decisions stand now. */
export async function readDecisionStandings(
  db: Database,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
): Promise<DecisionStandingRow[]> {
  if (numbers.length === 0) return [];
  const { rows } = await db.pool.query<DecisionStandingRow>(
    `SELECT number, status, updated_at AS "updatedAt" FROM decision
      WHERE team_id = $1 AND project_id = $2 AND number = ANY($3::int4[]) ORDER BY number`,
    [teamId, projectId, int4Array(numbers)],
  );
  return rows;
}
