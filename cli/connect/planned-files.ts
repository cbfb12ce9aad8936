import type { FileChange } from "@/server/core/connect/changes";
import type { ConnectClient } from "@/server/core/connect/clients";
import { readText } from "./files";
import { hasEntry, putEntries } from "./json-file";
import { fileAt, type Machine } from "./machine";
import { hasBlock, putBlocks } from "./toml-file";

/** A file as it is and as it is to be; equal texts mean that nothing is to be done. */
export interface PlannedFile {
  readonly change: FileChange;
  readonly file: string;
  /** Null where it is not there yet. */
  readonly before: string | null;
  readonly after: string;
}

/** Reads all files and works out what each is to say; writes nothing. @throws CliFault that names the file. */
export function planFiles(
  machine: Machine,
  client: ConnectClient,
  changes: readonly FileChange[],
): Promise<PlannedFile[]> {
  return Promise.all(
    changes.map(async (change) => {
      const file = fileAt(machine, change.place);
      const before = await readText(file);
      return { change, file, before, after: textAfter(file, before, change, client) };
    }),
  );
}

function textAfter(file: string, before: string | null, change: FileChange, client: ConnectClient): string {
  if (change.kind === "text") return change.text;
  if (change.kind === "toml") return putBlocks(file, before, change.blocks);
  return putEntries(file, before, change.entries, client);
}

/** Whether the file has something of ours for this client, in whatever version. */
export function hasOurs(file: string, text: string, change: FileChange, client: ConnectClient): boolean {
  if (change.kind === "text") return true;
  return change.kind === "toml" ? hasBlock(text) : hasEntry(file, text, change.entries, client);
}
