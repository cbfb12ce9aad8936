import { spawn } from "node:child_process";
import path from "node:path";
import { bundleSteward } from "@/scripts/lib/bundle-steward.mjs";

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunningSteward {
  readonly ended: Promise<Ran>;
  kill(signal: NodeJS.Signals): void;
}

/** The command as its user runs it: one bundle, a process of its own, in a pipe. */
export class StewardCommand {
  private constructor(
    /** The file, for shells that call it themselves. */
    readonly bundle: string,
    /** Its XDG_CONFIG_HOME. */
    readonly settings: string,
  ) {}

  /** Bundles the command into `folder`, as the production build does; `define` makes it another version. */
  static async bundleInto(folder: string, define?: Readonly<Record<string, string>>): Promise<StewardCommand> {
    const bundle = path.join(folder, "steward.mjs");
    await bundleSteward(bundle, define);
    return new StewardCommand(bundle, folder);
  }

  start(
    args: readonly string[],
    options: { env?: Record<string, string>; cwd?: string; input?: string } = {},
  ): RunningSteward {
    // What the runner of the tests prefers is no matter of the command.
    const { STEWARD_KEY: _, STEWARD_SERVER: __, NO_COLOR: ___, FORCE_COLOR: ____, ...outer } = process.env;
    const child = spawn(process.execPath, [this.bundle, ...args], {
      cwd: options.cwd ?? this.settings,
      env: { ...outer, XDG_CONFIG_HOME: this.settings, HOME: this.settings, ...options.env },
    });
    child.stdin.end(options.input ?? "");
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      err += text;
    });
    const ended = new Promise<Ran>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve({ code, out, err }));
    });
    return { ended, kill: (signal) => void child.kill(signal) };
  }

  run(args: readonly string[], options?: Parameters<StewardCommand["start"]>[1]): Promise<Ran> {
    return this.start(args, options).ended;
  }
}
