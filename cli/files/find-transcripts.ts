import { stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { glob } from "tinyglobby";
import type { Client } from "@/server/core/events/kinds";
import type { Environment } from "../config-file";
import { CliFault } from "../fault";

export interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  /** Named by itself and not found in a folder: then it is a failure when it is no transcript. */
  readonly named: boolean;
}

/** The clients of the default folders, as a sentence names them. */
export const CLIENTS_WITH_FOLDERS = "Claude Code, Codex, pi, Gemini CLI, Copilot CLI, Cursor, Cline or Roo Code";

/** Where the clients keep their transcripts (their own variables move the folders). */
export function defaultFolders(environment: Environment = process.env, home = os.homedir()): string[] {
  return Object.values(clientFolders(environment, home)).flat();
}

/** The same by client; Cline, Roo Code and Kilo Code share their folders' form. */
export function clientFolders(environment: Environment = process.env, home = os.homedir()) {
  const codex = environment["CODEX_HOME"] || path.join(home, ".codex");
  const tasks = EDITOR_EXTENSIONS.map((extension) =>
    path.join(editorFolder(environment, home), "Code", "User", "globalStorage", extension, "tasks"),
  );
  return {
    "claude-code": [
      path.join(environment["CLAUDE_CONFIG_DIR"] || path.join(home, ".claude"), "projects"),
      path.join(environment["XDG_CONFIG_HOME"] || path.join(home, ".config"), "claude", "projects"),
    ],
    codex: [path.join(codex, "sessions"), path.join(codex, "archived_sessions")],
    pi: [path.join(environment["PI_CODING_AGENT_DIR"] || path.join(home, ".pi", "agent"), "sessions")],
    "gemini-cli": [path.join(home, ".gemini", "tmp")],
    "copilot-cli": [path.join(home, ".copilot", "session-state")],
    cursor: [path.join(home, ".cursor", "projects")],
    cline: tasks,
  } satisfies Partial<Record<Client, string[]>>;
}

/** Cline, Roo Code and Kilo Code keep their tasks where VS Code lets its extensions write. */
const EDITOR_EXTENSIONS = ["saoudrizwan.claude-dev", "rooveterinaryinc.roo-cline", "kilocode.kilo-code"];

function editorFolder(environment: Environment, home: string): string {
  if (process.platform === "darwin") return path.join(home, "Library", "Application Support");
  if (process.platform === "win32") return environment["APPDATA"] || path.join(home, "AppData", "Roaming");
  return environment["XDG_CONFIG_HOME"] || path.join(home, ".config");
}

/**
 * Other JSON files of a folder are seldom transcripts: OpenCode's exports and message lists have to be named. These are
 * told by their names: chats of older Gemini CLIs, tasks of Cline and Roo Code, and Aider's history.
 */
const IN_FOLDER = [
  "**/*.jsonl",
  "**/*.traj",
  "**/chats/session-*.json",
  "**/api_conversation_history.json",
  "**/.aider.chat.history.md",
];

const NAMES = IN_FOLDER.map((glob) => {
  const name = glob
    .replace(/^\*\*\//, "")
    .replace(/[.]/g, "\\.")
    .replaceAll("*", "[^/]*");
  return new RegExp(`(?:^|/)${name}$`);
});

/** Whether a folder's file is taken for a transcript. */
export function isTranscriptName(file: string): boolean {
  const slashed = file.replaceAll("\\", "/");
  return NAMES.some((name) => name.test(slashed));
}

/**
 * All transcript files under files, folders and globs, each once. Parents come before their sub-agents, so that an
 * agent's type is known when its thread arrives, and its project is the one of its parent.
 * @throws CliFault when nothing is at a place that was asked for.
 */
export async function findTranscripts(inputs: readonly string[], folders = defaultFolders()): Promise<FoundFile[]> {
  const asked = inputs.length > 0;
  const found = new Map<string, FoundFile>();
  for (const place of asked ? inputs : folders) {
    for (const file of await filesAt(place, asked)) {
      if (!found.get(file.path)?.named) found.set(file.path, file);
    }
  }
  return [...found.values()].sort(parentsFirst);
}

async function filesAt(place: string, asked: boolean): Promise<FoundFile[]> {
  const kind = await stat(place).catch(() => null);
  if (kind?.isFile()) return [{ path: path.resolve(place), bytes: kind.size, named: true }];
  if (kind?.isDirectory()) return withSizes(await glob(IN_FOLDER, { cwd: place, absolute: true, dot: true }));
  if (!asked) return [];
  // Elsewhere a backslash in a glob takes its meaning from the next character.
  const pattern = process.platform === "win32" ? place.replaceAll("\\", "/") : place;
  const matches = await withSizes(await glob([pattern], { absolute: true, dot: true }));
  if (matches.length > 0) return matches;
  throw new CliFault(`Nothing is at ${place}. Give a file, a folder or a glob in quotes.`);
}

async function withSizes(files: readonly string[]): Promise<FoundFile[]> {
  const sized = files.map(async (file) => {
    const bytes = (await stat(file).catch(() => null))?.size ?? 0; // gone meanwhile: reading it will say so
    return { path: path.resolve(file), bytes, named: false };
  });
  return Promise.all(sized);
}

function parentsFirst(one: FoundFile, other: FoundFile): number {
  return depth(one.path) - depth(other.path) || (one.path < other.path ? -1 : 1);
}

function depth(file: string): number {
  return file.split(/[\\/]/).length;
}
