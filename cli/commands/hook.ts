import { type Command, Option } from "commander";
import { type FlushEnd, flush } from "../hook/flush/flush";
import { hookState, note } from "../hook/state";
import { say } from "../output";
import { EXIT_STOPPED } from "./import";

interface HookCommand {
  readonly flush?: boolean;
  readonly detached?: boolean;
}

/** A person waits at the terminal. */
const PATIENCE_MS = 10_000;
/** An uploader on its own outlasts a restart of the server. */
const DETACHED_PATIENCE_MS = 120_000;
const LINGER_MS = 10_000;

const ENDS: Readonly<Record<FlushEnd, string>> = {
  done: "All that hooks noted is on the server.",
  busy: "Another uploader is at work.",
  stopped: "Not all that hooks noted is on the server.",
};

/** `hook <client>` itself never comes here: cli/entry.ts runs it without loading the rest. */
export function addHook(command: Command): void {
  command
    .summary("Takes what a coding agent's hooks tell; clients call it.")
    .description(
      "Takes the payload of a client's hook from standard input (Codex' notify: the last argument), answers in the " +
        "client's form and uploads behind it. Never fails: what goes wrong stands in hook.log of the state folder.",
    )
    .argument("[client]", "claude-code, codex, gemini-cli, cursor or copilot-cli")
    .argument("[payload]", "the payload, for clients that give it as an argument")
    .option("--event <name>", "the event, for clients whose payload does not name it")
    .option("--flush", "upload what hooks noted, and wait for it")
    .addOption(new Option("--detached", "as hooks start it: stay for more, tell the log").hideHelp())
    .action(async (_client: string | undefined, _payload: string | undefined, options: HookCommand) => run(options));
}

async function run({ flush: isAsked, detached }: HookCommand): Promise<void> {
  if (!isAsked) {
    say.warn("Name the client whose hook this is: steward hook claude-code");
    return; // exit code 0, since a client may have called it
  }
  const state = hookState();
  if (detached) {
    const log = (line: string) => note(state, line);
    try {
      await flush({ state, patienceMs: DETACHED_PATIENCE_MS, lingerMs: LINGER_MS, say: log });
    } catch (error) {
      log(`The uploader failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
    return;
  }
  const end = await flush({ state, patienceMs: PATIENCE_MS, lingerMs: 0, say: say.note });
  say.line(ENDS[end]);
  if (end === "stopped") process.exitCode = EXIT_STOPPED;
}
