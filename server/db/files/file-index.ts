import type { SafeText } from "../../core/redact/safe-text";
import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

interface ProjectKey {
  readonly teamId: string;
  readonly projectId: string;
}

/** Ids are UUIDv7, so their order is the order in which indexes began. */
export interface FileIndexRow {
  readonly id: string;
  readonly head: string | null;
  readonly branch: string | null;
  readonly files: number;
  readonly indexedBy: string;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

const COLUMNS = `id, head, branch, files, indexed_by AS "indexedBy", started_at AS "startedAt", finished_at AS "finishedAt"`;

const INSERT = statement(
  "files.start_index",
  `INSERT INTO file_index (team_id, id, project_id, head, branch, indexed_by, started_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

export async function insertFileIndex(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  index: {
    readonly id: string;
    readonly head: SafeText | null;
    readonly branch: SafeText | null;
    readonly indexedBy: SafeText;
    readonly now: Date;
  },
): Promise<void> {
  const { id, head, branch, indexedBy, now } = index;
  await sql.query({ ...INSERT, values: [teamId, id, projectId, head, branch, indexedBy, now] });
}

const LOCK = statement(
  "files.lock_index",
  `SELECT ${COLUMNS} FROM file_index WHERE team_id = $1 AND project_id = $2 AND id = $3 FOR UPDATE`,
);

/** Null when the project has no such index. */
export async function lockFileIndex(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  id: string,
): Promise<FileIndexRow | null> {
  const { rows } = await sql.query<FileIndexRow>({ ...LOCK, values: [teamId, projectId, id] });
  return rows[0] ?? null;
}

const LAST = statement(
  "files.last_index",
  `SELECT ${COLUMNS} FROM file_index
    WHERE team_id = $1 AND project_id = $2 AND finished_at IS NOT NULL ORDER BY started_at DESC, id DESC LIMIT 1`,
);

/** The last finished index, by its start; null while there is none. */
export async function readLastIndex(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
): Promise<(FileIndexRow & { readonly finishedAt: Date }) | null> {
  const { rows } = await sql.query<FileIndexRow & { finishedAt: Date }>({ ...LAST, values: [teamId, projectId] });
  return rows[0] ?? null;
}

const FINISH = statement(
  "files.finish_index",
  "UPDATE file_index SET files = $4, finished_at = $5 WHERE team_id = $1 AND project_id = $2 AND id = $3",
);

export async function markIndexFinished(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  id: string,
  files: number,
  now: Date,
): Promise<void> {
  await sql.query({ ...FINISH, values: [teamId, projectId, id, files, now] });
}

const FORGET = statement(
  "files.forget_indexes",
  "DELETE FROM file_index WHERE team_id = $1 AND project_id = $2 AND id < $3",
);

/** Takes away the notes of earlier indexes, also of those that never ended. */
export async function deleteIndexesBefore(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  id: string,
): Promise<void> {
  await sql.query({ ...FORGET, values: [teamId, projectId, id] });
}
