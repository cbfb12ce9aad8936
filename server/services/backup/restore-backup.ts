import path from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import type { BackupProgram, FoundData, Watching } from "../../core/backup/backup-program";
import {
  type BackupManifest,
  type BackupTable,
  JOBS_TABLE,
  LEFT_OUT,
  type RestoreSummary,
  summarize,
} from "../../core/backup/manifest";
import { fail, ok, type Result } from "../../core/result";
import { countRows, readAppliedMigrations, readServer, readTables } from "../../db/backup/catalog";
import { copyIn, copyOut } from "../../db/backup/copy";
import { makeJobsTable, replaceJobs } from "../../db/backup/jobs";
import { bringBack, dropTables, gatherStatistics, takeAway } from "../../db/backup/rebuild";
import { inOneTransaction, withBackupSession } from "../../db/backup/session";
import { type Migration, makeMigrationTable, runMigration, takeMigrationLock } from "../../db/migrate";
import { faultOfWork } from "./fault";
import { Meter } from "./meter";
import { BackupFile, matches, nowhere } from "./read-backup";
import { misfit, ownTables } from "./schema-of-program";
import { DamagedFile } from "./tar";

/** A database that can be written to. The tables of its queue are made. */
export interface RestoreTarget {
  readonly databaseUrl: string;
  /** How people know it. */
  readonly where: string;
}

export interface RestoreInput {
  readonly file: string;
  readonly migrations: readonly Migration[];
  /** Opens the target once the file was found whole, and closes it after `work`. */
  withTarget<T>(work: (target: RestoreTarget) => Promise<Result<T>>): Promise<Result<T>>;
}

type Options = Parameters<BackupProgram["restore"]>[2];

/**
 * Puts a backup into a database, in one transaction: whatever ends it in between leaves the database as it was. The
 * file is checked as a whole before anything is written. The schema is made as it was when the backup was taken, the
 * rows are loaded and read back against the manifest, and the migrations that came later are applied.
 * Faults: the file is damaged or of another kind (`bad_request`), is newer than the program (`unsupported_version`),
 * the database holds rows and nobody agreed (`conflict`), or it cannot be used (`unavailable`).
 */
export async function restoreBackup(input: RestoreInput, options: Options): Promise<Result<RestoreSummary>> {
  const begun = performance.now();
  const stop = untilCommit(options.signal);
  const stoppable = { ...options, signal: stop.signal };
  try {
    const backup = await BackupFile.open(input.file);
    try {
      const refusal = refuseMisfit(backup.manifest, input);
      if (refusal) return refusal;
      await backup.check(stoppable);
      const restored = await input.withTarget((target) =>
        withBackupSession(target.databaseUrl, stop.signal, (client) =>
          replace(client, backup, { ...target, known: input.migrations }, { ...stoppable, onCommit: stop.release }),
        ),
      );
      if (!restored.ok) return restored;
      const seconds = (performance.now() - begun) / 1000;
      const summary = summarize(backup.manifest, path.resolve(input.file), backup.fileBytes, seconds);
      return ok({ ...summary, ...restored.value });
    } finally {
      await backup.close();
    }
  } catch (error) {
    return faultOfWork(error, input.file, stop.signal);
  } finally {
    stop.release();
  }
}

/** Follows `signal` until its release: an answer that a stopped commit changed nothing might be wrong. */
function untilCommit(signal: AbortSignal): { signal: AbortSignal; release: () => void } {
  const stop = new AbortController();
  const follow = () => stop.abort(signal.reason);
  if (signal.aborted) follow();
  signal.addEventListener("abort", follow);
  return { signal: stop.signal, release: () => signal.removeEventListener("abort", follow) };
}

function refuseMisfit(manifest: BackupManifest, { file, migrations }: RestoreInput): Result<never> | null {
  const problem = misfit(migrations, manifest.migrations);
  if (problem?.kind === "newer") {
    return fail(
      "unsupported_version",
      `${file} was made by version ${manifest.productVersion}, which is newer than this one: migration ` +
        `${problem.migration} is unknown here. Update the program: git pull && npm run quickstart. Nothing was changed.`,
    );
  }
  if (problem) {
    return fail(
      "unsupported_version",
      `${file} was made with another text of migration ${problem.migration}. Use the version that made it, ` +
        `${manifest.productVersion}. Nothing was changed.`,
    );
  }
  const own = new Set([...ownTables(migrations), JOBS_TABLE]);
  const foreign = manifest.tables.find(({ name }) => !own.has(name));
  if (!foreign) return null;
  return fail("bad_request", `${file} has rows of a table ${foreign.name}, which is none of this program.`);
}

