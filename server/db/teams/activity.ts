import type pg from "pg";

type Queryable = Pick<pg.Pool, "query">;

/**
 * When each member last did something: used a key, changed something, or opened a page. Sign-in is a global table, so
 * it is asked by itself. Members without any are left out.
 */
export async function lastActivities(
  db: Queryable,
  teamId: string,
  members: readonly { readonly id: string; readonly userId: string }[],
): Promise<Map<string, Date>> {
  const ids = members.map(({ id }) => id);
  const [team, sessions] = await Promise.all([
    db.query<{ id: string; at: Date }>(
      `SELECT id, max(at) AS at FROM (
         SELECT member_id::text AS id, max(last_used_at) AS at FROM api_key
          WHERE team_id = $1 AND member_id = ANY($2::uuid[]) GROUP BY 1
         UNION ALL
         SELECT actor AS id, max(occurred_at) AS at FROM audit_entry
          WHERE team_id = $1 AND actor_kind = 'member' AND actor = ANY($3::text[]) GROUP BY 1) AS seen
        WHERE at IS NOT NULL GROUP BY id`,
      [teamId, ids, ids],
    ),
    db.query<{ userId: string; at: Date }>(
      `SELECT user_id AS "userId", max(updated_at) AS at FROM auth_session WHERE user_id = ANY($1::text[]) GROUP BY 1`,
      [members.map(({ userId }) => userId)],
    ),
  ]);
  const seen = new Map(team.rows.map(({ id, at }) => [id, at]));
  const signedIn = new Map(sessions.rows.map(({ userId, at }) => [userId, at]));
  for (const { id, userId } of members) {
    const at = signedIn.get(userId);
    const known = seen.get(id);
    if (at && (!known || known < at)) seen.set(id, at);
  }
  return seen;
}
