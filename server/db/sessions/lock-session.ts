import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

const LOCK = statement(
  "session.lock_for_records",
  "SELECT 1 AS locked FROM session WHERE team_id = $1 AND id = $2 FOR NO KEY UPDATE",
);

/**
 * Until the transaction ends nobody else makes the one note or the one summary of this session. Taken before the
 * records of the session are looked for: a row that is not there yet cannot be locked.
 */
export async function lockSession(sql: TenantSql, teamId: string, sessionId: string): Promise<void> {
  await sql.query({ ...LOCK, values: [teamId, sessionId] });
}
