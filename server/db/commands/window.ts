import type { TenantSql } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { statement } from "../sql/statement";

const SET_WINDOW = statement(
  "commands.set_window",
  `UPDATE session SET window_tokens = $4, updated_at = $5 WHERE team_id = $1 AND project_id = $2 AND number = $3`,
);

/**
 * Sets the size of a session's window; with null the model's counts. False when there is no such session. A client that
 * tells a size with its next upload has the last word, since it knows its window.
 */
export async function setSessionWindow(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  number: number,
  window: { readonly tokens: number | null; readonly now: Date },
): Promise<boolean> {
  const values = [teamId, projectId, number, window.tokens, window.now];
  return ((await sql.query({ ...SET_WINDOW, values })).rowCount ?? 0) > 0;
}
