import { unlink } from "node:fs/promises";
import { CONNECT_GUIDES, type ConnectClient, type ConnectScope } from "@/server/core/connect/clients";
import { CliFault } from "../fault";
import { withoutOurs } from "./apply";
import { checkInside, checkWritable, readText, removeFolders, writeText } from "./files";
import type { Machine } from "./machine";
import { type ConnectRecord, type FileRecord, hashOf, UndoRecords } from "./undo-record";

/** What becomes of one file. */
export interface UndoneFile {
  readonly file: string;
  readonly before: string | null;
  /** Null: the file goes. */
  readonly after: string | null;
  /** Why it is not simply as it was. */
  readonly note: string | null;
}

export interface UndoPlan {
  readonly record: ConnectRecord;
  readonly files: readonly (UndoneFile & { readonly folders: readonly string[] })[];
  /** Files that another client uses too, with its record. */
  readonly handedOn: readonly { readonly file: FileRecord; readonly to: ConnectRecord }[];
}

/** Reads what an undo would do; writes nothing. @throws CliFault when the client was never connected from here. */
export async function planUndo(machine: Machine, client: ConnectClient, scope: ConnectScope): Promise<UndoPlan> {
  const records = new UndoRecords(machine);
  const record = await records.find(client, scope);
  if (!record) {
    const where = scope === "project" ? ` in ${machine.project}` : "";
    throw new CliFault(
      `${CONNECT_GUIDES[client].title} was not connected from here${where}, so there is nothing to undo.`,
    );
  }
  const files: (UndoneFile & { folders: readonly string[] })[] = [];
  const handedOn: { file: FileRecord; to: ConnectRecord }[] = [];
  for (const file of record.files) {
    if (scope === "project") await checkInside(machine.project, file.file);
    const [other] = file.kind === "text" ? await records.othersWith(file.file, record) : [];
    if (other) handedOn.push({ file, to: other });
    const { title } = CONNECT_GUIDES[other?.client ?? client];
    const kept = other ? `${title} uses it too, so it stays.` : null;
    files.push({ ...(await undone(file, client, kept)), folders: file.folders });
  }
  return { record, files, handedOn };
}

async function undone(record: FileRecord, client: ConnectClient, kept: string | null): Promise<UndoneFile> {
  const { file } = record;
  const text = await readText(file);
  const stays = (note: string | null): UndoneFile => ({ file, before: text, after: text, note });
  if (text === null) return stays("It is gone already.");
  if (kept !== null) return stays(kept);
  if (hashOf(text) === record.after) {
    return record.isShared ? stays("It was there before.") : { file, before: text, after: record.before, note: null };
  }
  if (record.kind === "text") return stays("It was changed since, so it stays.");
  const after = withoutOurs(record, text, client);
  const isEmpty = record.before === null && after.replaceAll(/\s/g, "").replace("{}", "") === "";
  return {
    file,
    before: text,
    after: isEmpty ? null : after,
    note: "It was changed since, so only the entries of Context Steward are taken out.",
  };
}

/** @throws CliFault when a file may not be written; none is changed then. */
export async function applyUndo(machine: Machine, { record, files, handedOn }: UndoPlan): Promise<void> {
  const records = new UndoRecords(machine);
  const changed = files.filter(({ before, after }) => before !== after);
  for (const { file } of changed) await checkWritable(file);
  for (const { file, after } of changed) {
    if (after === null) await unlink(file);
    else await writeText(file, after);
  }
  // Behind all files: the folder that was made for the first one held the others too.
  await removeFolders(files.flatMap(({ after, folders }) => (after === null ? folders : [])));
  for (const { file, to } of handedOn) {
    const others = to.files.filter((one) => one.file !== file.file);
    await records.keep({ ...to, files: [...others, file] });
  }
  await records.drop(record);
}
