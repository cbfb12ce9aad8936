import type { Database, TenantSql } from "../client";
import type { ProjectKey } from "../projects/deletion";
import { byteaArray, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";

/** A text whose vector is wanted, by an entry that has it. */
export interface WantedVector {
  readonly hash: Buffer;
  readonly kind: string;
  readonly key: string;
}

const WANT = statement(
  "search.want_vectors",
  `INSERT INTO search_vector (team_id, project_id, hash, kind, key)
   SELECT $1::uuid, $2::uuid, n.hash, n.kind, n.key FROM unnest($3::bytea[], $4::text[], $5::text[]) AS n(hash, kind, key)
   ON CONFLICT (team_id, hash, project_id) DO NOTHING`,
);

export async function wantVectors(sql: TenantSql, key: ProjectKey, rows: readonly WantedVector[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query({
    ...WANT,
    values: [
      key.teamId,
      key.projectId,
      byteaArray(rows.map(({ hash }) => hash)),
      textArray(rows.map(({ kind }) => kind)),
      textArray(rows.map(({ key: name }) => name)),
    ],
  });
}

const COLLECTED = statement(
  "search.vectors_collected",
  "SELECT model FROM search_embedding WHERE team_id = $1::uuid AND project_id = $2::uuid",
);
const NOTE = statement(
  "search.note_vectors_collected",
  `INSERT INTO search_embedding (team_id, project_id, model) VALUES ($1::uuid, $2::uuid, $3)
   ON CONFLICT (team_id, project_id) DO UPDATE SET model = excluded.model`,
);

/** The model for which all entries were looked through; null when that was never done, or is due again. */
export async function readCollectedFor(sql: TenantSql, key: ProjectKey): Promise<string | null> {
  const { rows } = await sql.query<{ model: string }>({ ...COLLECTED, values: [key.teamId, key.projectId] });
  return rows[0]?.model ?? null;
}

export async function noteCollectedFor(sql: TenantSql, key: ProjectKey, model: string): Promise<void> {
  await sql.query({ ...NOTE, values: [key.teamId, key.projectId, model] });
}

export interface EntryToCollect extends WantedVector {
  readonly status: string;
}

const COLLECT = statement(
  "search.entries_to_embed",
  `SELECT coalesce(content_hash, sha256(convert_to(title || E'\\n' || body, 'UTF8'))) AS hash, kind, key, status
     FROM search_entry
    WHERE team_id = $1::uuid AND project_id = $2::uuid AND (kind, key) > ($3, $4)
    ORDER BY kind, key LIMIT $5::int`,
);

/** Entries behind one, by kind and key. */
export async function entriesToCollect(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  after: Pick<WantedVector, "kind" | "key">,
  limit: number,
): Promise<EntryToCollect[]> {
  const values = [teamId, projectId, after.kind, after.key, limit];
  return (await sql.query<EntryToCollect>({ ...COLLECT, values })).rows;
}

const SHARE = statement(
  "search.share_vectors",
  `UPDATE search_vector v SET model = o.model, vector = o.vector
     FROM search_vector o
    WHERE v.team_id = $1::uuid AND v.project_id = $2::uuid AND v.model <> $3 AND v.hash = ANY ($4::bytea[])
      AND o.team_id = v.team_id AND o.hash = v.hash AND o.project_id <> v.project_id AND o.model = $3`,
);

/** Takes vectors that another project of the team has of the same texts; answers how many. */
export async function shareVectors(
  sql: TenantSql,
  key: ProjectKey,
  model: string,
  hashes: readonly Buffer[],
): Promise<number> {
  if (hashes.length === 0) return 0;
  return (await sql.query({ ...SHARE, values: [key.teamId, key.projectId, model, hashes] })).rowCount ?? 0;
}

export interface TextToEmbed {
  readonly hash: Buffer;
  readonly text: string;
}

const NEXT = statement(
  "search.texts_to_embed",
  `SELECT v.hash, e.title || E'\\n' || left(coalesce(c.text, e.body), $5::int) AS text
     FROM search_vector v
     JOIN search_entry e ON e.team_id = v.team_id AND e.project_id = v.project_id AND e.kind = v.kind AND e.key = v.key
     LEFT JOIN content c ON c.team_id = e.team_id AND c.hash = e.content_hash
    WHERE v.team_id = $1::uuid AND v.project_id = $2::uuid AND v.model <> $3 LIMIT $4::int`,
);

/** Texts that the model was not asked about. */
export async function textsToEmbed(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  model: string,
  limit: number,
  characters: number,
): Promise<TextToEmbed[]> {
  const values = [teamId, projectId, model, limit, characters];
  return (await sql.query<TextToEmbed>({ ...NEXT, values })).rows;
}

const PUT = statement(
  "search.put_vectors",
  `UPDATE search_vector v SET model = $3, vector = n.vector::real[]
     FROM unnest($4::bytea[], $5::text[]) AS n(hash, vector)
    WHERE v.team_id = $1::uuid AND v.project_id = $2::uuid AND v.hash = n.hash`,
);

/** Null is the vector of a text that the model refuses. */
export async function putVectors(
  sql: TenantSql,
  key: ProjectKey,
  model: string,
  rows: readonly { readonly hash: Buffer; readonly vector: readonly number[] | null }[],
): Promise<void> {
  const vectors = rows.map(({ vector }) => (vector === null ? null : `{${vector.join(",")}}`));
  const values = [key.teamId, key.projectId, model, byteaArray(rows.map(({ hash }) => hash)), textArray(vectors)];
  await sql.query({ ...PUT, values });
}

const TAKE_OUT = statement(
  "search.take_out_vectors",
  "DELETE FROM search_vector WHERE team_id = $1::uuid AND project_id = $2::uuid AND kind = $3 AND key = ANY ($4::text[])",
);
const COLLECT_AGAIN = statement(
  "search.collect_vectors_again",
  "UPDATE search_embedding SET model = '' WHERE team_id = $1::uuid AND project_id = $2::uuid",
);

/** Removes vectors with their entries. Another entry may have the same text, so all are looked through once more. */
export async function takeOutVectors(sql: TenantSql, key: ProjectKey, kind: string, keys: readonly string[]) {
  const { rowCount } = await sql.query({ ...TAKE_OUT, values: [key.teamId, key.projectId, kind, keys] });
  if (rowCount && kind === "event") await sql.query({ ...COLLECT_AGAIN, values: [key.teamId, key.projectId] });
}

/** Projects whose texts the model was not asked about. Reads across teams, as `listProjectsToIndex` does. */
export async function listProjectsToEmbed({ pool }: Pick<Database, "pool">, model: string): Promise<ProjectKey[]> {
  const { rows } = await pool.query<ProjectKey>(
    `SELECT p.team_id AS "teamId", p.id AS "projectId" FROM project p
       LEFT JOIN search_embedding d ON d.team_id = p.team_id AND d.project_id = p.id
      WHERE p.deleting_at IS NULL
        AND (d.model IS DISTINCT FROM $1
             OR EXISTS (SELECT FROM search_vector v
                         WHERE v.team_id = p.team_id AND v.project_id = p.id AND v.model <> $1))
      ORDER BY p.team_id, p.id`,
    [model],
  );
  return rows;
}
