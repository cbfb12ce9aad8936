import type { Database, TenantSql } from "../client";
import type { ProjectKey } from "../projects/deletion";
import { int4Array, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";

export interface WordRow {
  readonly lexeme: string;
  readonly shown: string;
  readonly documents: number;
  readonly near: readonly string[];
}

const ADD = statement(
  "search.add_words",
  `INSERT INTO search_word (team_id, project_id, lexeme, shown, documents, near)
   SELECT $1::uuid, $2::uuid, n.lexeme, n.shown, n.documents, string_to_array(n.near, ' ')
     FROM unnest($3::text[], $4::text[], $5::int4[], $6::text[]) AS n(lexeme, shown, documents, near)
   ON CONFLICT (team_id, project_id, lexeme) DO UPDATE SET documents = search_word.documents + excluded.documents`,
);

/** Adds to the project's vocabulary; no lexeme may occur twice. Sorted by lexeme, so that two writers never deadlock. */
export async function addWords(sql: TenantSql, key: ProjectKey, rows: readonly WordRow[]): Promise<void> {
  await sql.query({
    ...ADD,
    values: [
      key.teamId,
      key.projectId,
      textArray(rows.map((row) => row.lexeme)),
      textArray(rows.map((row) => row.shown)),
      int4Array(rows.map((row) => row.documents)),
      textArray(rows.map((row) => row.near.join(" "))),
    ],
  });
}

const TRIM = statement(
  "search.trim_words",
  `DELETE FROM search_word WHERE team_id = $1::uuid AND project_id = $2::uuid AND lexeme IN (
     SELECT lexeme FROM (
       SELECT lexeme, documents, row_number() OVER (ORDER BY documents DESC, lexeme) AS place
         FROM search_word WHERE team_id = $1::uuid AND project_id = $2::uuid) ranked
      WHERE documents <= 0 OR place > $3::int LIMIT $4::int)`,
);

const SIZE = statement(
  "search.count_words",
  `SELECT count(*)::int AS words, count(*) FILTER (WHERE documents <= 0)::int AS unused
     FROM search_word WHERE team_id = $1::uuid AND project_id = $2::uuid`,
);

/** Keeps the vocabulary to its most used words; answers how many words went. */
export async function trimWords(sql: TenantSql, key: ProjectKey, most: number, batch: number): Promise<number> {
  // Counting is cheap, and after most uploads there is nothing to sort for.
  const { rows } = await sql.query<{ words: number; unused: number }>({ ...SIZE, values: [key.teamId, key.projectId] });
  const { words = 0, unused = 0 } = rows[0] ?? {};
  if (words <= most && unused === 0) return 0;
  const { rowCount } = await sql.query({ ...TRIM, values: [key.teamId, key.projectId, most, batch] });
  return rowCount ?? 0;
}

export interface KnownWordRow {
  readonly lexeme: string;
  readonly shown: string;
  readonly documents: number;
}

/** Of the lexemes those that the project has. */
export async function readWords(db: Database, key: ProjectKey, lexemes: readonly string[]): Promise<KnownWordRow[]> {
  if (lexemes.length === 0) return [];
  const { rows } = await db.pool.query<KnownWordRow>(
    `SELECT lexeme, shown, documents FROM search_word
      WHERE team_id = $1::uuid AND project_id = $2::uuid AND lexeme = ANY ($3::text[]) AND documents > 0`,
    [key.teamId, key.projectId, lexemes],
  );
  return rows;
}

/** Words that share one of the keys (server/core/search/near.ts), the most used first. */
export async function readNearWords(
  db: Database,
  key: ProjectKey,
  near: readonly string[],
  limit: number,
): Promise<KnownWordRow[]> {
  const { rows } = await db.pool.query<KnownWordRow>(
    `SELECT lexeme, shown, documents FROM search_word
      WHERE team_id = $1::uuid AND project_id = $2::uuid AND near && $3::text[] AND documents > 0
      ORDER BY documents DESC, lexeme LIMIT $4::int`,
    [key.teamId, key.projectId, near, limit],
  );
  return rows;
}

/** 0 while nothing was indexed. */
export async function readEntryCount(db: Database, key: ProjectKey): Promise<number> {
  const { rows } = await db.pool.query<{ entries: number }>(
    "SELECT entries FROM search_project WHERE team_id = $1::uuid AND project_id = $2::uuid",
    [key.teamId, key.projectId],
  );
  return rows[0]?.entries ?? 0;
}
