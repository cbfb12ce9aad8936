import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

export interface LoadSession {
  readonly id: string;
  readonly model: string | null;
  readonly windowTokens: number | null;
  readonly stage: string | null;
  readonly stageTold: boolean;
  readonly peakContextTokens: number | null;
}

const SESSION = statement(
  "catalogue.session",
  `SELECT id, model, window_tokens AS "windowTokens", stage, stage_told AS "stageTold",
          peak_context_tokens AS "peakContextTokens"
     FROM session WHERE team_id = $1 AND project_id = $2 AND number = $3`,
);

export async function readLoadSession(
  sql: TenantSql,
  { teamId, projectId }: { readonly teamId: string; readonly projectId: string },
  number: number,
): Promise<LoadSession | null> {
  return (await sql.query<LoadSession>({ ...SESSION, values: [teamId, projectId, number] })).rows[0] ?? null;
}

const STAGE = statement(
  "catalogue.session_stage",
  `SELECT s.stage, s.stage_told AS told
     FROM event e JOIN event_state s ON s.team_id = e.team_id AND s.session_id = e.session_id AND s.entry_id = e.entry_id
    WHERE e.team_id = $1 AND e.session_id = $2 AND e.thread = 'main' ORDER BY e.seq DESC LIMIT 1`,
);

/** The stage of the newest judged event of the main thread; null before the first analysis. */
export async function readSessionStage(
  sql: TenantSql,
  teamId: string,
  sessionId: string,
): Promise<{ stage: string; told: boolean } | null> {
  const { rows } = await sql.query<{ stage: string; told: boolean }>({ ...STAGE, values: [teamId, sessionId] });
  return rows[0] ?? null;
}

const HELD = statement(
  "catalogue.session_held",
  `SELECT DISTINCT e.kind, e.skill, e.path
     FROM event e
     LEFT JOIN LATERAL (
       SELECT * FROM event_state s
       WHERE s.team_id = e.team_id AND s.session_id = e.session_id AND s.entry_id = e.entry_id OFFSET 0
     ) s ON true
    WHERE e.team_id = $1 AND e.session_id = $2 AND e.thread = 'main' AND e.kind = ANY('{skill_load,rule_injection}')
      AND COALESCE(s.in_context AND s.visible, true)`,
);

/** Rules and skills that the main thread's window holds now. */
export async function readHeldItems(
  sql: TenantSql,
  teamId: string,
  sessionId: string,
): Promise<{ kind: string; skill: string | null; path: string | null }[]> {
  const { rows } = await sql.query<{ kind: string; skill: string | null; path: string | null }>({
    ...HELD,
    values: [teamId, sessionId],
  });
  return rows;
}
