/**
 * Applies prisma/migrations at run time, without Prisma's engine (which would have to be downloaded). It keeps
 * Prisma's own table, checksums and lock, so `prisma migrate deploy|status|dev` agree with it on the same database.
 */
import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** A state of the database that a person has to put right. */
export class MigrationError extends Error {
  constructor(
    message: string,
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "MigrationError";
  }
}

export interface MigrationReport {
  /** Names of the migrations that this call applied, in order. */
  applied: string[];
  /** How many were there before. */
  alreadyApplied: number;
}

export interface Migration {
  name: string;
  sql: string;
}

interface AppliedRow {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

/** The session lock that `prisma migrate` takes while it works (schema-engine, `acquire_lock` of the Postgres flavour). */
const PRISMA_LOCK = 72_707_369;
const LOCK_WAIT_MS = 60_000;

/** Column for column what Prisma creates; a database that Prisma migrated first already has it. */
const CREATE_TABLE = `create table if not exists "_prisma_migrations" (
  "id" varchar(36) primary key not null,
  "checksum" varchar(64) not null,
  "finished_at" timestamptz,
  "migration_name" varchar(255) not null,
  "logs" text,
  "rolled_back_at" timestamptz,
  "started_at" timestamptz not null default now(),
  "applied_steps_count" integer not null default 0
)`;

/**
 * Brings the database up to the migrations in `directory`. Each one is applied together with its row in one
 * transaction, so a kill at any moment leaves it either whole or absent. Safe to call from several processes at once.
 * @param onApply Told the name of each migration before it runs.
 * @throws MigrationError when the database is newer than this program, when a migration failed or was changed after it
 *   was applied, or when another process holds the lock for over a minute.
 */
export async function migrate(
  databaseUrl: string,
  directory: string,
  onApply: (name: string) => void = () => {},
): Promise<MigrationReport> {
  const known = await readMigrations(directory);
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {}); // The query that is under way fails with the same reason.
  await client.connect();
  try {
    await takeMigrationLock(client);
    await client.query("set client_min_messages to warning");
    await makeMigrationTable(client);
    const rows = await client.query<AppliedRow>(
      `select migration_name, checksum, finished_at from "_prisma_migrations" where rolled_back_at is null order by started_at`,
    );
    const pending = pendingMigrations(known, rows.rows);
    for (const migration of pending) {
      onApply(migration.name);
      await apply(client, migration);
    }
    return { applied: pending.map(({ name }) => name), alreadyApplied: known.length - pending.length };
  } finally {
    await client.end(); // Gives the lock back too.
  }
}

/** All migrations of this program, in the order in which they are applied. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      sql: await readFile(path.join(directory, name, "migration.sql"), "utf8"),
    })),
  );
}

/** Which of `known` the database lacks; throws where the two cannot be brought together. */
function pendingMigrations(known: readonly Migration[], rows: readonly AppliedRow[]): Migration[] {
  refuseFailed(rows);
  refuseNewerDatabase(known, rows);
  const applied = new Map(rows.map((row) => [row.migration_name, row.checksum]));
  for (const migration of known) {
    const checksum = applied.get(migration.name);
    if (checksum !== undefined) refuseChanged(migration, checksum);
  }
  return known.filter(({ name }) => !applied.has(name));
}

function refuseFailed(rows: readonly AppliedRow[]): void {
  const failed = rows.find((row) => row.finished_at === null);
  if (!failed) return;
  throw new MigrationError(
    `Migration ${failed.migration_name} failed on this database earlier and may be half applied.`,
    `Undo what it left, then run: npx prisma migrate resolve --rolled-back ${failed.migration_name}`,
  );
}

function refuseNewerDatabase(known: readonly Migration[], rows: readonly AppliedRow[]): void {
  const names = new Set(known.map(({ name }) => name));
  const unknown = rows.filter((row) => !names.has(row.migration_name));
  const first = unknown[0];
  if (!first) return;
  throw new MigrationError(
    `The database is newer than this program: it has ${unknown.length} migrations that are unknown here, ` +
      `first ${first.migration_name}. Nothing was changed.`,
    "Update the program: git pull && npm run quickstart",
  );
}

/** Whether `checksum` is of this migration's text. */
export function isTextOf({ sql }: Migration, checksum: string): boolean {
  const unixText = sql.replaceAll("\r\n", "\n");
  // A checkout may have turned the line ends around; Prisma accepts both as well.
  return [sql, unixText, unixText.replaceAll("\n", "\r\n")].map(checksumOf).includes(checksum);
}

function refuseChanged(migration: Migration, checksum: string): void {
  const { name } = migration;
  if (isTextOf(migration, checksum)) return;
  throw new MigrationError(
    `Migration ${name} was changed after it had been applied to this database.`,
    `Bring its text back: git checkout HEAD -- prisma/migrations/${name}, or start with an empty database: ` +
      "npm run quickstart -- --data <new folder>",
  );
}

function checksumOf(sql: string): string {
  return createHash("sha256").update(sql).digest("hex");
}

/** Prisma's table of what was applied. */
export async function makeMigrationTable(client: pg.Client): Promise<void> {
  await client.query(CREATE_TABLE);
}

/**
 * Keeps other migrations off the database until the connection ends.
 * @throws MigrationError when another process holds the lock for over a minute.
 */
export async function takeMigrationLock(client: pg.Client): Promise<void> {
  const deadline = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [PRISMA_LOCK]);
    if (rows[0]?.taken) return;
    if (Date.now() > deadline) {
      throw new MigrationError(
        `Another process has held the migration lock for over ${LOCK_WAIT_MS / 1000} seconds.`,
        "Wait until it is done, or end it, then start again.",
      );
    }
    await sleep(200);
  }
}

/** Runs a migration and notes it, in the caller's transaction. */
export async function runMigration(client: pg.Client, { name, sql }: Migration): Promise<void> {
  await client.query(sql); // Without parameters pg sends the script whole, so function bodies need no splitting.
  await client.query(
    `insert into "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     values ($1, $2, $3, clock_timestamp(), clock_timestamp(), 1)`,
    [randomUUID(), checksumOf(sql), name],
  );
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { name } = migration;
  try {
    await client.query("begin");
    await runMigration(client, migration);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback").catch(() => {}); // The connection itself may be what failed.
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(
      `Migration ${name} failed and was rolled back: ${reason}`,
      "The database is as it was before. Put the cause right and start again.",
      { cause },
    );
  }
}
