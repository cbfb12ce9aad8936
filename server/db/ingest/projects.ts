import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

export type SourceKind = "slug" | "git" | "root";
export interface ProjectSource {
  readonly kind: SourceKind;
  readonly value: string;
}

const BY_SLUG = statement("project.by_slug", "SELECT id FROM project WHERE team_id = $1 AND slug = $2");
const BY_SOURCE = statement(
  "project.by_source",
  "SELECT project_id AS id FROM project_source WHERE team_id = $1 AND kind = $2 AND value = $3",
);

/** The project that a source leads to. A slug is looked up among the projects themselves first. */
export async function findProjectBySource(
  sql: TenantSql,
  teamId: string,
  { kind, value }: ProjectSource,
): Promise<string | null> {
  if (kind === "slug") {
    const { rows } = await sql.query<{ id: string }>({ ...BY_SLUG, values: [teamId, value] });
    if (rows[0]) return rows[0].id;
  }
  const { rows } = await sql.query<{ id: string }>({ ...BY_SOURCE, values: [teamId, kind, value] });
  return rows[0]?.id ?? null;
}

/** Answers false when another project took the slug meanwhile. */
export async function insertProject(
  sql: TenantSql,
  teamId: string,
  project: { readonly id: string; readonly slug: string; readonly name: string; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `INSERT INTO project (team_id, id, slug, name, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (team_id, slug) DO NOTHING`,
    [teamId, project.id, project.slug, project.name, project.now],
  );
  return rowCount === 1;
}

export async function insertSource(
  sql: TenantSql,
  teamId: string,
  projectId: string,
  { kind, value }: ProjectSource,
  now: Date,
): Promise<void> {
  await sql.query(
    `INSERT INTO project_source (team_id, kind, value, project_id, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (team_id, kind, value) DO NOTHING`,
    [teamId, kind, value, projectId, now],
  );
}

/** A key that made a project may write to it. */
export async function addProjectToKey(sql: TenantSql, teamId: string, keyId: string, projectId: string): Promise<void> {
  await sql.query(
    `UPDATE api_key SET project_ids = array_append(project_ids, $3::uuid)
      WHERE team_id = $1 AND id = $2 AND NOT ($3::uuid = ANY(project_ids))`,
    [teamId, keyId, projectId],
  );
}
