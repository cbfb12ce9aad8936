import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { fingerprint } from "@/server/core/transcripts/fingerprint";
import type { Environment } from "../config-file";

/**
 * What hooks leave on this machine, below the state folder:
 *
 *     hook.log                     what went wrong, one line each
 *     hooks/spool/                 what waits to be uploaded, one file a transcript
 *     hooks/claimed/               what the uploader has at hand
 *     hooks/sessions/<session>/    what a session was told, what the server said of it, and that it is starting
 *     hooks/places/                the project of each folder
 *     hooks/uploader.lock          the one uploader that runs
 *     hooks/pause.json             until when no uploader is started
 *     hooks/silence.json           until when no start waits for an answer
 */
export interface HookState {
  readonly log: string;
  readonly spool: string;
  readonly claimed: string;
  readonly sessions: string;
  readonly places: string;
  readonly lock: string;
  readonly pause: string;
  readonly silence: string;
  /** When the folders of each client were last swept. */
  readonly sweeps: string;
}

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const MAX_LOG_BYTES = 512 * 1024;

export function stateFolder(environment: Environment = process.env, platform: string = process.platform): string {
  const windows = environment["LOCALAPPDATA"];
  if (platform === "win32" && windows) return path.join(windows, "context-steward");
  return path.join(environment["XDG_STATE_HOME"] || path.join(os.homedir(), ".local", "state"), "context-steward");
}

export function hookState(root = stateFolder()): HookState {
  const at = (name: string) => path.join(root, "hooks", name);
  return {
    log: path.join(root, "hook.log"),
    spool: at("spool"),
    claimed: at("claimed"),
    sessions: at("sessions"),
    places: at("places"),
    lock: at("uploader.lock"),
    pause: at("pause.json"),
    silence: at("silence.json"),
    sweeps: at("sweeps.json"),
  };
}

/** The folder of a session. Names come from clients, so that only harmless ones are taken as they are. */
export function sessionFolder(state: HookState, client: string, session: string): string {
  return path.join(state.sessions, `${client}.${/^[\w-]{1,80}$/.test(session) ? session : fingerprint(session)}`);
}

/** What the uploader knows of the session (flush/memory.ts). */
export function memoryFile(folder: string): string {
  return path.join(folder, "session.json");
}

/** Undefined when the file is absent or damaged: whatever stands here can be made again. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

let drafts = 0;

/** Written beside and renamed: a reader sees the old file or the new one, and of two writers the last one counts. */
export function writeJson(file: string, value: unknown): void {
  const draft = `${file}.${process.pid}-${drafts++}.tmp`;
  inFolder(file, () => writeFileSync(draft, JSON.stringify(value), { mode: PRIVATE_FILE }));
  renameSync(draft, file);
}

/** Makes the folder only when it is not there: most calls find it. */
export function inFolder<T>(file: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!isAbsent(error)) throw error;
    mkdirSync(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    return write();
  }
}

/** An empty file that says that something was done. True for one of several that try at the same time. */
export function makeMark(file: string): boolean {
  try {
    closeSync(inFolder(file, () => openSync(file, "wx", PRIVATE_FILE)));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

export function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** A hook never breaks its client, so that its faults are told here. The log keeps its last half to one megabyte. */
export function note(state: HookState, text: string): void {
  try {
    const line = `${new Date().toISOString()} ${text.replace(/\s+/g, " ").slice(0, 2_000)}\n`;
    if ((statSync(state.log, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) {
      renameSync(state.log, `${state.log}.1`);
    }
    inFolder(state.log, () => appendFileSync(state.log, line, { mode: PRIVATE_FILE }));
  } catch {
    // A full disk or a folder that may not be written: nobody is left who could be told.
  }
}
