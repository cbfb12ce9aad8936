import { takeOutSession } from "../../server/db/search/entries";
import type { Deps } from "../../server/services/deps";
import { indexProject } from "../../server/services/search/index-project";
import { ADDED_WORD } from "./fill-index";

const SAMPLE_SESSIONS = 3;
/** An entry as the product makes it: without the words that the bench adds. */
const ENTRY = `SELECT session_id, key, content_hash, at, title, body, status, words,
    ts_delete(tsv, ARRAY(SELECT word FROM unnest(tsvector_to_array(tsv)) AS word WHERE word ~ '${ADDED_WORD}')) AS tsv
  FROM search_entry`;

/** Lets the product index a few of the copied sessions anew and compares. Throws when it makes other entries. */
export async function checkIndex(deps: Deps, key: { readonly teamId: string; readonly projectId: string }) {
  const { rows: sessions } = await deps.db.pool.query<{ id: string }>(
    `SELECT id FROM session WHERE team_id = $1 AND project_id = $2 ORDER BY number DESC LIMIT ${SAMPLE_SESSIONS}`,
    [key.teamId, key.projectId],
  );
  const ids = sessions.map(({ id }) => id);
  await deps.db.pool.query(
    `CREATE UNLOGGED TABLE bench_entry AS ${ENTRY} WHERE team_id = '${key.teamId}' AND session_id = ANY ($1::uuid[])`,
    [ids],
  );
  for (const id of ids) {
    await deps.db.withTenantSql(key, async (sql) => {
      while (await takeOutSession(sql, key.teamId, id));
      await sql.query("DELETE FROM search_session WHERE team_id = $1 AND session_id = $2", [key.teamId, id]);
    });
  }
  await indexProject(deps, key);
  const { rows } = await deps.db.pool.query<{ entries: number; others: number }>(
    `WITH made AS (${ENTRY} WHERE team_id = $1 AND session_id = ANY ($2::uuid[]))
     SELECT (SELECT count(*)::int FROM made) AS entries,
            (SELECT count(*)::int FROM ((TABLE made EXCEPT TABLE bench_entry)
                                        UNION ALL (TABLE bench_entry EXCEPT TABLE made)) other) AS others`,
    [key.teamId, ids],
  );
  await deps.db.pool.query("DROP TABLE bench_entry");
  const { entries = 0, others = 0 } = rows[0] ?? {};
  if (entries === 0 || others > 0) throw new Error(`${others} of ${entries} entries are not what the product makes.`);
  return entries;
}
