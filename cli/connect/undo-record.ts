import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, unlink } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { CONNECT_CLIENTS, CONNECT_SCOPES, type ConnectClient, type ConnectScope } from "@/server/core/connect/clients";
import { CliFault } from "../fault";
import { stateFolder } from "../hook/state";
import { writeText } from "./files";
import type { Machine } from "./machine";

/** What was done to one file, and what it said before. */
const FileRecord = z.object({
  file: z.string(),
  kind: z.enum(["json", "toml", "text"]),
  /** Text before, byte by byte; null where the file was not there. */
  before: z.string().nullable(),
  /** SHA-256 of the text that was written: another one means that somebody changed the file since. */
  after: z.string(),
  /** Folders that were made for it. */
  folders: z.array(z.string()),
  /** Places of our entries in a JSON file. What they say is not kept: it may hold the key. */
  entries: z.array(z.object({ kind: z.enum(["value", "item", "default"]), path: z.array(z.string()).readonly() })),
  /** The file was as wanted already, because another client uses it too. */
  isShared: z.boolean(),
});
export type FileRecord = z.infer<typeof FileRecord>;

const ConnectRecord = z.object({
  version: z.literal(1),
  client: z.enum(CONNECT_CLIENTS),
  scope: z.enum(CONNECT_SCOPES),
  /** The folder of the project, in that scope. */
  project: z.string().nullable(),
  files: z.array(FileRecord),
});
export type ConnectRecord = z.infer<typeof ConnectRecord>;

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The records of this machine: one a client and scope, and in the scope of projects one a project. */
export class UndoRecords {
  private readonly folder: string;

  constructor(private readonly machine: Machine) {
    this.folder = path.join(stateFolder(machine.environment, machine.platform), "connect");
  }

  fileOf(client: ConnectClient, scope: ConnectScope): string {
    const place = scope === "project" ? `-${hashOf(this.machine.project).slice(0, 12)}` : "";
    return path.join(this.folder, `${client}-${scope}${place}.json`);
  }

  /** @throws CliFault when it is there and damaged. */
  async find(client: ConnectClient, scope: ConnectScope): Promise<ConnectRecord | null> {
    return read(this.fileOf(client, scope));
  }

  async keep(record: ConnectRecord): Promise<void> {
    // It holds the files as they were, and those may hold secrets of other programs.
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeText(this.fileIn(record), `${JSON.stringify(record, null, 2)}\n`, { isPrivate: true });
  }

  async drop(record: ConnectRecord): Promise<void> {
    await unlink(this.fileIn(record));
  }

  /** Records of other clients and projects that name this file. */
  async othersWith(file: string, { client, scope, project }: ConnectRecord): Promise<ConnectRecord[]> {
    const names = await readdir(this.folder).catch(() => []);
    const all = await Promise.all(names.map((name) => read(path.join(this.folder, name)).catch(() => null)));
    return all
      .filter((one) => one !== null)
      .filter(
        (one) =>
          !(one.client === client && one.scope === scope && one.project === project) &&
          one.files.some((known) => known.file === file),
      );
  }

  private fileIn({ client, scope, project }: ConnectRecord): string {
    return new UndoRecords({ ...this.machine, project: project ?? this.machine.project }).fileOf(client, scope);
  }
}

async function read(file: string): Promise<ConnectRecord | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return ConnectRecord.parse(JSON.parse(text));
  } catch {
    throw new CliFault(`${file} is damaged, so it is not known what to undo. Take the entries out by hand.`);
  }
}