async function replace(
  client: pg.Client,
  backup: BackupFile,
  target: RestoreTarget & { readonly known: readonly Migration[] },
  options: Options & { readonly onCommit: () => void },
): Promise<Result<Pick<RestoreSummary, "migrated" | "replacedRows">>> {
  await takeMigrationLock(client);
  const seen = await lookAt(client, target);
  if (!seen.ok) return seen;
  const { found, tables } = seen.value;
  if (found.rows > 0) {
    if (!options.agree) {
      return fail(
        "conflict",
        `${found.where} holds ${found.rows} rows. Add --replace to put the backup in their place.`,
      );
    }
    if (!(await options.agree(found))) return fail("conflict", "Not confirmed. Nothing was changed.");
  }
  const work = async () => {
    await dropTables(client, tables);
    const migrated = await fill(client, backup, target.known, options);
    return ok({ migrated, replacedRows: found.rows });
  };
  return inOneTransaction(client, work, options.onCommit);
}

/** What the target holds of ours. Tables of another program are not ours to drop, whatever their names. */
async function lookAt(
  client: pg.Client,
  { known, where }: RestoreTarget & { readonly known: readonly Migration[] },
): Promise<Result<{ found: FoundData; tables: string[] }>> {
  const { database, processes } = await readServer(client);
  if (processes.length > 0) {
    return fail(
      "conflict",
      `Context Steward is at work on ${where} (${processes.join(", ")}). Stop it first. Nothing was changed.`,
    );
  }
  const own = (await readTables(client, ownTables(known))).map(({ name }) => name);
  const applied = await readAppliedMigrations(client);
  if (applied === null && own.length > 0) {
    return fail(
      "conflict",
      `${where} has a table ${own[0]} that is none of Context Steward. Use an empty database. Nothing was changed.`,
    );
  }
  const names = new Set(known.map(({ name }) => name));
  const foreign = applied?.find(({ migration_name }) => !names.has(migration_name));
  if (foreign) {
    return fail(
      "conflict",
      `${where} has migration ${foreign.migration_name}, of a newer version or another program. ` +
        "Use an empty database. Nothing was changed.",
    );
  }
  const rows = await countRows(client, own);
  const tables = applied === null ? own : [...own, "_prisma_migrations"];
  return ok({ found: { where, database, rows }, tables });
}

/** @returns the migrations that came after the backup. */
async function fill(
  client: pg.Client,
  backup: BackupFile,
  known: readonly Migration[],
  watching: Watching,
): Promise<string[]> {
  const { manifest } = backup;
  const had = new Set(manifest.migrations.map(({ name }) => name));
  await makeMigrationTable(client);
  await migrateAll(
    client,
    known.filter(({ name }) => had.has(name)),
    watching,
  );
  await makeJobsTable(client);
  const names = [...manifest.tables.map(({ name }) => name), ...LEFT_OUT.keys()];
  const taken = await takeAway(client, names);
  await loadTables(client, backup, watching);
  await compareTables(client, manifest, watching);
  await bringBack(client, taken, (what, done, total) => {
    watching.signal.throwIfAborted();
    watching.onProgress({ step: "build", what, done, total });
  });
  await replaceJobs(client);
  const later = known.filter(({ name }) => !had.has(name));
  await migrateAll(client, later, watching);
  await gatherStatistics(client, ownTables(known));
  watching.signal.throwIfAborted();
  return later.map(({ name }) => name);
}

async function migrateAll(client: pg.Client, migrations: readonly Migration[], watching: Watching): Promise<void> {
  for (const [done, migration] of migrations.entries()) {
    watching.signal.throwIfAborted();
    watching.onProgress({ step: "migrate", what: migration.name, done, total: migrations.length });
    await runMigration(client, migration);
  }
}

async function loadTables(client: pg.Client, backup: BackupFile, { onProgress, signal }: Watching): Promise<void> {
  const { tables } = backup.manifest;
  for (const [done, table] of tables.entries()) {
    onProgress({ step: "load", what: table.name, done, total: tables.length });
    const { packed, unpack } = backup.rows(table);
    await pipeline(packed, unpack, copyIn(client, table), { signal });
  }
}

/** The database must give back, byte for byte, what was saved: a row that Postgres read otherwise would be a loss. */
async function compareTables(
  client: pg.Client,
  { tables }: BackupManifest,
  { onProgress, signal }: Watching,
): Promise<void> {
  for (const [done, table] of tables.entries()) {
    onProgress({ step: "compare", what: table.name, done, total: tables.length });
    const meter = new Meter();
    await pipeline(copyOut(client, table), meter, nowhere(), { signal });
    if (!matches(table, meter.reading())) throw differs(table);
  }
}

function differs({ name }: BackupTable): DamagedFile {
  return new DamagedFile(`The database gave back other rows of ${name} than it was given.`);
}
