import { ALL_PROJECTS } from "../../core/access/key-projects";
import type { ProjectScope } from "../../core/access/scope";
import type { Database } from "../client";

export interface SetupProgressRow {
  readonly hasKey: boolean;
  readonly keyUsed: boolean;
  readonly sessions: number;
  readonly analysed: number;
  readonly hasTeammate: boolean;
}

/** One look at what exists; `memberId` is whose keys count. */
export async function readSetupProgress(
  db: Database,
  scope: ProjectScope,
  memberId: string | null,
  now: Date,
): Promise<SetupProgressRow> {
  const { rows } = await db.pool.query<SetupProgressRow>(
    `SELECT k."hasKey", k."keyUsed", s.sessions, s.analysed,
            (SELECT count(*) FROM member m WHERE m.team_id = $1::uuid AND m.removed_at IS NULL) > 1
            OR EXISTS (SELECT 1 FROM invite i WHERE i.team_id = $1::uuid AND i.accepted_at IS NULL
                          AND i.revoked_at IS NULL AND i.expires_at > $4::timestamptz) AS "hasTeammate"
       FROM (SELECT count(*) > 0 AS "hasKey", coalesce(bool_or(last_used_at IS NOT NULL), false) AS "keyUsed"
               FROM api_key
              WHERE team_id = $1::uuid AND member_id = $3::uuid AND revoked_at IS NULL
                AND (expires_at IS NULL OR expires_at > $4::timestamptz) AND 'ingest' = ANY (scopes)
                AND project_ids && ARRAY[$2::uuid, '${ALL_PROJECTS}'::uuid]) k,
            (SELECT count(*)::int AS sessions, count(*) FILTER (WHERE analysed_at IS NOT NULL)::int AS analysed
               FROM session WHERE team_id = $1::uuid AND project_id = $2::uuid) s`,
    [scope.teamId, scope.projectId, memberId, now],
  );
  const row = rows[0];
  if (!row) throw new Error("Two aggregates without GROUP BY gave no row.");
  return row;
}
