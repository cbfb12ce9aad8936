import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import type { Watching } from "../../core/backup/backup-program";
import {
  BACKUP_FORMAT,
  BACKUP_FORMAT_VERSION,
  type BackupManifest,
  type BackupSummary,
  type BackupTable,
  LEFT_OUT,
  MANIFEST_MEMBER,
  SEAL_MEMBER,
  summarize,
  tableMember,
} from "../../core/backup/manifest";
import { fail, ok, type Result } from "../../core/result";
import { readAppliedMigrations, readServer, readTables, type TableShape } from "../../db/backup/catalog";
import { copyOut } from "../../db/backup/copy";
import { copyJobsOut, hasQueue, jobsShape } from "../../db/backup/jobs";
import { inSnapshot, withBackupSession } from "../../db/backup/session";
import type { Migration } from "../../db/migrate";
import type { Deps } from "../deps";
import { faultOfWork } from "./fault";
import { Meter } from "./meter";
import { misfit, ownTables } from "./schema-of-program";
import { TarWriter } from "./tar";

export interface BackupInput {
  readonly databaseUrl: string;
  readonly file: string;
  readonly migrations: readonly Migration[];
  readonly productVersion: string;
}

/** The text of rows is repetitive: the fastest level already takes most of it, and a better one doubles the time. */
const GZIP_LEVEL = 1;
/** Readable by its owner only: sessions and hashes of passwords are in it. */
const PRIVATE_FILE = 0o600;

/**
 * Writes all rows of one moment into a new file, in constant memory, while the product may go on working. The file has
 * its name only when it is whole and on the disk.
 * Faults: the file is there already (`conflict`), its folder or the database cannot be used (`unavailable`), the
 * database was never set up (`not_found`) or fits another version of the program (`unsupported_version`).
 */
export async function writeBackup(
  deps: Pick<Deps, "clock">,
  input: BackupInput,
  watching: Watching,
): Promise<Result<BackupSummary>> {
  if (existsSync(input.file)) return fail("conflict", `${input.file} is there already. Name another file.`);
  const part = `${input.file}.part-${process.pid}`;
  const begun = performance.now();
  try {
    const file = await open(part, "wx", PRIVATE_FILE);
    let written: Result<Written>;
    try {
      written = await withBackupSession(input.databaseUrl, watching.signal, (client) =>
        saveMoment(client, file, { ...input, madeAt: deps.clock.now(), watching }),
      );
    } finally {
      await file.close();
    }
    if (!written.ok) return written;
    await rename(part, input.file);
    const { manifest, fileBytes } = written.value;
    const seconds = (performance.now() - begun) / 1000;
    return ok(summarize(manifest, path.resolve(input.file), fileBytes, seconds));
  } catch (error) {
    return faultOfWork(error, input.file, watching.signal);
  } finally {
    await rm(part, { force: true });
  }
}

interface Written {
  readonly manifest: BackupManifest;
  readonly fileBytes: number;
}

async function saveMoment(client: pg.Client, file: FileHandle, input: SaveInput): Promise<Result<Written>> {
  const tables = (await readTables(client, ownTables(input.migrations))).map(({ name }) => name);
  return inSnapshot(client, tables, async () => {
    const tar = new TarWriter(file, Math.floor(input.madeAt.getTime() / 1000));
    const manifest = await saveTables(client, tar, input);
    if (!manifest.ok) return manifest;
    return ok({ manifest: manifest.value, fileBytes: await seal(tar, manifest.value) });
  });
}

interface SaveInput extends BackupInput {
  readonly madeAt: Date;
  readonly watching: Watching;
}

async function saveTables(client: pg.Client, tar: TarWriter, input: SaveInput): Promise<Result<BackupManifest>> {
  const applied = await readAppliedMigrations(client);
  if (!applied?.length)
    return fail("not_found", "The database holds no Context Steward yet: there is nothing to save.");
  const migrations = applied.map(({ migration_name: name, checksum }) => ({ name, checksum }));
  const problem = misfit(input.migrations, migrations);
  if (problem) {
    const why = problem.kind === "newer" ? "is unknown to" : "has another text in";
    return fail(
      "unsupported_version",
      `The database's migration ${problem.migration} ${why} this version. Back it up with the version that runs on it.`,
    );
  }
  const server = await readServer(client);
  const shapes = (await readTables(client, ownTables(input.migrations))).filter(({ name }) => !LEFT_OUT.has(name));
  const withJobs = await hasQueue(client);
  const total = shapes.length + Number(withJobs);
  const tables: BackupTable[] = [];
  const save = async (shape: TableShape, rows: () => Readable) => {
    input.watching.onProgress({ step: "save", what: shape.name, done: tables.length, total });
    tables.push(await saveTable(tar, shape, rows(), input.watching.signal));
  };
  for (const shape of shapes) await save(shape, () => copyOut(client, shape));
  if (withJobs) await save(jobsShape, () => copyJobsOut(client));
  return ok({
    format: BACKUP_FORMAT,
    formatVersion: BACKUP_FORMAT_VERSION,
    productVersion: input.productVersion,
    madeAt: input.madeAt.toISOString(),
    postgresMajor: server.major,
    migrations,
    tables,
    leftOut: [...LEFT_OUT].map(([table, reason]) => ({ table, reason })),
  });
}

async function saveTable(tar: TarWriter, shape: TableShape, rows: Readable, signal: AbortSignal): Promise<BackupTable> {
  const meter = new Meter();
  const member = new Writable({
    highWaterMark: 1024 * 1024,
    write: (chunk: Buffer, _encoding, done) => void tar.write(chunk).then(() => done(), done),
  });
  tar.begin(tableMember(shape.name));
  await pipeline(rows, meter, createGzip({ level: GZIP_LEVEL, chunkSize: 256 * 1024 }), member, { signal });
  await tar.end();
  return { name: shape.name, columns: [...shape.columns], ...meter.reading() };
}

async function seal(tar: TarWriter, manifest: BackupManifest): Promise<number> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await tar.add(MANIFEST_MEMBER, text);
  await tar.add(SEAL_MEMBER, Buffer.from(`${createHash("sha256").update(text).digest("hex")}\n`));
  return tar.finish();
}
