import type { Database } from "../client";

/** Counts one more try within a window of `windowMs`; the first try after it starts a new one. */
export async function countAccountTry(
  { pool }: Pick<Database, "pool">,
  row: { id: string; key: string; nowMs: number; windowMs: number },
): Promise<{ tries: number; startedAtMs: number }> {
  const { rows } = await pool.query<{ count: number; last_request: string }>(
    `INSERT INTO auth_rate_limit AS r (id, key, count, last_request) VALUES ($1, $2, 1, $3)
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN r.last_request <= $4 THEN 1 ELSE r.count + 1 END,
       last_request = CASE WHEN r.last_request <= $4 THEN $3 ELSE r.last_request END
     RETURNING count, last_request`,
    [row.id, row.key, row.nowMs, row.nowMs - row.windowMs],
  );
  const counted = rows[0];
  return { tries: counted?.count ?? 1, startedAtMs: Number(counted?.last_request ?? row.nowMs) };
}

export async function clearAccountTries({ pool }: Pick<Database, "pool">, key: string): Promise<void> {
  await pool.query("DELETE FROM auth_rate_limit WHERE key = $1", [key]);
}
