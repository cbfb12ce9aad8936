import type { Database } from "../client";

interface ProjectKey {
  readonly teamId: string;
  readonly projectId: string;
}

export interface JudgedRow {
  /** Null: not analysed yet. */
  readonly version: number | null;
  readonly sessions: number;
}

/** How many sessions of the project each version of the policy has judged. */
export async function countJudged(db: Database, { teamId, projectId }: ProjectKey): Promise<JudgedRow[]> {
  const { rows } = await db.pool.query<JudgedRow>(
    `SELECT analysed_policy_version AS version, count(*)::int AS sessions FROM session
      WHERE team_id = $1 AND project_id = $2 GROUP BY 1 ORDER BY 1 DESC NULLS FIRST`,
    [teamId, projectId],
  );
  return rows;
}

export interface RecentSessionRow {
  readonly id: string;
  readonly number: number;
  readonly title: string | null;
  readonly client: string;
  readonly eventCount: number;
  readonly lastEventAt: Date;
  readonly peakContextTokens: number | null;
}

/** The sessions with the newest events first; those without an event are left out. */
export async function listRecentSessions(
  db: Database,
  { teamId, projectId }: ProjectKey,
  limit: number,
): Promise<RecentSessionRow[]> {
  const { rows } = await db.pool.query<RecentSessionRow>(
    `SELECT id, number, title, client, event_count AS "eventCount", last_event_at AS "lastEventAt",
            peak_context_tokens AS "peakContextTokens"
       FROM session WHERE team_id = $1 AND project_id = $2 AND event_count > 0
      ORDER BY last_event_at DESC, id DESC LIMIT $3`,
    [teamId, projectId, limit],
  );
  return rows;
}
