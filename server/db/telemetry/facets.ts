import type { ProjectScope } from "../../core/access/scope";
import type { Period } from "../../core/telemetry/range";
import type { Database } from "../client";

export interface FacetRow {
  readonly dimension: string;
  readonly value: string;
  readonly tokens: number;
}

/** What can be chosen in a range, by dimension, the largest first. Other filters do not narrow the choice. */
export async function readFacets(
  db: Database,
  scope: ProjectScope,
  period: Period,
  maxValues: number,
): Promise<FacetRow[]> {
  const { rows } = await db.pool.query<FacetRow>(
    `SELECT dimension, value, tokens::float8 AS tokens FROM (
       SELECT r.dimension, r.value, sum(r.added_tokens) AS tokens,
              row_number() OVER (PARTITION BY r.dimension ORDER BY sum(r.added_tokens) DESC, r.value) AS place
       FROM rollup_hour r
       WHERE r.team_id = $1::uuid AND r.project_id = $2::uuid AND r.hour >= $3 AND r.hour < $4 AND r.dimension <> ''
         AND r.added_events > 0
       GROUP BY 1, 2
     ) ranked
     WHERE place <= $5::int ORDER BY dimension, place`,
    [scope.teamId, scope.projectId, new Date(period.fromMs), new Date(period.toMs), maxValues],
  );
  return rows;
}

/**
 * Agents in order of their first appearance in the project: what fixes their colour. By number of session and not by
 * time, so that an import of older sessions recolours nothing.
 */
export async function readAgentOrder(db: Database, scope: ProjectScope): Promise<string[]> {
  const { rows } = await db.pool.query<{ agent: string }>(
    `SELECT r.value AS agent
     FROM session_slice r JOIN session s ON s.team_id = r.team_id AND s.id = r.session_id
     WHERE r.team_id = $1::uuid AND r.project_id = $2::uuid AND r.dimension = 'agent'
     GROUP BY 1 ORDER BY min(s.number), r.value <> 'main', 1 LIMIT 100`,
    [scope.teamId, scope.projectId],
  );
  return rows.map((row) => row.agent);
}
