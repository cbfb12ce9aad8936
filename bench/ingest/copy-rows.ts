import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

/** What an upload writes per event, parents first: COPY fills equal tables with the same rows. */
const TABLES = ["thread", "event", "content", "model_request"] as const;
const SCHEMA = "copied";

/** The rows that ingest wrote, as COPY text, cut into shares for parallel streams. */
export async function readRows(pool: pg.Pool, shares: number): Promise<Map<string, Buffer[]>> {
  const data = new Map<string, Buffer[]>();
  for (const table of TABLES) {
    const client = await pool.connect();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of client.query(copyTo(`COPY public.${table} TO STDOUT`))) chunks.push(chunk);
    } finally {
      client.release();
    }
    data.set(table, share(Buffer.concat(chunks), shares));
  }
  return data;
}

/** Cuts after line ends; rows never hold a raw one in this format. */
function share(all: Buffer, shares: number): Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (let number = 1; number <= shares; number++) {
    const wanted = Math.floor((all.length * number) / shares);
    const end = number === shares ? all.length : all.indexOf(0x0a, Math.max(from, wanted)) + 1;
    parts.push(all.subarray(from, end));
    from = end;
  }
  return parts;
}

/** Equal tables: columns, defaults, primary keys, indexes, and the foreign keys between them. */
export async function makeCopyTables(pool: pg.Pool): Promise<void> {
  await pool.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE; CREATE SCHEMA ${SCHEMA}`);
  for (const table of TABLES) await pool.query(`CREATE TABLE ${SCHEMA}.${table} (LIKE public.${table} INCLUDING ALL)`);
  const { rows } = await pool.query<{ table: string; name: string; definition: string }>(
    `SELECT c.conrelid::regclass::text AS "table", c.conname AS name, pg_get_constraintdef(c.oid) AS definition
       FROM pg_constraint c JOIN pg_class p ON p.oid = c.confrelid
      WHERE c.contype = 'f' AND c.conrelid = ANY($1::regclass[])`,
    [TABLES.map((table) => `public.${table}`)],
  );
  for (const { table, name, definition } of rows) {
    // The session of a thread is one row for thousands of events; its table stays the real one.
    const target = definition.replace(/REFERENCES thread\(/, `REFERENCES ${SCHEMA}.thread(`);
    await pool.query(`ALTER TABLE ${SCHEMA}.${table.replace(/^public\./, "")} ADD CONSTRAINT "${name}" ${target}`);
  }
}

/** Seconds that COPY takes for all rows, each share on its own connection. */
export async function copyRows(pool: pg.Pool, data: ReadonlyMap<string, readonly Buffer[]>): Promise<number> {
  const started = performance.now();
  for (const table of TABLES) {
    const shares = data.get(table) ?? [];
    await Promise.all(shares.map((bytes) => copyShare(pool, table, bytes)));
  }
  return (performance.now() - started) / 1_000;
}

async function copyShare(pool: pg.Pool, table: string, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return;
  const client = await pool.connect();
  try {
    await pipeline(Readable.from(chunksOf(bytes)), client.query(copyFrom(`COPY ${SCHEMA}.${table} FROM STDIN`)));
  } finally {
    client.release();
  }
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  const size = 256 * 1024;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
