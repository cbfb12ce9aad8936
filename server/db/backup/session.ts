import { Socket } from "node:net";
import pg from "pg";

/** How the server lists these connections. */
export const BACKUP_APPLICATION = "backup-of-steward";

/** Text of a value must not depend on the settings of a server, so the ones that shape it are fixed. */
const SETTINGS = [
  "SET client_encoding = 'UTF8'",
  "SET datestyle = 'ISO, YMD'",
  "SET intervalstyle = 'iso_8601'",
  "SET timezone = 'UTC'",
  "SET extra_float_digits = 3",
  "SET bytea_output = 'hex'",
  "SET xmloption = 'content'",
  "SET search_path = public",
  // A scan that begins in the middle of a table would give the same rows in another order.
  "SET synchronize_seqscans = off",
  "SET statement_timeout = 0",
  "SET lock_timeout = 0",
  "SET idle_in_transaction_session_timeout = 0",
  // Row security that applies to this user is an error here: a backup that lacks rows would look whole.
  "SET row_security = off",
  "SET client_min_messages = warning",
];

/**
 * One connection whose text form of values is the same on every server; closed after `work`, whatever comes of it. When
 * `work` fails or `signal` fires, the line is cut: a COPY that nobody reads any more would never end by itself, and the
 * server undoes what was not committed.
 */
export async function withBackupSession<T>(
  url: string,
  signal: AbortSignal,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const address = new URL(url);
  address.searchParams.set("application_name", BACKUP_APPLICATION);
  const line = new Socket();
  const client = new pg.Client({ connectionString: address.toString(), stream: () => line });
  client.on("error", () => {}); // The query that is under way fails with the same reason.
  const cut = () => void line.destroy();
  signal.addEventListener("abort", cut, { once: true });
  try {
    signal.throwIfAborted();
    await client.connect();
    for (const setting of SETTINGS) await client.query(setting);
    const value = await work(client);
    await client.end();
    return value;
  } finally {
    signal.removeEventListener("abort", cut);
    cut();
  }
}

/**
 * One snapshot for all reads of `work`, however long they take and whatever is written meanwhile. `tables` are locked
 * against a change of their columns before the snapshot is taken, which would not show the older ones.
 */
export async function inSnapshot<T>(
  client: pg.ClientBase,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const names = tables.map((table) => client.escapeIdentifier(table)).join(", ");
  if (names !== "") await client.query(`LOCK TABLE ${names} IN ACCESS SHARE MODE`);
  const value = await work();
  await client.query("ROLLBACK");
  return value;
}

/**
 * All of `work` or nothing: a process that ends within it leaves the database as it was, an error ends the session.
 * `onCommit` is called when the work is done and about to count.
 */
export async function inOneTransaction<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  onCommit: () => void,
): Promise<T> {
  await client.query("BEGIN");
  const value = await work();
  onCommit();
  await client.query("COMMIT");
  return value;
}
