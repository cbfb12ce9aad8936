import type { Database, TenantSql } from "../client";
import type { ProjectKey } from "../projects/deletion";
import { textArray } from "../sql/arrays";
import { statement } from "../sql/statement";

export interface RelationRow {
  readonly lexeme: string;
  readonly other: string;
  readonly score: number;
}

export async function readRelations(db: Database, key: ProjectKey, lexemes: readonly string[]): Promise<RelationRow[]> {
  if (lexemes.length === 0) return [];
  const { rows } = await db.pool.query<RelationRow>(
    `SELECT lexeme, other, score FROM search_relation
      WHERE team_id = $1::uuid AND project_id = $2::uuid AND lexeme = ANY ($3::text[]) ORDER BY score DESC, other`,
    [key.teamId, key.projectId, lexemes],
  );
  return rows;
}

const DUE = statement(
  "search.relations_due",
  `SELECT entries, related_entries AS "relatedEntries" FROM search_project
    WHERE team_id = $1::uuid AND project_id = $2::uuid`,
);

/** How large the index is, and how large it was when the relations were last worked out. */
export async function readRelatedSize(sql: TenantSql, key: ProjectKey) {
  const { rows } = await sql.query<{ entries: number; relatedEntries: number }>({
    ...DUE,
    values: [key.teamId, key.projectId],
  });
  return rows[0] ?? { entries: 0, relatedEntries: 0 };
}

const DOCUMENTS = statement(
  "search.documents_to_relate",
  `(SELECT tsvector_to_array(tsv) AS lexemes FROM search_entry
     WHERE team_id = $1::uuid AND project_id = $2::uuid AND kind NOT IN ('event', 'file') ORDER BY at DESC LIMIT $3::int)
   UNION ALL
   (SELECT tsvector_to_array(tsv) FROM search_entry
     WHERE team_id = $1::uuid AND project_id = $2::uuid AND kind = 'event' AND status = 'user_prompt'
     ORDER BY at DESC LIMIT $3::int)`,
);

/** Lexemes of the newest records and prompts, so many of each. */
export async function readDocumentLexemes(db: Database, key: ProjectKey, limit: number): Promise<string[][]> {
  const { rows } = await db.pool.query<{ lexemes: string[] }>({
    ...DOCUMENTS,
    values: [key.teamId, key.projectId, limit],
  });
  return rows.map(({ lexemes }) => lexemes);
}

const CLEAR = statement(
  "search.clear_relations",
  `DELETE FROM search_relation WHERE team_id = $1::uuid AND project_id = $2::uuid AND (lexeme, other) IN (
     SELECT lexeme, other FROM search_relation WHERE team_id = $1::uuid AND project_id = $2::uuid LIMIT $3::int)`,
);

/** Removes a batch; answers how many went. */
export async function clearRelations(sql: TenantSql, key: ProjectKey, batch: number): Promise<number> {
  return (await sql.query({ ...CLEAR, values: [key.teamId, key.projectId, batch] })).rowCount ?? 0;
}

const ADD = statement(
  "search.add_relations",
  `INSERT INTO search_relation (team_id, project_id, lexeme, other, score)
   SELECT $1::uuid, $2::uuid, n.lexeme, n.other, n.score::float8
     FROM unnest($3::text[], $4::text[], $5::text[]) AS n(lexeme, other, score)
   ON CONFLICT (team_id, project_id, lexeme, other) DO UPDATE SET score = excluded.score`,
);

export async function addRelations(sql: TenantSql, key: ProjectKey, rows: readonly RelationRow[]): Promise<void> {
  const texts = (of: (row: RelationRow) => string) => textArray(rows.map(of));
  await sql.query({
    ...ADD,
    values: [
      key.teamId,
      key.projectId,
      texts((row) => row.lexeme),
      texts((row) => row.other),
      texts((row) => String(row.score)),
    ],
  });
}

const NOTE = statement(
  "search.note_related",
  "UPDATE search_project SET related_entries = $3::int WHERE team_id = $1::uuid AND project_id = $2::uuid",
);

export async function noteRelated(sql: TenantSql, key: ProjectKey, entries: number): Promise<void> {
  await sql.query({ ...NOTE, values: [key.teamId, key.projectId, entries] });
}
