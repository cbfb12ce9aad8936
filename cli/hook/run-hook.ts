import { parseArgs } from "node:util";
import { dropAdvice, takeAdvice } from "./advice";
import { answerWith } from "./answer";
import { NoAnswer } from "./ask-server";
import { readConnection } from "./connection";
import { flagOf, isFirstFlag } from "./large-result";
import { beginStart } from "./one-start";
import { type HookCall, readPayload } from "./payload";
import { printAnswer, readPayloadText } from "./pipes";
import { startText } from "./session-start";
import { type SpoolEntry, spool, type Task } from "./spool";
import { type HookState, hookState, note, sessionFolder } from "./state";
import { isPaused, pauseFor, startUploader } from "./uploader";

/** A server that did not answer a start is not waited for again so soon. */
const PAUSE_AFTER_SILENCE_MS = 20_000;

/**
 * Notes what a client tells, prints what its agent should hear, and sees to it that an uploader runs. Never throws and
 * never fails: a hook must not break its client. Loads nothing that it does not need at once.
 * @param bundle Address of the file that runs, for the uploader.
 */
export async function runHook(args: readonly string[], bundle: string): Promise<void> {
  const state = hookState();
  try {
    const { client, event, payload } = readArguments(args);
    const read = readPayload(client, event, payload ?? readPayloadText());
    if (!read.ok) return note(state, read.why);
    noteCall(state, read.call);
    const text = await answerTo(state, read.call);
    if (text !== null) printAnswer(answerWith(read.call, text));
  } catch (error) {
    noteFault(state, error);
  }
  await startUploader(state, bundle).catch((error: unknown) => noteFault(state, error));
}

function noteFault(state: HookState, error: unknown): void {
  note(state, `The hook failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

/** `hook <client>`; the help and the uploader are commands like others. */
export function isHookCall([command, client]: readonly string[]): boolean {
  return command === "hook" && client !== undefined && !["--flush", "--help", "-h"].includes(client);
}

interface HookArguments {
  readonly client: string;
  readonly event: string | null;
  /** Codex' notify gives its JSON as the last argument. */
  readonly payload: string | null;
}

function readArguments(args: readonly string[]): HookArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { event: { type: "string" } },
    allowPositionals: true,
    strict: false, // a flag of another version is no reason to note nothing
  });
  const [client = "", ...more] = positionals;
  const last = more.at(-1);
  return {
    client,
    event: typeof values.event === "string" && values.event !== "" ? values.event : null,
    payload: last?.trimStart().startsWith("{") ? last : null,
  };
}

/** What the uploader has to do after each event. */
const TASKS: Readonly<Record<HookCall["kind"], readonly Task[]>> = {
  start: ["upload", "sweep"],
  prompt: ["upload"],
  tool: ["upload"],
  "agent-stop": ["upload"],
  stop: ["upload"],
  "before-compaction": ["checkpoint"],
  "after-compaction": ["upload"],
  end: ["end"],
};

function noteCall(state: HookState, call: HookCall): void {
  const { client, session, cwd, kind } = call;
  const urgent = kind !== "tool" && kind !== "prompt";
  const entry: Omit<SpoolEntry, "task"> = { client, session, transcript: call.transcript, cwd, urgent };
  for (const task of TASKS[kind]) spool(state, { ...entry, task });
  if (call.agentTranscript !== null) spool(state, { ...entry, task: "upload", transcript: call.agentTranscript });
}

async function answerTo(state: HookState, call: HookCall): Promise<string | null> {
  if (call.kind === "start") return startOf(state, call);
  if (call.session === null) return null;
  const folder = sessionFolder(state, call.client, call.session);
  if (call.kind === "after-compaction") dropAdvice(folder);
  if (call.kind !== "tool" && call.kind !== "prompt") return null;
  const flag = call.tool === null ? null : flagOf(call.client, call.tool);
  const told = flag !== null && call.tool !== null && isFirstFlag(folder, call.tool) ? flag : null;
  const parts = [told, takeAdvice(folder, Date.now())].filter((part) => part !== null);
  return parts.length > 0 ? parts.join("\n\n") : null;
}

/** A session begins without what the server would say rather than late. */
async function startOf(state: HookState, call: HookCall): Promise<string | null> {
  const connection = readConnection();
  if (connection === null || isPaused(state.silence) || isPaused(state.pause)) return null;
  const folder = call.session === null ? null : sessionFolder(state, call.client, call.session);
  const one = folder === null ? null : beginStart(folder, call.source, Date.now());
  if (folder !== null && one === null) return null;
  try {
    const text = await startText(call, state, connection);
    if (text === null) one?.giveUp();
    return text;
  } catch (error) {
    one?.giveUp();
    if (error instanceof NoAnswer) pauseFor(state.silence, PAUSE_AFTER_SILENCE_MS);
    note(state, `The session begins without its context: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
