import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { CLIENTS } from "@/server/core/events/kinds";
import { type HookState, isAbsent, memoryFile, readJson, sessionFolder, writeJson } from "../state";

/** How a file was when it was uploaded: a file that still is so has nothing new. */
const UploadedFile = z.object({ bytes: z.int(), mtimeMs: z.number() });
export type UploadedFile = z.infer<typeof UploadedFile>;

/** What the uploader knows of a session, from one hook to the next. */
const SessionMemory = z.object({
  /** Another server has nothing of what this one got. */
  server: z.string(),
  client: z.enum(CLIENTS),
  session: z.string(),
  transcript: z.string(),
  cwd: z.string().nullable(),
  /** Its number and place on the server, once it has said them. */
  stored: z.object({ team: z.string(), project: z.string(), number: z.int(), url: z.string() }).nullable(),
  /** Of the last batch that the server took. */
  reclaimableTokens: z.int().nullable(),
  contextTokens: z.int().nullable(),
  /** By path: the transcript and those of its sub-agents. */
  uploaded: z.record(z.string(), UploadedFile),
});
export type SessionMemory = z.infer<typeof SessionMemory>;

const FORGET_AFTER_MS = 45 * 24 * 60 * 60_000;

export type Subject = Pick<SessionMemory, "client" | "session" | "transcript" | "cwd">;

const NOTHING = { stored: null, reclaimableTokens: null, contextTokens: null, uploaded: {} };

export function remember(state: HookState, server: string, subject: Subject): SessionMemory {
  const kept = SessionMemory.safeParse(readJson(memoryFile(folderOf(state, subject)))).data;
  return { ...(kept?.server === server ? kept : NOTHING), ...subject, server };
}

export function keep(state: HookState, memory: SessionMemory): void {
  writeJson(memoryFile(folderOf(state, memory)), memory);
}

export function folderOf(state: HookState, { client, session }: Pick<SessionMemory, "client" | "session">): string {
  return sessionFolder(state, client, session);
}

/** All sessions that hooks told of. Those that nothing was heard of for long are forgotten. */
export function allMemories(state: HookState): SessionMemory[] {
  return foldersIn(state.sessions).flatMap((name) => {
    const folder = path.join(state.sessions, name);
    const file = memoryFile(folder);
    const seenMs = (statSync(file, { throwIfNoEntry: false }) ?? statSync(folder)).mtimeMs;
    if (Date.now() - seenMs > FORGET_AFTER_MS) {
      rmSync(folder, { recursive: true, force: true });
      return [];
    }
    return SessionMemory.safeParse(readJson(file)).data ?? [];
  });
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
