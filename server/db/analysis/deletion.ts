import type { TenantSql } from "../client";
import { statement } from "../sql/statement";
import type { SessionKey } from "./session";

/**
 * Rows of a session, children before parents: there are no cascades, because a distributed Postgres deletes in the
 * order that it is told. Each statement removes at most a batch.
 */
const BATCH_ROWS = 3_000;

/** By the columns that lead each table's primary key. Verdicts and such hang on the runs of the session. */
const TABLES = [
  { table: "search_session", key: ["session_id"] },
  { table: "session_skill", key: ["cell"] },
  { table: "session_skill_day", key: ["day", "skill"] },
  { table: "event_state", key: ["entry_id"] },
  { table: "verdict", key: ["run_id", "entry_id"] },
  { table: "blocked_removal", key: ["run_id", "entry_id"] },
  { table: "summary", key: ["id"] },
  { table: "transition", key: ["id"] },
  { table: "pin", key: ["id"] },
  { table: "acknowledgement", key: ["entry_id"] },
  { table: "checkpoint", key: ["id"] },
  { table: "prune_run", key: ["id"] },
  { table: "epoch", key: ["thread", "number"] },
  { table: "workspace_mark", key: ["thread", "seq"] },
  { table: "boundary", key: ["thread", "seq", "kind"] },
  { table: "model_request", key: ["response_id"] },
  { table: "event", key: ["entry_id"] },
  { table: "thread", key: ["key"] },
] as const;

const DELETE_ROWS = TABLES.map(({ table, key }) => {
  const columns = key.join(", ");
  return statement(
    `delete.${table}`,
    `DELETE FROM ${table} WHERE team_id = $1 AND session_id = $2 AND (${columns}) IN (
       SELECT ${columns} FROM ${table} WHERE team_id = $1 AND session_id = $2 LIMIT ${BATCH_ROWS})`,
  );
});

/** Removes one batch of the session's rows; answers whether there was anything to remove. */
export async function deleteSessionRows(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<boolean> {
  for (const query of DELETE_ROWS) {
    const { rowCount } = await sql.query({ ...query, values: [teamId, sessionId] });
    if (rowCount) return true;
  }
  return false;
}

const DELETE_SESSION = statement("delete.session", "DELETE FROM session WHERE team_id = $1 AND id = $2");

export async function deleteSessionRow(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<void> {
  await sql.query({ ...DELETE_SESSION, values: [teamId, sessionId] });
}

const LOADS = statement(
  "delete.loads",
  `SELECT kind, skill, path, count(*)::int AS loads FROM event
    WHERE team_id = $1 AND session_id = $2 AND kind IN ('skill_load', 'rule_injection') GROUP BY kind, skill, path`,
);

export interface LoadCount {
  readonly kind: string;
  readonly skill: string | null;
  readonly path: string | null;
  readonly loads: number;
}

/** How often the session loaded each skill and rule. */
export async function countLoads(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<LoadCount[]> {
  return (await sql.query<LoadCount>({ ...LOADS, values: [teamId, sessionId] })).rows;
}

const UNLINK_FORKS = statement(
  "delete.unlink_forks",
  "UPDATE session SET forked_from_id = NULL WHERE team_id = $1 AND forked_from_id = $2",
);

/** Copies that were made of the session's history stay, without their origin. */
export async function unlinkForks(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<void> {
  await sql.query({ ...UNLINK_FORKS, values: [teamId, sessionId] });
}

const FIND_ORPHANS = statement(
  "orphan.find",
  `SELECT c.hash FROM content c
    WHERE c.team_id = $1 AND c.hash > $2
      AND NOT EXISTS (SELECT FROM event e WHERE e.team_id = c.team_id AND e.content_hash = c.hash)
    ORDER BY c.hash LIMIT $3`,
);
const LOCK_ORPHANS = statement(
  "orphan.lock",
  "SELECT hash FROM content WHERE team_id = $1 AND hash = ANY($2::bytea[]) ORDER BY hash FOR UPDATE SKIP LOCKED",
);
/** A second look under the lock: an upload that referred to the text meanwhile has finished, and is seen now. */
const DELETE_ORPHANS = statement(
  "orphan.delete",
  `DELETE FROM content c WHERE c.team_id = $1 AND c.hash = ANY($2::bytea[])
      AND NOT EXISTS (SELECT FROM event e WHERE e.team_id = c.team_id AND e.content_hash = c.hash)`,
);

/**
 * Removes a batch of texts that no event refers to, from behind `after` on. An upload that needs one of them holds a
 * lock on it, so it is skipped. Answers the last hash that was looked at; null at the end.
 */
export async function deleteOrphans(
  sql: TenantSql,
  teamId: string,
  after: Buffer,
  limit: number,
): Promise<{ last: Buffer | null; deleted: number }> {
  const found = await sql.query<{ hash: Buffer }>({ ...FIND_ORPHANS, values: [teamId, after, limit] });
  if (found.rows.length === 0) return { last: null, deleted: 0 };
  const hashes = found.rows.map((row) => row.hash);
  const locked = await sql.query<{ hash: Buffer }>({ ...LOCK_ORPHANS, values: [teamId, hashes] });
  const { rowCount } = await sql.query({ ...DELETE_ORPHANS, values: [teamId, locked.rows.map((row) => row.hash)] });
  return { last: found.rows.length < limit ? null : (hashes.at(-1) ?? null), deleted: rowCount ?? 0 };
}
