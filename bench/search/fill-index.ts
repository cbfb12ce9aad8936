import type pg from "pg";

export interface FillIndexOptions {
  readonly teamId: string;
  readonly projectId: string;
  /** The sessions that were indexed by the product; the n-th of them is number n. */
  readonly templates: readonly string[];
}

const SESSIONS_A_CHUNK = 250;
/** Words that the copies get beside those of their template, so that some are rare and some are not. */
const RARE_WORDS = 50_000;
const USUAL_WORDS = 300;

/** Index entries of the copied sessions: those of their template, with the copy's number, time and a few words of its own. */
export async function fillIndex(pool: pg.Pool, { teamId, projectId, templates }: FillIndexOptions): Promise<void> {
  const { rows } = await pool.query<{ last: number }>(
    "SELECT max(number) AS last FROM session WHERE team_id = $1 AND project_id = $2",
    [teamId, projectId],
  );
  const last = rows[0]?.last ?? 0;
  for (let from = templates.length + 1; from <= last; from += SESSIONS_A_CHUNK) {
    await pool.query(
      `INSERT INTO search_entry (team_id, project_id, kind, key, session_id, content_hash, at, title, body, status, words, tsv)
       SELECT e.team_id, e.project_id, e.kind, c.number || substr(e.key, position('/' in e.key)), c.id, e.content_hash,
              e.at + (c.started_at - t.started_at), e.title, e.body, e.status, e.words,
              ts_delete(e.tsv, 'session:' || t.number)
                || array_to_tsvector(ARRAY['session:' || c.number])
                || to_tsvector('simple', 'rare' || abs(hashtext(c.id::text || e.key)) % ${RARE_WORDS}
                                         || ' usual' || abs(hashtext(e.key || c.number)) % ${USUAL_WORDS})
         FROM session c
         JOIN session t ON t.team_id = c.team_id AND t.id = ($3::uuid[])[(c.number - 1) % $4::int + 1]
         JOIN search_entry e ON e.team_id = t.team_id AND e.project_id = $2 AND e.kind = 'event' AND e.session_id = t.id
        WHERE c.team_id = $1 AND c.project_id = $2 AND c.number >= $5::int AND c.number < $5::int + ${SESSIONS_A_CHUNK}`,
      [teamId, projectId, templates, templates.length, from],
    );
  }
  await countWords(pool, teamId, projectId, last / templates.length);
}

async function countWords(pool: pg.Pool, teamId: string, projectId: string, times: number): Promise<void> {
  await pool.query(
    "UPDATE search_word SET documents = (documents * $3::float8)::int WHERE team_id = $1 AND project_id = $2",
    [teamId, projectId, times],
  );
  const { rows } = await pool.query<{ entries: number }>(
    "SELECT count(*)::int AS entries FROM search_entry WHERE team_id = $1 AND project_id = $2",
    [teamId, projectId],
  );
  const entries = rows[0]?.entries ?? 0;
  await pool.query(
    `INSERT INTO search_word (team_id, project_id, lexeme, shown, documents, near)
     SELECT $1::uuid, $2::uuid, word, word, documents, ARRAY[right($2::text, 8) || word]
       FROM (SELECT 'rare' || n AS word, greatest(1, $3::int / ${RARE_WORDS}) AS documents
               FROM generate_series(0, ${RARE_WORDS - 1}) n
              UNION ALL
             SELECT 'usual' || n, greatest(1, $3::int / ${USUAL_WORDS}) FROM generate_series(0, ${USUAL_WORDS - 1}) n) w
     ON CONFLICT DO NOTHING`,
    [teamId, projectId, entries],
  );
  await pool.query("UPDATE search_project SET entries = $3::int WHERE team_id = $1 AND project_id = $2", [
    teamId,
    projectId,
    entries,
  ]);
}
