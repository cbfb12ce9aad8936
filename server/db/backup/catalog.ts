import type { ClientBase } from "pg";

/** What a backup knows of a table: its columns in their order. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** A definition that can be taken away while rows are loaded and brought back word for word. */
export interface Definition {
  readonly name: string;
  readonly table: string;
  /** What makes it anew. */
  readonly sql: string;
}

export interface AppliedMigration {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
}

/** Those of `names` that the database has, by name, with the columns that are not computed. */
export async function readTables(client: ClientBase, names: readonly string[]): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name,
            coalesce(array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attname IS NOT NULL), '{}') AS columns
       FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
       LEFT JOIN pg_attribute a
         ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relkind IN ('r', 'p') AND c.relname = ANY($1)
      GROUP BY c.relname ORDER BY c.relname COLLATE "C"`,
    [names],
  );
  return rows;
}

/** The migrations of the database; null when it has never seen any. */
export async function readAppliedMigrations(client: ClientBase): Promise<AppliedMigration[] | null> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('public."_prisma_migrations"') IS NOT NULL AS there`,
  );
  if (!rows[0]?.there) return null;
  const applied = await client.query<AppliedMigration>(
    `SELECT migration_name, checksum, finished_at FROM "_prisma_migrations"
      WHERE rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  );
  return applied.rows;
}

/** Foreign keys of `tables`, as statements that add them. */
export async function readForeignKeys(client: ClientBase, tables: readonly string[]): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `SELECT k.conname AS name, c.relname AS table,
            format('ALTER TABLE %I ADD CONSTRAINT %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) AS sql
       FROM pg_constraint k
       JOIN pg_class c ON c.oid = k.conrelid
       JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
      WHERE k.contype = 'f' AND c.relname = ANY($1)
      ORDER BY c.relname, k.conname`,
    [tables],
  );
  return rows;
}

/** Indexes of `tables` that no constraint owns: primary keys stay while rows are loaded. */
export async function readIndexes(client: ClientBase, tables: readonly string[]): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `SELECT i.relname AS name, c.relname AS table, pg_get_indexdef(x.indexrelid) AS sql
       FROM pg_index x
       JOIN pg_class i ON i.oid = x.indexrelid
       JOIN pg_class c ON c.oid = x.indrelid
       JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
      WHERE c.relname = ANY($1)
        AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid AND k.contype IN ('p', 'u', 'x'))
      ORDER BY c.relname, i.relname`,
    [tables],
  );
  return rows;
}

/** How many rows `tables` hold together. */
export async function countRows(client: ClientBase, tables: readonly string[]): Promise<number> {
  let rows = 0;
  for (const table of tables) {
    const counted = await client.query<{ rows: string }>(
      `SELECT count(*) AS rows FROM ${client.escapeIdentifier(table)}`,
    );
    rows += Number(counted.rows[0]?.rows ?? 0);
  }
  return rows;
}

/** Name of the database, major version of its server, and which of the product's processes are connected to it. */
export async function readServer(
  client: ClientBase,
): Promise<{ database: string; major: number; processes: readonly string[] }> {
  const { rows } = await client.query<{ database: string; major: number; processes: string[] }>(
    `SELECT current_database() AS database, current_setting('server_version_num')::int / 10000 AS major,
            coalesce((SELECT array_agg(DISTINCT application_name) FROM pg_stat_activity
                       WHERE datname = current_database() AND application_name LIKE 'steward-%'), '{}') AS processes`,
  );
  return rows[0] ?? { database: "", major: 0, processes: [] };
}
