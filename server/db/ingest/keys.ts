import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

const PROJECT_IDS = statement(
  "key.project_ids",
  `SELECT project_ids AS "projectIds" FROM api_key WHERE team_id = $1 AND id = $2 AND revoked_at IS NULL`,
);

/** The projects that a key lists at this moment; none for a key that is gone. */
export async function findKeyProjectIds(sql: TenantSql, teamId: string, keyId: string): Promise<readonly string[]> {
  const { rows } = await sql.query<{ projectIds: string[] }>({ ...PROJECT_IDS, values: [teamId, keyId] });
  return rows[0]?.projectIds ?? [];
}
