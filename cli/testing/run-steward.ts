import { spawn } from "node:child_process";
import path from "node:path";

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunningSteward {
  readonly ended: Promise<Ran>;
  kill(signal: NodeJS.Signals): void;
}

const root = path.resolve(import.meta.dirname, "../..");

/** The command as its user runs it: a process of its own, in a pipe. `settings` is its XDG_CONFIG_HOME. */
export function startSteward(args: readonly string[], settings: string, env: Record<string, string> = {}): RunningSteward {
  const { STEWARD_KEY: _, STEWARD_SERVER: __, ...outer } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", path.join(root, "cli/main.ts"), ...args], {
    cwd: root,
    env: { ...outer, XDG_CONFIG_HOME: settings, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString("utf8");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString("utf8");
  });
  const ended = new Promise<Ran>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
  });
  return { ended, kill: (signal) => void child.kill(signal) };
}

export function runSteward(args: readonly string[], settings: string, env?: Record<string, string>): Promise<Ran> {
  return startSteward(args, settings, env).ended;
}
