import type { TenantSql } from "../client";
import { statement } from "./statement";

/**
 * `session_skill_day` is the coarser twin of `session_skill`: a session's days by skill, so that the use of skills is
 * charted from a fraction of the rows. A session has few of them, so they are written anew whenever their source, or
 * the time zone of their days, has changed, in the same transaction.
 */

const REMOVE = statement("skill_day.remove", "DELETE FROM session_skill_day WHERE team_id = $1 AND session_id = $2");

const ADD_UP = statement(
  "skill_day.add_up",
  `INSERT INTO session_skill_day (team_id, session_id, day, skill, project_id, client, person, loads, load_tokens, names,
          referred, last_loaded_at)
   SELECT k.team_id, k.session_id, date_trunc('day', k.hour, $3::text) AS day, k.skill, k.project_id, min(k.client),
          min(k.person), sum(k.loads)::int4, sum(k.load_tokens)::int8, max(k.names), bool_or(k.referred),
          max(k.last_loaded_at)
     FROM session_skill k WHERE k.team_id = $1::uuid AND k.session_id = $2::uuid
    GROUP BY k.team_id, k.session_id, 3, k.skill, k.project_id`,
);

export async function recountSkillDays(
  sql: TenantSql,
  { teamId, sessionId }: { readonly teamId: string; readonly sessionId: string },
  timeZone: string,
): Promise<void> {
  await sql.query({ ...REMOVE, values: [teamId, sessionId] });
  await sql.query({ ...ADD_UP, values: [teamId, sessionId, timeZone] });
}
