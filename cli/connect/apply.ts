import { unlink } from "node:fs/promises";
import type { ConnectClient, ConnectScope } from "@/server/core/connect/clients";
import { CliFault } from "../fault";
import { checkWritable, removeFolders, writeText } from "./files";
import { entryPlaces, takeEntries } from "./json-file";
import type { Machine } from "./machine";
import type { PlannedFile } from "./planned-files";
import { takeBlocks } from "./toml-file";
import { type ConnectRecord, type FileRecord, hashOf, UndoRecords } from "./undo-record";

/**
 * Writes the planned files, all or none, and keeps what is needed to undo it.
 * @throws CliFault when one of them may not be written; the files are then as they were.
 */
export async function applyFiles(
  machine: Machine,
  client: ConnectClient,
  scope: ConnectScope,
  planned: readonly PlannedFile[],
): Promise<void> {
  const records = new UndoRecords(machine);
  const known = await records.find(client, scope);
  const changed = planned.filter(({ before, after }) => before !== after);
  for (const { file } of changed) await checkWritable(file);
  const written: { file: PlannedFile; folders: string[] }[] = [];
  try {
    for (const file of changed) {
      const isPrivate = file.change.kind !== "text" && file.change.holdsKey;
      written.push({ file, folders: await writeText(file.file, file.after, { isPrivate }) });
    }
    const files = planned.map((file) =>
      recordOf(file, client, known, written.find((one) => one.file === file)?.folders ?? []),
    );
    await records.keep({ version: 1, client, scope, project: scope === "project" ? machine.project : null, files });
  } catch (error) {
    for (const { file, folders } of written.reverse()) await putBack(file.file, file.before, folders);
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliFault(`Nothing was changed, because a file could not be written: ${reason}`);
  }
}

/** The text of first is kept over later connects, as long as nobody else wrote to the file in between. */
function recordOf(
  { change, file, before, after }: PlannedFile,
  client: ConnectClient,
  known: ConnectRecord | null,
  folders: string[],
): FileRecord {
  const earlier = known?.files.find((one) => one.file === file);
  const entries = change.kind === "json" ? entryPlaces(file, after, change.entries) : [];
  const base = { file, kind: change.kind, after: hashOf(after), entries };
  if (earlier && before !== null && earlier.after === hashOf(before)) {
    return {
      ...base,
      before: earlier.before,
      folders: earlier.folders,
      isShared: earlier.isShared && before === after,
    };
  }
  if (change.kind === "text") return { ...base, before, folders, isShared: before === after };
  const original = before === null ? null : withoutOurs({ ...base, before, folders, isShared: false }, before, client);
  return { ...base, before: original, folders, isShared: false };
}

/** A file without what was put into it. */
export function withoutOurs(record: FileRecord, text: string, client: ConnectClient): string {
  if (record.kind === "toml") return takeBlocks(text, ["end", "start"]);
  return takeEntries(record.file, text, record.entries, client, record.before);
}

async function putBack(file: string, before: string | null, folders: readonly string[]): Promise<void> {
  if (before !== null) await writeText(file, before);
  else {
    await unlink(file).catch(() => undefined); // it may be the one that could not be written
    await removeFolders(folders);
  }
}
