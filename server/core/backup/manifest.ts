import { z } from "zod";

/**
 * A backup is a tar file: one gzip member a table, then `manifest.json`, then `manifest.sha256`. A table's member holds
 * its rows in the text format of Postgres' COPY, which any major version reads; the manifest comes last because only
 * then are rows and hashes known. `tar` and `gunzip` take it apart without this program.
 */
export const BACKUP_FORMAT = "context-steward-backup";
/** Raised when a program that knows only the earlier number could no longer restore the file. */
export const BACKUP_FORMAT_VERSION = 1;

export const MANIFEST_MEMBER = "manifest.json";
/** The hash of the manifest in hexadecimal: a file that lacks it was cut short. */
export const SEAL_MEMBER = "manifest.sha256";
export const MANIFEST_LIMIT_BYTES = 4 * 1024 * 1024;

/** The queue's pending jobs travel under this name, in a form that does not depend on the queue's own tables. */
export const JOBS_TABLE = "pending_jobs";
export const JOBS_COLUMNS = ["task", "payload", "queue", "run_at", "max_attempts", "key", "priority", "flags"];

/**
 * Tables that a backup leaves out, each with its reason. Their structure is restored, empty.
 * What is in them lets somebody in: a restore would bring back sign-ins that were ended since.
 */
export const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ["auth_session", "live sign-ins: one that was ended since must not live again, so people sign in anew"],
  ["auth_verification", "links that work once: those asked for before the backup are void"],
  ["auth_rate_limit", "counts of the last minutes"],
]);

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hexadecimal");
/** Names as our migrations write them; nothing else may reach a statement. */
const Name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/, "must be a plain name");

const BackupTable = z.object({
  name: Name,
  columns: z.array(Name).min(1),
  rows: z.int().nonnegative(),
  /** Of the rows in COPY's text format, before gzip. */
  bytes: z.int().nonnegative(),
  sha256: Sha256,
});
export type BackupTable = z.infer<typeof BackupTable>;

export const BackupManifest = z.object({
  format: z.literal(BACKUP_FORMAT),
  formatVersion: z.int().positive(),
  productVersion: z.string(),
  /** When the snapshot was taken. */
  madeAt: z.iso.datetime(),
  /** Major version of the Postgres that it comes from. */
  postgresMajor: z.int().positive(),
  /** All migrations that the database had, in order: the schema that the rows fit. */
  migrations: z.array(z.object({ name: z.string(), checksum: Sha256 })).min(1),
  tables: z.array(BackupTable),
  leftOut: z.array(z.object({ table: Name, reason: z.string() })),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

/** What is read before anything else, so that a newer format gets its own answer. */
export const ManifestHead = z.object({ format: z.literal(BACKUP_FORMAT), formatVersion: z.int().positive() });

export function tableMember(table: string): string {
  return `tables/${table}.copy.gz`;
}

/** Where a backup or a restore is, for whoever waits. */
export interface BackupProgress {
  readonly step: "save" | "check" | "load" | "compare" | "build" | "migrate";
  /** The table, index or migration at work. */
  readonly what: string;
  /** Of `total` parts of this step, how many are done. */
  readonly done: number;
  readonly total: number;
}

export interface BackupSummary {
  readonly file: string;
  readonly fileBytes: number;
  readonly tables: number;
  readonly rows: number;
  /** Of all rows in COPY's text format, before gzip. */
  readonly bytes: number;
  readonly madeAt: string;
  readonly productVersion: string;
  readonly lastMigration: string;
  readonly leftOut: BackupManifest["leftOut"];
  readonly seconds: number;
}

export interface RestoreSummary extends BackupSummary {
  /** Migrations that were applied on top, because the program is newer than the backup. */
  readonly migrated: readonly string[];
  /** Rows of the database that the backup replaced. */
  readonly replacedRows: number;
}

export function summarize(manifest: BackupManifest, file: string, fileBytes: number, seconds: number): BackupSummary {
  return {
    file,
    fileBytes,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    bytes: manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0),
    madeAt: manifest.madeAt,
    productVersion: manifest.productVersion,
    lastMigration: manifest.migrations.at(-1)?.name ?? "",
    leftOut: manifest.leftOut,
    seconds,
  };
}
