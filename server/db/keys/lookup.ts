import type pg from "pg";

type Queryable = Pick<pg.Pool, "query">;

export interface KeyRow {
  teamId: string;
  keyId: string;
  memberId: string;
  prefix: string;
  scopes: string[];
  projectIds: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** Hot: one look-up by hash gives the team, the second query stays inside it. */
export async function findKeyByHash(db: Queryable, keyHash: Uint8Array): Promise<KeyRow | null> {
  const found = await db.query<{ team_id: string; key_id: string }>(
    "SELECT team_id, key_id FROM lookup_api_key WHERE key_hash = $1",
    [keyHash],
  );
  const place = found.rows[0];
  if (!place) return null;
  const { rows } = await db.query<KeyRow>(
    `SELECT team_id AS "teamId", id AS "keyId", member_id AS "memberId", prefix, scopes, project_ids AS "projectIds",
            expires_at AS "expiresAt", revoked_at AS "revokedAt"
       FROM api_key WHERE team_id = $1 AND id = $2`,
    [place.team_id, place.key_id],
  );
  return rows[0] ?? null;
}

export async function touchKey(db: Queryable, teamId: string, keyId: string, usedAt: Date): Promise<void> {
  await db.query(
    `UPDATE api_key SET last_used_at = $3
      WHERE team_id = $1 AND id = $2 AND (last_used_at IS NULL OR last_used_at < $3)`,
    [teamId, keyId, usedAt],
  );
}
