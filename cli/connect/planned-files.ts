import { stat } from "node:fs/promises";
import type { FileChange } from "@/server/core/connect/changes";
import type { ConnectClient } from "@/server/core/connect/clients";
import { checkInside, readText } from "./files";
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
      if (change.place.root === "project") await checkInside(machine.project, file);
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

const OTHERS = 0o077;

/** What to do about files that hold the key and were open to other people of this machine before; they keep their mode. */
export async function adviseOnModes(machine: Machine, planned: readonly PlannedFile[]): Promise<string[]> {
  if (machine.platform === "win32") return [];
  const holders = planned.filter(({ change }) => change.kind !== "text" && change.holdsKey);
  const modes = await Promise.all(holders.map(({ file }) => stat(file).catch(() => null)));
  return holders
    .filter((_, at) => ((modes[at]?.mode ?? 0) & OTHERS) !== 0)
    .map(({ file }) => `${file} holds your key, and others on this machine can read it. Run: chmod 600 '${file}'`);
}

/** Whether the file has something of ours for this client, in whatever version. */
export function hasOurs(file: string, text: string, change: FileChange, client: ConnectClient): boolean {
  if (change.kind === "text") return true;
  return change.kind === "toml" ? hasBlock(text) : hasEntry(file, text, change.entries, client);
}
