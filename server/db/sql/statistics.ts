import type { TenantSql } from "../client";
import { statement } from "./statement";

/** Tables whose rows are looked up one by one while a session is analysed. */
const TABLES = ["event", "event_state", "verdict"] as const;
const FEW_ROWS = 1_000;

const UNCOUNTED = statement(
  "statistics.uncounted",
  `SELECT c.relname AS name FROM pg_catalog.pg_class c
    WHERE c.oid = ANY($1::text[]::regclass[]) AND c.reltuples < ${FEW_ROWS}`,
);

/**
 * Lets Postgres count tables that it still takes for nearly empty, before a large session is written to them. Autovacuum
 * does so by itself, but a minute later at best. Until then every check of a foreign key to `event` may read the whole
 * session instead of one row: 20,000 events took 200 s and take 20 s so (two busy cores). A user who does not own the
 * tables gets a warning in the log of Postgres and nothing else.
 */
export async function countNewTables(sql: TenantSql): Promise<void> {
  const { rows } = await sql.query<{ name: string }>({ ...UNCOUNTED, values: [TABLES] });
  for (const { name } of rows) {
    const table = TABLES.find((known) => known === name);
    if (table) await sql.query(`ANALYZE ${table}`);
  }
}
