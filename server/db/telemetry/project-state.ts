import type { ProjectScope } from "../../core/access/scope";
import type { Database } from "../client";

export interface ProjectStateRow {
  readonly sessions: number;
  readonly firstAt: Date | null;
  readonly lastAt: Date | null;
  /** Sessions whose newest upload the analysis has not seen, and since when the longest of them waits. */
  readonly waiting: number;
  readonly oldestWaitingAt: Date | null;
  /** Sessions whose last analysis failed. */
  readonly failed: number;
  readonly updatedAt: Date | null;
}

export async function readProjectState(db: Database, scope: ProjectScope): Promise<ProjectStateRow> {
  const { rows } = await db.pool.query<ProjectStateRow>(
    `SELECT count(*)::int AS sessions, min(started_at) AS "firstAt", max(last_event_at) AS "lastAt",
            count(*) FILTER (WHERE ingest_revision > analysed_revision)::int AS waiting,
            min(updated_at) FILTER (WHERE ingest_revision > analysed_revision) AS "oldestWaitingAt",
            count(*) FILTER (WHERE analysis_error IS NOT NULL)::int AS failed,
            max(updated_at) AS "updatedAt"
     FROM session WHERE team_id = $1::uuid AND project_id = $2::uuid`,
    [scope.teamId, scope.projectId],
  );
  const row = rows[0];
  if (!row) throw new Error("An aggregate without GROUP BY gave no row.");
  return row;
}
