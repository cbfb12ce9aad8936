import type { TenantSql } from "../client";
import type { ProjectKey } from "../projects/deletion";
import { byteaArray, int4Array, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";
import { takeOutVectors } from "./vectors";

/** One thing that can be found, with its lexemes as the literal of a tsvector. */
export interface EntryRow {
  readonly kind: string;
  readonly key: string;
  readonly sessionId: string | null;
  readonly contentHash: Buffer | null;
  readonly at: Date;
  readonly title: string;
  readonly body: string;
  readonly status: string;
  readonly words: number;
  readonly tsv: string;
}

const PUT = statement(
  "search.put_entries",
  `INSERT INTO search_entry (team_id, project_id, kind, key, session_id, content_hash, at, title, body, status, words, tsv)
   SELECT $1::uuid, $2::uuid, n.kind, n.key, n.session_id::uuid, nullif(n.content_hash, ''::bytea), n.at::timestamptz,
          n.title, n.body, n.status, n.words, n.tsv::tsvector
     FROM unnest($3::text[], $4::text[], $5::text[], $6::bytea[], $7::text[], $8::text[], $9::text[], $10::text[],
                 $11::int4[], $12::text[])
       AS n(kind, key, session_id, content_hash, at, title, body, status, words, tsv)
   ON CONFLICT (team_id, project_id, kind, key) DO UPDATE
      SET at = excluded.at, title = excluded.title, body = excluded.body, status = excluded.status,
          words = excluded.words, tsv = excluded.tsv`,
);

/** Puts entries in, in place of those with their names. No name may occur twice. */
export async function putEntries(sql: TenantSql, key: ProjectKey, rows: readonly EntryRow[]): Promise<void> {
  const texts = (of: (row: EntryRow) => string | null) => textArray(rows.map(of));
  await sql.query({
    ...PUT,
    values: [
      key.teamId,
      key.projectId,
      texts((row) => row.kind),
      texts((row) => row.key),
      texts((row) => row.sessionId),
      byteaArray(rows.map((row) => row.contentHash ?? Buffer.alloc(0))),
      texts((row) => row.at.toISOString()),
      texts((row) => row.title),
      texts((row) => row.body),
      texts((row) => row.status),
      int4Array(rows.map((row) => row.words)),
      texts((row) => row.tsv),
    ],
  });
}

const NAMED = "team_id = $1::uuid AND project_id = $2::uuid AND kind = $3 AND key = ANY ($4::text[])";
const FORGET = statement("search.forget_words", forgetWords(NAMED, "$1::uuid", "$2::uuid"));
const REMOVE = statement("search.remove_entries", `DELETE FROM search_entry WHERE ${NAMED}`);
const COUNT = statement(
  "search.count_entries",
  `INSERT INTO search_project (team_id, project_id, entries) VALUES ($1::uuid, $2::uuid, greatest($3::int, 0))
   ON CONFLICT (team_id, project_id) DO UPDATE SET entries = greatest(search_project.entries + $3::int, 0)`,
);

/** Takes the words of entries out of the project's vocabulary; the entries stay. */
function forgetWords(where: string, team: string, project: string): string {
  return `UPDATE search_word w SET documents = greatest(w.documents - gone.documents, 0)
     FROM (SELECT word.lexeme, count(*)::int AS documents
             FROM search_entry e CROSS JOIN LATERAL unnest(tsvector_to_array(e.tsv)) AS word(lexeme)
            WHERE ${where} GROUP BY word.lexeme) gone
    WHERE w.team_id = ${team} AND w.project_id = ${project} AND w.lexeme = gone.lexeme`;
}

/** Takes entries out, with their words and out of the count; those that are not there are no error. */
export async function takeOutEntries(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  kind: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const values = [teamId, projectId, kind, keys];
  await sql.query({ ...FORGET, values });
  await takeOutVectors(sql, { teamId, projectId }, kind, keys);
  const { rowCount } = await sql.query({ ...REMOVE, values });
  if (rowCount) await countEntries(sql, { teamId, projectId }, -rowCount);
}

export async function countEntries(sql: TenantSql, key: ProjectKey, added: number): Promise<void> {
  await sql.query({ ...COUNT, values: [key.teamId, key.projectId, added] });
}

const OF_SESSION = statement(
  "search.of_session",
  `SELECT project_id AS "projectId", key FROM search_entry
    WHERE team_id = $1::uuid AND session_id = $2::uuid LIMIT $3::int`,
);
const BATCH_ENTRIES = 300;

/** Removes a batch of a session's events from the index, with their words; answers whether there was one. */
export async function takeOutSession(sql: TenantSql, teamId: string, sessionId: string): Promise<boolean> {
  const { rows } = await sql.query<{ projectId: string; key: string }>({
    ...OF_SESSION,
    values: [teamId, sessionId, BATCH_ENTRIES],
  });
  const [first] = rows;
  if (!first) return false;
  const keys = rows.map(({ key }) => key);
  await takeOutEntries(sql, { teamId, projectId: first.projectId }, "event", keys);
  return true;
}
