import type { ProjectScope } from "../../core/access/scope";
import type { Period } from "../../core/telemetry/range";
import type { Database } from "../client";

export interface FailingCommandRow {
  readonly number: number;
  readonly title: string;
  readonly occurrences: number;
  readonly sessions: number;
}

/** Failures by how often they occurred, in a period or at all; `minOccurrences` keeps single slips out. */
export async function readFailingCommands(
  db: Database,
  { teamId, projectId }: ProjectScope,
  period: Period | null,
  minOccurrences: number,
  limit: number,
): Promise<FailingCommandRow[]> {
  const values: unknown[] = [teamId, projectId, minOccurrences, limit];
  if (period !== null) values.push(new Date(period.fromMs), new Date(period.toMs));
  const { rows } = await db.pool.query<FailingCommandRow>(period === null ? OF_ALL_TIME : OF_A_PERIOD, values);
  return rows;
}

const OF_ALL_TIME = `SELECT number, title, occurrences, sessions FROM failure
     WHERE team_id = $1::uuid AND project_id = $2::uuid AND occurrences >= $3 AND merged_into IS NULL
     ORDER BY occurrences DESC, number LIMIT $4`;

const OF_A_PERIOD = `SELECT f.number, f.title, o.occurrences,
            (SELECT count(DISTINCT x.session_id)::int FROM failure_occurrence x
              WHERE x.team_id = f.team_id AND x.project_id = f.project_id AND x.number = f.number
                AND x.occurred_at >= $5 AND x.occurred_at < $6) AS sessions
     FROM (SELECT number, count(*)::int AS occurrences FROM failure_occurrence
            WHERE team_id = $1::uuid AND project_id = $2::uuid AND occurred_at >= $5 AND occurred_at < $6
            GROUP BY number HAVING count(*) >= $3 ORDER BY 2 DESC, 1 LIMIT $4) o
     JOIN failure f ON f.team_id = $1::uuid AND f.project_id = $2::uuid AND f.number = o.number
     ORDER BY o.occurrences DESC, f.number`;
