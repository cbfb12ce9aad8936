import type { TenantSql } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { statement } from "../sql/statement";

export interface RuleInForceRow {
  readonly kind: "constraint" | "preference";
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly reason: string;
  readonly affectedPaths: string[];
}

/** More than this no agent keeps in mind; the newest are taken. */
const MAX_RULES = 200;

const IN_FORCE = statement(
  "rules.in_force",
  `(SELECT 'constraint' AS kind, c.number, v.title, v.rule AS text, v.reason, v.affected_paths AS "affectedPaths"
      FROM constraint_record c
      JOIN constraint_version v ON v.team_id = c.team_id AND v.project_id = c.project_id AND v.number = c.number
                               AND v.version = c.version
     WHERE c.team_id = $1 AND c.project_id = $2 AND c.status = 'active'
     ORDER BY c.number DESC LIMIT $3)
   UNION ALL
   (SELECT 'preference', p.number, v.title, v.text, '', '{}'
      FROM preference p
      JOIN preference_version v ON v.team_id = p.team_id AND v.project_id = p.project_id AND v.number = p.number
                               AND v.version = p.version
     WHERE p.team_id = $1 AND p.project_id = $2 AND p.status = 'active'
     ORDER BY p.number DESC LIMIT $3)`,
);

/** What is active: constraints first, the newest of each kind first. */
export async function readRulesInForce(sql: TenantSql, { teamId, projectId }: ProjectKey): Promise<RuleInForceRow[]> {
  return (await sql.query<RuleInForceRow>({ ...IN_FORCE, values: [teamId, projectId, MAX_RULES] })).rows;
}
