import type { Database } from "../client";
import type { ProjectKey } from "../projects/deletion";

/** False when the project is gone or being removed. */
export async function isProjectThere(db: Database, { teamId, projectId }: ProjectKey): Promise<boolean> {
  const found = await db.prisma.project.findFirst({
    where: { teamId, id: projectId, deletingAt: null },
    select: { id: true },
  });
  return found !== null;
}

/**
 * Projects with a session that was not indexed, or without an index. Reads across teams: only a worker at its start
 * asks, and hands each project's work to a job of its own.
 */
export async function listProjectsToIndex(db: Database): Promise<ProjectKey[]> {
  const { rows } = await db.pool.query<ProjectKey>(
    `SELECT p.team_id AS "teamId", p.id AS "projectId" FROM project p
      WHERE p.deleting_at IS NULL
        AND (NOT EXISTS (SELECT FROM search_project x WHERE x.team_id = p.team_id AND x.project_id = p.id)
             OR EXISTS (SELECT FROM session s
                          LEFT JOIN search_session i ON i.team_id = s.team_id AND i.session_id = s.id
                         WHERE s.team_id = p.team_id AND s.project_id = p.id
                           AND i.revision IS DISTINCT FROM s.ingest_revision))
      ORDER BY p.team_id, p.id`,
  );
  return rows;
}
