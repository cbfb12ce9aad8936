import type { Database, TenantSql } from "../client";

/** HNSW indexes of pgvector hold so many dimensions of single and of half precision (pgvector's manual, "HNSW"). */
const MOST_SINGLE = 2_000;
const MOST_HALF = 4_000;

/** Version of pgvector in this database, such as 0.8.1; null when it is not there. */
export async function readVectorVersion(sql: TenantSql): Promise<string | null> {
  const { rows } = await sql.query<{ version: string }>(
    "SELECT extversion AS version FROM pg_extension WHERE extname = 'vector'",
  );
  return rows[0]?.version ?? null;
}

/** Adds pgvector where the server has it. Answers its version; null when the server does not have it. */
export async function addVectorExtension({ pool }: Pick<Database, "pool">): Promise<string | null> {
  const { rows } = await pool.query("SELECT FROM pg_available_extensions WHERE name = 'vector'");
  if (rows.length === 0) return null;
  await pool.query("CREATE EXTENSION IF NOT EXISTS vector");
  return readVectorVersion(pool);
}

/** The type under which vectors of so many dimensions are compared; null when there is none with an index. */
export function vectorType(dimensions: number): string | null {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MOST_HALF) return null;
  return dimensions <= MOST_SINGLE ? `vector(${dimensions})` : `halfvec(${dimensions})`;
}

/** The rows that an index of so many dimensions holds; a query must name them alike to use it. */
export function ofDimensions(dimensions: number): string {
  return `array_length(vector, 1) = ${dimensions}`;
}

/** Of a model's vectors; null while there are none. */
export async function readDimensions({ pool }: Pick<Database, "pool">, model: string): Promise<number | null> {
  const { rows } = await pool.query<{ dimensions: number }>(
    `SELECT array_length(vector, 1) AS dimensions FROM search_vector
      WHERE model = $1 AND array_length(vector, 1) > 0 LIMIT 1`,
    [model],
  );
  return rows[0]?.dimensions ?? null;
}

/** The index of nearest vectors, made once for each number of dimensions. */
export async function addVectorIndex({ pool }: Pick<Database, "pool">, dimensions: number): Promise<void> {
  const type = vectorType(dimensions);
  if (type === null) return;
  const name = `search_vector_near_${dimensions}_idx`;
  // Asked first, because CREATE INDEX waits for all writers even where it then has nothing to do.
  const { rows } = await pool.query<{ isThere: boolean }>(`SELECT to_regclass('${name}') IS NOT NULL AS "isThere"`);
  if (rows[0]?.isThere) return;
  const operators = type.startsWith("half") ? "halfvec_cosine_ops" : "vector_cosine_ops";
  await pool.query(
    `CREATE INDEX IF NOT EXISTS ${name} ON search_vector
      USING hnsw ((vector::${type}) ${operators}) WHERE ${ofDimensions(dimensions)}`,
  );
}
