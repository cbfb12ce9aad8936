import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

export interface CursorKey {
  readonly teamId: string;
  readonly projectId: string;
  readonly client: string;
  readonly source: string;
}

export interface CursorRow {
  readonly byteOffset: number;
  readonly prefixSha256: string;
}

const READ = statement(
  "cursor.read",
  `SELECT byte_offset AS "byteOffset", prefix_sha256 AS "prefixSha256" FROM upload_cursor
    WHERE team_id = $1 AND project_id = $2 AND client = $3 AND source = $4`,
);

export async function findCursor(sql: TenantSql, key: CursorKey): Promise<CursorRow | null> {
  const values = [key.teamId, key.projectId, key.client, key.source];
  const { rows } = await sql.query<{ byteOffset: string; prefixSha256: string }>({ ...READ, values });
  const row = rows[0];
  return row ? { ...row, byteOffset: Number(row.byteOffset) } : null;
}

const WRITE = statement(
  "cursor.write",
  `INSERT INTO upload_cursor (team_id, project_id, client, source, byte_offset, prefix_sha256, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (team_id, project_id, client, source) DO UPDATE
      SET byte_offset = EXCLUDED.byte_offset, prefix_sha256 = EXCLUDED.prefix_sha256, updated_at = EXCLUDED.updated_at`,
);

export async function saveCursor(sql: TenantSql, key: CursorKey, cursor: CursorRow, now: Date): Promise<void> {
  await sql.query({
    ...WRITE,
    values: [key.teamId, key.projectId, key.client, key.source, cursor.byteOffset, cursor.prefixSha256, now],
  });
}
