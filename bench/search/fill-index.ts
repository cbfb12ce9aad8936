import type pg from "pg";

export interface FillIndexOptions {
  readonly teamId: string;
  readonly projectId: string;
  /** The sessions that were indexed by the product; the n-th of them is number n. */
  readonly templates: readonly string[];
}

const SESSIONS_A_CHUNK = 100;
const WRITERS = 2;
/** Words that the copies get beside those of their template, so that some are rare and some are not. */
const RARE_WORDS = 50_000;
const USUAL_WORDS = 300;
/** A lexeme that the product did not make. */
export const ADDED_WORD = "^(rare|usual)[0-9]+$";

/**
 * Index entries of the copied sessions: those that the product would make (bench/search/check-index.ts compares), and a
 * few words more. Indexes are built behind the rows: one by one their words would take an hour.
 */
export async function fillIndex(pool: pg.Pool, options: FillIndexOptions): Promise<void> {
  const { teamId, projectId, templates } = options;
  const { rows } = await pool.query<{ last: number }>(
    "SELECT max(number) AS last FROM session WHERE team_id = $1 AND project_id = $2",
    [teamId, projectId],
  );
  const last = rows[0]?.last ?? 0;
  const starts: number[] = [];
  for (let from = templates.length + 1; from <= last; from += SESSIONS_A_CHUNK) starts.push(from);
  const indexes = await dropIndexes(pool);
  await Promise.all(Array.from({ length: WRITERS }, () => copyChunks(pool, options, starts)));
  await buildIndexes(pool, indexes);
  await countWords(pool, options, last / templates.length);
}

async function dropIndexes(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index WHERE indrelid = 'search_entry'::regclass AND NOT indisprimary`,
  );
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

async function buildIndexes(pool: pg.Pool, definitions: readonly string[]): Promise<void> {
  const connection = await pool.connect();
  try {
    await connection.query("SET maintenance_work_mem = '1GB'");
    for (const definition of definitions) await connection.query(definition);
  } finally {
    await connection.query("RESET maintenance_work_mem");
    connection.release();
  }
}

async function copyChunks(pool: pg.Pool, { teamId, projectId, templates }: FillIndexOptions, starts: number[]) {
  const connection = await pool.connect();
  try {
    // Copies of checked rows need no check of their foreign keys, and a bench no wait for the disk.
    await connection.query("SET session_replication_role = replica; SET synchronous_commit = off");
    for (let from = starts.shift(); from !== undefined; from = starts.shift()) {
      await connection.query(COPY, [teamId, projectId, templates, templates.length, from]);
    }
  } finally {
    await connection.query("RESET session_replication_role; RESET synchronous_commit");
    connection.release();
  }
}

/** What tells a copy from its template: the session's number and person, and the time. */
const COPY = `
  INSERT INTO search_entry (team_id, project_id, kind, key, session_id, content_hash, at, title, body, status, words, tsv)
  SELECT e.team_id, e.project_id, e.kind, c.number || substr(e.key, position('/' in e.key)), c.id, e.content_hash,
         e.at + (c.started_at - t.started_at), e.title, e.body, e.status, e.words,
         ts_delete(e.tsv, ARRAY['session:' || t.number, 'author:' || lower(t.person)])
           || array_to_tsvector(ARRAY['session:' || c.number, 'author:' || lower(c.person)])
           || to_tsvector('simple', 'rare' || abs(hashtext(c.id::text || e.key)) % ${RARE_WORDS}
                                    || ' usual' || abs(hashtext(e.key || c.number)) % ${USUAL_WORDS})
    FROM session c
    JOIN session t ON t.team_id = c.team_id AND t.id = ($3::uuid[])[(c.number - 1) % $4::int + 1]
    JOIN search_entry e ON e.team_id = t.team_id AND e.project_id = $2 AND e.kind = 'event' AND e.session_id = t.id
                       AND e.key LIKE t.number || '/%'
   WHERE c.team_id = $1 AND c.project_id = $2 AND c.number >= $5::int AND c.number < $5::int + ${SESSIONS_A_CHUNK}`;

async function countWords(pool: pg.Pool, { teamId, projectId, templates }: FillIndexOptions, times: number) {
  await pool.query(
    `UPDATE search_word w SET documents = n.documents
       FROM (SELECT lexeme, sum(CASE WHEN e.kind = 'event' THEN $4::float8 ELSE 1 END)::int AS documents
               FROM search_entry e CROSS JOIN LATERAL unnest(tsvector_to_array(e.tsv)) AS lexeme
              WHERE e.team_id = $1 AND e.project_id = $2 AND (e.kind <> 'event' OR e.session_id = ANY ($3::uuid[]))
              GROUP BY lexeme) n
      WHERE w.team_id = $1 AND w.project_id = $2 AND w.lexeme = n.lexeme`,
    [teamId, projectId, templates, times],
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

const SMALL_PROJECT_SESSIONS = 30;

/** A project of a few sessions whose words are those of the large one: what a search must find among a million others. */
export async function fillSmallProject(
  pool: pg.Pool,
  { teamId, projectId, otherId }: { readonly teamId: string; readonly projectId: string; readonly otherId: string },
): Promise<void> {
  await pool.query(
    `INSERT INTO search_entry (team_id, project_id, kind, key, session_id, content_hash, at, title, body, status, words, tsv)
     SELECT team_id, $3::uuid, kind, key, session_id, content_hash, at, title, body, status, words,
            ts_delete(tsv, 'in:' || replace($2::text, '-', '')) || array_to_tsvector(ARRAY['in:' || replace($3::text, '-', '')])
       FROM search_entry
      WHERE team_id = $1::uuid AND project_id = $2::uuid AND kind = 'event'
        AND split_part(key, '/', 1)::int <= ${SMALL_PROJECT_SESSIONS}`,
    [teamId, projectId, otherId],
  );
  await pool.query(
    `INSERT INTO search_word (team_id, project_id, lexeme, shown, documents, near)
     SELECT $1::uuid, $2::uuid, lexeme, lexeme, count(*), ARRAY[right($2::text, 8) || lexeme]
       FROM search_entry e CROSS JOIN LATERAL unnest(tsvector_to_array(e.tsv)) AS lexeme
      WHERE e.team_id = $1::uuid AND e.project_id = $2::uuid GROUP BY lexeme`,
    [teamId, otherId],
  );
  await pool.query(
    `INSERT INTO search_project (team_id, project_id, entries)
     SELECT $1::uuid, $2::uuid, count(*) FROM search_entry WHERE team_id = $1::uuid AND project_id = $2::uuid
     ON CONFLICT (team_id, project_id) DO UPDATE SET entries = excluded.entries`,
    [teamId, otherId],
  );
}
