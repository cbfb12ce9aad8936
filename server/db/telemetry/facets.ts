import type { ProjectScope } from "../../core/access/scope";
import { NO_FILTER } from "../../core/telemetry/filter";
import type { Period } from "../../core/telemetry/range";
import type { Database } from "../client";
import { ROOM_TO_HASH, rollupWhere, SqlParams } from "./where";

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
  const params = new SqlParams();
  const where = rollupWhere("session_rollup", scope, NO_FILTER, period, params);
  return db.withTenantSql(scope, async (sql) => {
    await sql.query(ROOM_TO_HASH);
    const { rows } = await sql.query<FacetRow>(
      `SELECT dimension, value, tokens FROM (
       SELECT g.*, row_number() OVER (PARTITION BY dimension ORDER BY tokens DESC, value) AS place FROM (
         SELECT CASE
             WHEN grouping(r.client) = 0 THEN 'client' WHEN grouping(r.agent) = 0 THEN 'agent'
             WHEN grouping(r.skill) = 0 THEN 'skill' WHEN grouping(r.tool) = 0 THEN 'tool'
             WHEN grouping(r.kind) = 0 THEN 'kind' WHEN grouping(r.model) = 0 THEN 'model'
             WHEN grouping(r.person) = 0 THEN 'person' WHEN grouping(r.branch) = 0 THEN 'branch'
             ELSE 'stage' END AS dimension,
           coalesce(r.client, r.agent, r.skill, r.tool, r.kind, r.model, r.person, r.branch, r.stage) AS value,
           sum(r.tokens)::float8 AS tokens
         FROM (
           SELECT r.client, r.agent, r.skill, r.tool, r.kind, r.model, r.person, r.branch, r.stage,
                  sum(r.tokens)::int8 AS tokens
           FROM session_rollup r
           WHERE ${where} AND r.pass = 'added'
           GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
         ) r
         GROUP BY GROUPING SETS ((r.client), (r.agent), (r.skill), (r.tool), (r.kind), (r.model), (r.person),
                                 (r.branch), (r.stage))
       ) g
     ) ranked
     WHERE place <= ${params.add(maxValues)}::int
     ORDER BY dimension, place`,
      params.values,
    );
    return rows;
  });
}

/**
 * Agents in order of their first appearance in the project: what fixes their colour. By number of session and not by
 * time, so that an import of older sessions recolours nothing.
 */
export async function readAgentOrder(db: Database, scope: ProjectScope): Promise<string[]> {
  const { rows } = await db.pool.query<{ agent: string }>(
    `SELECT CASE WHEN t.auxiliary THEN 'auxiliary' ELSE coalesce(t.agent, t.key) END AS agent
     FROM session s JOIN thread t ON t.team_id = s.team_id AND t.session_id = s.id
     WHERE s.team_id = $1::uuid AND s.project_id = $2::uuid
     GROUP BY 1 ORDER BY min(s.number), min(t.parent_key) IS NOT NULL, 1 LIMIT 100`,
    [scope.teamId, scope.projectId],
  );
  return rows.map((row) => row.agent);
}
