import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hookState, stateFolder } from "../hook/state";
import type { Ran, StewardCommand } from "./run-steward";

/** A machine whose clients call `steward hook`, with a state folder of its own. */
export class HookMachine {
  readonly home: string;
  readonly state;

  constructor(
    private readonly steward: StewardCommand,
    /** Below the command's settings. */
    name: string,
  ) {
    this.home = path.join(steward.settings, name);
    this.state = hookState(stateFolder(this.environment, "linux"));
  }

  get environment() {
    return { XDG_STATE_HOME: path.join(this.home, "state"), HOME: this.home };
  }

  /** Calls a hook with a payload, as an object or as the text that it is. */
  call(client: string, payload: unknown, ...more: string[]): Promise<Ran> {
    const input = typeof payload === "string" ? payload : JSON.stringify(payload);
    return this.steward.run(["hook", client, ...more], { input, env: this.environment });
  }

  /** The same for a hook that the server answers: a busy machine may keep it from answering within a hook's patience. */
  async callAnswered(client: string, payload: unknown, ...more: string[]): Promise<Ran> {
    for (;;) {
      const logged = this.log().length;
      const ran = await this.call(client, payload, ...more);
      if (!this.log().slice(logged).includes("No answer")) return ran;
      rmSync(this.state.silence, { force: true });
    }
  }

  flush(): Promise<Ran> {
    return this.steward.run(["hook", "--flush"], { env: this.environment });
  }

  /** Names of what waits, or is in an uploader's hands. */
  waiting(): string[] {
    return [this.state.spool, this.state.claimed].flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
  }

  log(): string {
    return existsSync(this.state.log) ? readFileSync(this.state.log, "utf8") : "";
  }

  uploader(): number | null {
    return existsSync(this.state.lock) ? Number(readFileSync(this.state.lock, "utf8")) : null;
  }

  /** Waits until the uploader in the background has done all. */
  async settled(limitMs = 20_000): Promise<void> {
    for (const untilMs = Date.now() + limitMs; Date.now() < untilMs; await sleep(50)) {
      if (this.waiting().length === 0) return;
    }
    throw new Error(`Still waiting: ${this.waiting().join(", ")}\n${this.log()}`);
  }

  /** Ends the uploader that a hook started. */
  stop(signal: NodeJS.Signals = "SIGKILL"): void {
    const pid = this.uploader();
    if (pid === null) return;
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
  }
}

/** What the agent is given by an answer of Claude Code's form; null for no answer. */
export function contextOf({ out }: Ran): string | null {
  if (out === "") return null;
  const answer: { hookSpecificOutput?: { additionalContext?: string } } = JSON.parse(out);
  return answer.hookSpecificOutput?.additionalContext ?? null;
}
