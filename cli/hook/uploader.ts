import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isObject } from "@/server/core/transcripts/json";
import { type HookState, inFolder, isAbsent, readJson, writeJson } from "./state";

/** A living uploader touches its lock this often; one that did not for so long is stuck, or its process is another's. */
const HEARTBEAT_MS = 5_000;
const STALE_AFTER_MS = 30_000;

/** Starts an uploader that outlives the hook, unless one runs or none is wanted for a while. */
export async function startUploader(state: HookState, bundle: string): Promise<void> {
  if (isPaused(state.pause) || isHeld(state)) return;
  const { spawn } = await import("node:child_process"); // most hooks start none, and it takes milliseconds
  const child = spawn(process.execPath, [fileURLToPath(bundle), "hook", "--flush", "--detached"], {
    // It lives for minutes: a project in which it stood could not be moved or removed on Windows meanwhile.
    cwd: path.dirname(state.lock),
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  });
  child.on("error", () => undefined); // too many processes, or a full disk: the next hook tries again
  child.unref();
}

/** Takes the lock. Null when another uploader has it. Two at once would do no harm: uploads are idempotent. */
export function takeLock(state: HookState): Lock | null {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const handle = inFolder(state.lock, () => openSync(state.lock, "wx", 0o600));
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return new Lock(state.lock);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      if (isHeld(state)) return null;
      setAside(state.lock);
    }
  }
  return null;
}

export class Lock {
  private readonly heartbeat: NodeJS.Timeout;

  constructor(private readonly file: string) {
    this.heartbeat = setInterval(() => this.touch(), HEARTBEAT_MS);
    this.heartbeat.unref();
  }

  release(): void {
    clearInterval(this.heartbeat);
    if (readPid(this.file) === process.pid) rmSync(this.file, { force: true });
  }

  private touch(): void {
    try {
      const now = new Date();
      utimesSync(this.file, now, now);
    } catch {
      // The lock was taken for stale; whoever took it goes on.
    }
  }
}

function isHeld({ lock }: HookState): boolean {
  const touchedMs = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (touchedMs === undefined || Date.now() - touchedMs > STALE_AFTER_MS) return false;
  const pid = readPid(lock);
  // An empty lock is one that is being written.
  return pid === null ? true : isAlive(pid);
}

function readPid(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return process.platform !== "linux" || !isZombie(pid);
}

/** In a container whose first process reaps no children, a killed uploader keeps its id. See proc(5), `stat`. */
function isZombie(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true; // gone meanwhile
  }
}

/** Renamed before it is removed: of two that find the same one stale only one takes it away. */
function setAside(lock: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

/** The server is away, or refuses the key: nobody asks it until then. */
export function pauseFor(file: string, milliseconds: number): void {
  writeJson(file, { untilMs: Date.now() + milliseconds });
}

export function endPause(file: string): void {
  rmSync(file, { force: true });
}

export function isPaused(file: string): boolean {
  const pause = readJson(file);
  return isObject(pause) && typeof pause["untilMs"] === "number" && pause["untilMs"] > Date.now();
}
