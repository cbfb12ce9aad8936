import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type HookState, hookState } from "@/cli/hook/state";

/** What a hook file says, as far as a client acts on it. */
const HookFile = z.object({
  hooks: z.record(
    z.string(),
    z.array(
      z.object({
        matcher: z.string().optional(),
        hooks: z.array(
          z.object({
            type: z.literal("command"),
            command: z.string(),
            args: z.array(z.string()).optional(),
            async: z.boolean().optional(),
          }),
        ),
      }),
    ),
  ),
});
type Hook = z.infer<typeof HookFile>["hooks"][string][number]["hooks"][number];

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly isAsync: boolean;
}

interface MachineOptions {
  readonly home: string;
  readonly hookFile: string;
  /** The environment that the client itself was started in. */
  readonly outer: NodeJS.ProcessEnv;
  /** Put in wherever the hook file names them, and given to the program as well, as Claude Code does. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * A client that runs the hooks of a file exactly as they are written there: programs with arguments without a shell,
 * lines through `sh`, and only those whose matcher names the tool.
 */
export class ClientMachine {
  private readonly hooks: z.infer<typeof HookFile>["hooks"];

  constructor(private readonly options: MachineOptions) {
    this.hooks = HookFile.parse(JSON.parse(readFileSync(options.hookFile, "utf8"))).hooks;
  }

  /** Runs all hooks of an event with a payload on standard input. */
  async fire(event: string, payload: Readonly<Record<string, unknown>>): Promise<Ran[]> {
    const told = { hook_event_name: event, ...payload };
    const tool = typeof payload["tool_name"] === "string" ? payload["tool_name"] : "";
    const groups = (this.hooks[event] ?? []).filter(
      ({ matcher }) => matcher === undefined || new RegExp(`^(?:${matcher})$`).test(tool),
    );
    const ran: Ran[] = [];
    for (const hook of groups.flatMap((group) => group.hooks)) ran.push(await this.run(hook, JSON.stringify(told)));
    return ran;
  }

  private run(hook: Hook, input: string): Promise<Ran> {
    const { home, environment } = this.options;
    const { STEWARD_KEY: _, STEWARD_SERVER: __, ...outer } = this.options.outer;
    const state = { HOME: home, XDG_STATE_HOME: path.join(home, "state"), XDG_CONFIG_HOME: path.join(home, ".config") };
    const env = { ...outer, ...state, ...environment, ...this.options.variables };
    const [program = "", ...args] = hook.args
      ? [hook.command, ...hook.args].map((word) => this.filled(word))
      : ["sh", "-c", this.filled(hook.command)];
    const child = spawn(program, args, { cwd: home, env });
    // The program may end without having read it.
    child.stdin.on("error", () => undefined).end(input);
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      err += text;
    });
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve({ code, out, err, isAsync: hook.async === true }));
    });
  }

  private filled(text: string): string {
    return text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => this.options.variables?.[name] ?? whole);
  }
}

/** What hooks leave in a home folder. */
export function stateOf(home: string): HookState {
  return hookState(path.join(home, "state/context-steward"));
}

/** Ends the uploader that the hooks of a home folder started; by itself it waits for more for a while. */
export async function stopUploader(home: string): Promise<void> {
  const pid = Number(await readFile(stateOf(home).lock, "utf8").catch(() => "0"));
  try {
    if (pid > 0) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** A transcript that grows while its session goes on. */
export class GrowingFile {
  private length = 0;

  constructor(readonly file: string) {}

  /** The whole text as it is now; what is new is appended. */
  async grow(text: string): Promise<void> {
    await mkdir(path.dirname(this.file), { recursive: true });
    if (this.length === 0) await writeFile(this.file, text);
    else await appendFile(this.file, text.slice(this.length));
    this.length = text.length;
  }
}

/** Asks until the answer is there; the uploader works in the background. */
export async function until<T>(ask: () => Promise<T | null>, what: string, limitMs = 30_000): Promise<T> {
  for (const endMs = Date.now() + limitMs; Date.now() < endMs; await sleep(100)) {
    const answer = await ask();
    if (answer !== null) return answer;
  }
  throw new Error(`${what} did not come within ${limitMs / 1_000} seconds.`);
}
