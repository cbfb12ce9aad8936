import { stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { glob } from "tinyglobby";
import type { Client } from "@/server/core/events/kinds";
import { clientFolders, type FoundFile } from "../../files/find-transcripts";
import type { SpoolEntry } from "../spool";
import type { UploadedFile } from "./memory";

/** Where a client keeps the transcript of a session, below its folder. */
const PLACES: Partial<Readonly<Record<Client, (id: string) => string[]>>> = {
  "claude-code": (id) => [`*/${id}.jsonl`],
  codex: (id) => [`**/rollout-*-${id}.jsonl`],
  pi: (id) => [`**/*_${id}.jsonl`],
  "gemini-cli": (id) => [`*/chats/session-*-${id.slice(0, 8)}.{json,jsonl}`],
  "copilot-cli": (id) => [`${id}/events.jsonl`],
  cursor: (id) => [`*/agent-transcripts/${id}.jsonl`, `*/agent-transcripts/${id}/${id}.jsonl`],
};

/** The transcript that a hook told of, else the one of its session; null when there is none on this machine. */
export async function transcriptOf({ client, session, transcript }: SpoolEntry): Promise<string | null> {
  if (transcript !== null) {
    const file = transcript.startsWith("~/") ? path.join(os.homedir(), transcript.slice(2)) : transcript;
    if (path.isAbsolute(file) && (await exists(file))) return file;
  }
  const folders: Partial<Record<Client, string[]>> = clientFolders();
  if (session === null || !/^[\w-]{4,100}$/.test(session)) return null;
  for (const folder of folders[client] ?? []) {
    const [found] = await glob(PLACES[client]?.(session) ?? [], { cwd: folder, absolute: true, dot: true });
    if (found !== undefined) return path.resolve(found);
  }
  return null;
}

/** A transcript and those of its sub-agents, the parent first. */
export async function filesOf(transcript: string): Promise<(FoundFile & UploadedFile)[]> {
  const folder = path.join(transcript.replace(/\.jsonl$/i, ""), "subagents");
  const agents = (await exists(folder)) ? await glob(["**/*.jsonl"], { cwd: folder, absolute: true, dot: true }) : [];
  const paths = [transcript, ...agents.map((file) => path.resolve(file)).sort()];
  const found = await Promise.all(paths.map(fileAt));
  return found.filter((file) => file !== null);
}

/** Null for a file that is not there, or has no byte yet. */
export async function fileAt(file: string): Promise<(FoundFile & UploadedFile) | null> {
  const kind = await stat(file).catch(() => null);
  if (!kind?.isFile() || kind.size === 0) return null;
  return { path: file, bytes: kind.size, mtimeMs: kind.mtimeMs, named: true };
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}
