import { stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { glob } from "tinyglobby";
import { CliFault } from "../fault";

/** Where the clients keep their transcripts (their own variables move the folders). */
export function defaultFolders(environment: NodeJS.ProcessEnv = process.env): string[] {
  const home = os.homedir();
  return [
    path.join(environment["CLAUDE_CONFIG_DIR"] || path.join(home, ".claude"), "projects"),
    path.join(environment["XDG_CONFIG_HOME"] || path.join(home, ".config"), "claude", "projects"),
    path.join(environment["CODEX_HOME"] || path.join(home, ".codex"), "sessions"),
    path.join(environment["CODEX_HOME"] || path.join(home, ".codex"), "archived_sessions"),
  ];
}

const IN_FOLDER = ["**/*.jsonl"];

/**
 * All transcript files under files, folders and globs, each once. Parents come before their sub-agents, so that an
 * agent's type is known when its thread arrives; the order changes nothing but how soon names are right.
 */
export async function findTranscripts(inputs: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const places = inputs.length > 0 ? inputs : defaultFolders();
  for (const place of places) {
    for (const file of await filesAt(place, inputs.length > 0)) found.add(file);
  }
  return [...found].sort((a, b) => depth(a) - depth(b) || a.localeCompare(b));
}

async function filesAt(place: string, asked: boolean): Promise<string[]> {
  const kind = await stat(place).catch(() => null);
  if (kind?.isFile()) return [path.resolve(place)];
  if (kind?.isDirectory()) return glob(IN_FOLDER, { cwd: place, absolute: true, dot: true });
  const matches = asked ? await glob([place.replaceAll("\\", "/")], { absolute: true, dot: true }) : [];
  if (asked && matches.length === 0)
    throw new CliFault(`Nothing is at ${place}. Give a file, a folder or a glob in quotes.`);
  return matches;
}

function depth(file: string): number {
  return file.split(/[\\/]/).length;
}
