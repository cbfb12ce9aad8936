import type { ProjectScope } from "../../core/access/scope";
import type { Database } from "../client";

export interface AgentSeenRow {
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
}

/** The first and last day on which an agent did something, of all time; days of the project's time zone. */
export async function readAgentSeen(db: Database, scope: ProjectScope, agent: string): Promise<AgentSeenRow> {
  const { rows } = await db.pool.query<AgentSeenRow>(
    `SELECT min(day) AS "firstAt", max(day) AS "lastAt" FROM rollup_day
     WHERE team_id = $1::uuid AND project_id = $2::uuid AND dimension = '' AND value = '' AND agent = $3
       AND added_events > 0`,
    [scope.teamId, scope.projectId, agent],
  );
  return rows[0] ?? { firstAt: null, lastAt: null };
}
