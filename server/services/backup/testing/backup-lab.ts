import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { BackupProgress, RestoreSummary } from "@/server/core/backup/manifest";
import { fail, type Result } from "@/server/core/result";
import { type Migration, readMigrations } from "@/server/db/migrate";
import { migrateJobs } from "@/server/jobs/migrate";
import { withClient } from "@/server/launcher/postgres-connection";
import { findProjectRoot } from "@/server/launcher/project-root";
import { createEmptyDatabase, type TestDatabase } from "@/server/testing/test-database";
import { restoreBackup } from "../restore-backup";
import { writeBackup } from "../write-backup";

type RestoreOptions = Partial<Parameters<typeof restoreBackup>[1]>;

/** A folder for backups, and empty databases to restore them into. */
export class BackupLab {
  private readonly databases: TestDatabase[] = [];

  private constructor(
    readonly folder: string,
    readonly migrations: readonly Migration[],
  ) {}

  static async open(): Promise<BackupLab> {
    const migrations = await readMigrations(path.join(findProjectRoot(), "prisma", "migrations"));
    return new BackupLab(await mkdtemp(path.join(os.tmpdir(), "steward-backup-")), migrations);
  }

  async emptyDatabase(): Promise<string> {
    const database = await createEmptyDatabase();
    this.databases.push(database);
    return database.url;
  }

  file(name: string): string {
    return path.join(this.folder, name);
  }

  save(
    databaseUrl: string,
    name: string,
    onProgress: (progress: BackupProgress) => void = () => {},
    signal = new AbortController().signal,
  ) {
    return writeBackup(
      { clock: { now: () => new Date("2026-11-20T09:00:00Z") } },
      { databaseUrl, file: this.file(name), migrations: this.migrations, productVersion: "1.2.3" },
      { onProgress, signal },
    );
  }

  restore(name: string, databaseUrl: string, options: RestoreOptions = {}): Promise<Result<RestoreSummary>> {
    return restoreBackup(
      {
        file: this.file(name),
        migrations: this.migrations,
        withTarget: async (work) => {
          await migrateJobs(databaseUrl);
          return work({ databaseUrl, where: "the target" });
        },
      },
      { onProgress: () => {}, signal: new AbortController().signal, agree: null, ...options },
    );
  }

  /** `whole`, or why the file is refused; no database is asked. */
  async check(name: string): Promise<string> {
    const watching = { onProgress: () => {}, signal: new AbortController().signal, agree: null };
    const checked = await restoreBackup(
      { file: this.file(name), migrations: this.migrations, withTarget: async () => fail("conflict", "whole") },
      watching,
    );
    return checked.ok ? "restored" : checked.fault.message;
  }

  async close(): Promise<void> {
    for (const database of this.databases) await database.drop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

export async function query<T extends object>(url: string, sql: string, values?: unknown[]): Promise<T[]> {
  return withClient(url, async (client) => (await client.query<T>(sql, values)).rows);
}

/** Of each table of the schema, how many rows it has and a hash of them that does not depend on their order. */
export async function fingerprints(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname <> '_prisma_migrations' ORDER BY relname`,
    );
    await client.query("SET timezone = 'UTC'");
    const found: Record<string, string> = {};
    for (const { name } of tables.rows) {
      const sql = `SELECT t::text AS row FROM "${name}" t ORDER BY t::text COLLATE "C"`;
      const { rows } = await client.query<{ row: string }>(sql);
      const hash = createHash("sha256");
      for (const { row } of rows) hash.update(`${row}\n`);
      found[name] = `${rows.length} rows, ${hash.digest("hex").slice(0, 16)}`;
    }
    return found;
  });
}

/** Everything of the schema that a migration makes: columns, constraints and indexes. */
export async function schemaOf(url: string): Promise<string[]> {
  const rows = await query<{ line: string }>(
    url,
    `SELECT format('%s.%s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) AS line
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid)
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
     ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}

export async function tableCount(url: string): Promise<number> {
  const [row] = await query<{ tables: number }>(
    url,
    "SELECT count(*)::int AS tables FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
  );
  return row?.tables ?? -1;
}
