import path from "node:path";
import type { FolderFile } from "@/server/core/formats/folder";
import { leadsOut } from "@/server/core/formats/upload-file";
import { checkInside, checkWritable, readText, writeText } from "../connect/files";
import { CliFault } from "../fault";

export interface FileToWrite extends FolderFile {
  /** Where it goes on this machine. */
  readonly file: string;
  readonly state: "new" | "changed" | "same";
}

/**
 * Compares files with what a folder has; nothing is written.
 * @throws CliFault when one of them lies outside of the folder, by its path or by a link, or cannot be read.
 */
export async function planFolder(folder: string, files: readonly FolderFile[]): Promise<FileToWrite[]> {
  const planned: FileToWrite[] = [];
  for (const { path: name, text } of files) {
    if (leadsOut(name)) throw new CliFault(`The server names a file ${name}, out of its folder. Nothing was written.`);
    const file = path.join(folder, name);
    await checkInside(folder, file, "its folder");
    const before = await readText(file);
    planned.push({ path: name, text, file, state: before === null ? "new" : before === text ? "same" : "changed" });
  }
  return planned;
}

/** Writes what differs; every other file of the folder stays. @throws CliFault when one of them may not be written. */
export async function writeFolder(planned: readonly FileToWrite[]): Promise<void> {
  const differing = planned.filter(({ state }) => state !== "same");
  for (const { file } of differing) await checkWritable(file);
  for (const { file, text } of differing) {
    await writeText(file, text).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CliFault(`${file} could not be written: ${reason}. Run it again: what was written before stays.`);
    });
  }
}
