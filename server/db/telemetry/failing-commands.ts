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
    `SELECT f.number, f.title, o.occurrences,
            (SELECT count(DISTINCT x.session_id)::int FROM failure_occurrence x
              WHERE x.team_id = f.team_id AND x.project_id = f.project_id AND x.number = f.number
                AND x.occurred_at >= $3 AND x.occurred_at < $4) AS sessions
     FROM (SELECT number, count(*)::int AS occurrences FROM failure_occurrence
            WHERE team_id = $1::uuid AND project_id = $2::uuid AND occurred_at >= $3 AND occurred_at < $4
            GROUP BY number HAVING count(*) >= $5 ORDER BY 2 DESC, 1 LIMIT $6) o
     JOIN failure f ON f.team_id = $1::uuid AND f.project_id = $2::uuid AND f.number = o.number
     ORDER BY o.occurrences DESC, f.number`,
    [scope.teamId, scope.projectId, new Date(period.fromMs), new Date(period.toMs), minOccurrences, limit],
  );
  return rows;
}
