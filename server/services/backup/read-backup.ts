import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { type Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import type { Watching } from "../../core/backup/backup-program";
import {
  BACKUP_FORMAT_VERSION,
  BackupManifest,
  type BackupTable,
  MANIFEST_LIMIT_BYTES,
  MANIFEST_MEMBER,
  ManifestHead,
  SEAL_MEMBER,
  tableMember,
} from "../../core/backup/manifest";
import { Meter } from "./meter";
import { DamagedFile, TarReader } from "./tar";

/** A backup whose manifest was read and is whole; its tables were not looked at yet. */
export class BackupFile {
  private constructor(
    private readonly handle: FileHandle,
    private readonly tar: TarReader,
    readonly manifest: BackupManifest,
    readonly fileBytes: number,
  ) {}

  /** @throws DamagedFile with a sentence when it is no backup, not whole, or of a newer format; else the disk's error. */
  static async open(file: string): Promise<BackupFile> {
    const handle = await open(file, "r");
    try {
      const tar = await TarReader.open(handle);
      const manifest = await readManifest(tar);
      for (const { name } of manifest.tables) {
        if (!tar.has(tableMember(name))) throw new DamagedFile(`The rows of its table ${name} are missing.`);
      }
      return new BackupFile(handle, tar, manifest, (await handle.stat()).size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** A table's rows in COPY's text format. */
  rows(table: BackupTable): { packed: Readable; unpack: NodeJS.ReadWriteStream } {
    return { packed: this.tar.stream(tableMember(table.name)), unpack: createGunzip({ chunkSize: 256 * 1024 }) };
  }

  /** Reads every table once. @throws DamagedFile for the first that is not what the manifest says. */
  async check({ onProgress, signal }: Watching): Promise<void> {
    const { tables } = this.manifest;
    for (const [done, table] of tables.entries()) {
      onProgress({ step: "check", what: table.name, done, total: tables.length });
      const meter = new Meter();
      const { packed, unpack } = this.rows(table);
      await pipeline(packed, unpack, meter, nowhere(), { signal }).catch((error: unknown) => {
        throw isZlibError(error) ? damaged(table) : error;
      });
      if (!matches(table, meter.reading())) throw damaged(table);
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** Whether rows that were read are those of the manifest. */
export function matches(table: BackupTable, read: { rows: number; bytes: number; sha256: string }): boolean {
  return table.rows === read.rows && table.bytes === read.bytes && table.sha256 === read.sha256;
}

export function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

async function readManifest(tar: TarReader): Promise<BackupManifest> {
  if (!tar.has(MANIFEST_MEMBER))
    throw new DamagedFile("It has no manifest: it is no backup of Context Steward, or cut short.");
  const text = await tar.read(MANIFEST_MEMBER, MANIFEST_LIMIT_BYTES);
  const seal = (await tar.read(SEAL_MEMBER, 100)).toString("latin1").trim();
  if (createHash("sha256").update(text).digest("hex") !== seal) throw new DamagedFile("Its manifest is damaged.");
  const json = parse(text);
  const head = ManifestHead.safeParse(json);
  if (!head.success) throw new DamagedFile("Its manifest is none of Context Steward.");
  const { formatVersion } = head.data;
  if (formatVersion > BACKUP_FORMAT_VERSION) {
    throw new DamagedFile(
      `It has format ${formatVersion}; this version reads up to ${BACKUP_FORMAT_VERSION}. Update the program: git pull && npm run quickstart.`,
    );
  }
  const manifest = BackupManifest.safeParse(json);
  if (!manifest.success) throw new DamagedFile(`Its manifest is damaged: ${z.prettifyError(manifest.error)}.`);
  return manifest.data;
}

function parse(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString("utf8"));
  } catch {
    throw new DamagedFile("Its manifest is damaged.");
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^Z_|^ERR_.*ZLIB/.test(String(error.code));
}

function damaged({ name }: BackupTable): DamagedFile {
  return new DamagedFile(`The rows of its table ${name} are damaged: they are not those that were saved.`);
}
