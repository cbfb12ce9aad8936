import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

const BY_SLUG = statement("project.by_slug", "SELECT id FROM project WHERE team_id = $1 AND slug = $2");
const BY_SOURCE = statement(
  "project.by_source",
  "SELECT project_id AS id FROM project_source WHERE team_id = $1 AND kind = $2 AND value = $3",
);

/** The project with this slug (`kind: "slug"`), or the one that a remote or folder was attached to. */
export async function findProjectId(
  sql: TenantSql,
  teamId: string,
  kind: string,
  value: string,
): Promise<string | null> {
  const query =
    kind === "slug" ? { ...BY_SLUG, values: [teamId, value] } : { ...BY_SOURCE, values: [teamId, kind, value] };
  const { rows } = await sql.query<{ id: string }>(query);
  return rows[0]?.id ?? null;
}
