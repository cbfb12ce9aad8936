import { type ChildProcess, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { openLog } from "./logs";
import { settlesWithin } from "./timing";

export interface ChildSpec {
  /** Name for messages: `web`, `worker`. */
  name: string;
  /** Arguments for this Node: flags, script, its arguments. */
  nodeArguments: readonly string[];
  /** Asked before each start, so that a restart sees a database that moved. */
  environment: () => NodeJS.ProcessEnv;
  workingFolder: string;
  /** Takes stdout and stderr. */
  logFile: string;
  /** How long an orderly end may take before it is forced. */
  stopLimitMs: number;
}

export interface SupervisorEvents {
  /** The child ended although nobody asked it to; it starts again after `delayMs`. */
  onCrash(name: string, how: string, delayMs: number): void;
}

export interface Supervised {
  /** Number of crashes in a row; 0 after it has lived for a while. */
  readonly crashes: number;
  /** Ends the child and starts it anew, with a fresh environment. */
  restart(): Promise<void>;
  /** Ends the child for good: SIGTERM, then SIGKILL after its limit. */
  stop(): Promise<void>;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 30_000;
/** A child that lived this long had started well: its next crash is a first one. */
const STEADY_MS = 30_000;

/** How long to wait before the start that follows the `crashes`-th crash in a row (1 and up). */
export function restartDelayMs(crashes: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (crashes - 1), LONGEST_DELAY_MS);
}

/** Starts a child and keeps it running until `stop`. */
export function supervise(spec: ChildSpec, events: SupervisorEvents): Supervised {
  let child: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let wanted = true;
  let crashes = 0;

  const start = (): void => {
    const begun = Date.now();
    const current = launch(spec);
    child = current;
    ended = new Promise((resolve) => {
      const end = (how: string) => {
        resolve();
        if (wanted && child === current) crashed(how, begun);
      };
      current.once("exit", (code, signal) => end(signal ? `signal ${signal}` : `exit ${code}`));
      current.once("error", (error) => end(error.message));
    });
  };

  const crashed = (how: string, begun: number): void => {
    child = undefined;
    crashes = Date.now() - begun >= STEADY_MS ? 1 : crashes + 1;
    const delayMs = restartDelayMs(crashes);
    events.onCrash(spec.name, how, delayMs);
    timer = setTimeout(start, delayMs);
  };

  const end = async (): Promise<void> => {
    clearTimeout(timer);
    const current = child;
    child = undefined;
    if (!current) return;
    current.kill("SIGTERM");
    if (await settlesWithin(ended, spec.stopLimitMs)) return;
    current.kill("SIGKILL");
    await ended;
  };

  start();
  return {
    get crashes() {
      return crashes;
    },
    async restart() {
      await end();
      if (wanted) start();
    },
    async stop() {
      wanted = false;
      await end();
    },
  };
}

function launch(spec: ChildSpec): ChildProcess {
  const log = openLog(spec.logFile);
  try {
    // Its own process group, so that Ctrl-C reaches it through the ordered shutdown only. The channel (`ipc`) closes
    // when this process dies, however it dies: end-with-parent.ts then ends the child too.
    return spawn(process.execPath, spec.nodeArguments, {
      cwd: spec.workingFolder,
      env: spec.environment(),
      detached: true,
      stdio: ["ignore", log, log, "ipc"],
    });
  } finally {
    closeSync(log);
  }
}
