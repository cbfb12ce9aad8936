import type { ProjectScope } from "../../core/access/scope";
import type { Period } from "../../core/telemetry/range";
import type { Database } from "../client";

export interface FailingCommandRow {
  readonly number: number;
  readonly title: string;
  readonly occurrences: number;
  readonly sessions: number;
}

/** Failures by how often they occurred in a range; `minOccurrences` keeps single slips out. */
export async function readFailingCommands(
  db: Database,
  scope: ProjectScope,
  period: Period,
  minOccurrences: number,
  limit: number,
): Promise<FailingCommandRow[]> {
  const { rows } = await db.pool.query<FailingCommandRow>(
    `SELECT f.number, f.title, count(*)::int AS occurrences, count(DISTINCT o.session_id)::int AS sessions
     FROM failure f
     JOIN failure_occurrence o ON o.team_id = f.team_id AND o.project_id = f.project_id AND o.number = f.number
     WHERE f.team_id = $1::uuid AND f.project_id = $2::uuid AND o.occurred_at >= $3 AND o.occurred_at < $4
     GROUP BY f.number, f.title HAVING count(*) >= $5
     ORDER BY occurrences DESC, f.number LIMIT $6`,
    [scope.teamId, scope.projectId, new Date(period.fromMs), new Date(period.toMs), minOccurrences, limit],
  );
  return rows;
}
