import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { errorCode, LauncherError } from "./errors";
import { processIdentity } from "./processes";

const Holder = z.object({ pid: z.int().positive(), identity: z.string(), port: z.int() });
type Holder = z.infer<typeof Holder>;

/** Stands for the port in the lock of a backup or a restore, which serves nobody. */
export const NO_PORT = 0;

export interface LauncherLock {
  /** True when an earlier launcher was killed and left its lock: its children may still be ending. */
  tookOver: boolean;
  release(): void;
}

/**
 * Makes sure that one launcher at a time works on a data folder. A lock whose process is gone is taken over; the
 * process' start time tells it from a later process with the same number, as after a restart of a container.
 * @throws LauncherError that names the running launcher and the ways out.
 */
export function takeLauncherLock(folder: string, port: number): LauncherLock {
  const file = path.join(folder, "launcher.lock");
  const ours: Holder = { pid: process.pid, identity: processIdentity(process.pid) ?? "", port };
  let tookOver = false;
  while (!writeNew(file, `${JSON.stringify(ours)}\n`)) {
    const holder = readHolder(file);
    if (holder && processIdentity(holder.pid) === holder.identity) throw refusal(folder, holder);
    tookOver = true;
    rmSync(file, { force: true });
  }
  const release = () => {
    if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
  };
  return { tookOver, release };
}

/** The port of the launcher that works on the folder now; null when none does. */
export function runningLauncherPort(folder: string): number | null {
  const holder = readHolder(path.join(folder, "launcher.lock"));
  return holder && processIdentity(holder.pid) === holder.identity ? holder.port : null;
}

function writeNew(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

function readHolder(file: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

function refusal(folder: string, holder: Holder): LauncherError {
  if (holder.port === NO_PORT) {
    return new LauncherError(
      `The data folder ${folder} is in use: process ${holder.pid} saves or restores it.`,
      "Wait until it is done.",
    );
  }
  return new LauncherError(
    `The data folder ${folder} is in use: Context Steward already runs as process ${holder.pid} on port ${holder.port}.`,
    `Open http://localhost:${holder.port}, or stop it with: kill ${holder.pid}, ` +
      "or use another folder and port: npm run quickstart -- --data <dir> --port <n>",
  );
}
