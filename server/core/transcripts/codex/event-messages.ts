import { integerAt, isObject, lookUp, objectAt, stringAt } from "../json";
import { addPrompt } from "./messages";
import type { CodexReader, CodexRecord } from "./state";

/** Reads an `event_msg`: what the interface showed. Most repeat a response item; those are skipped by name. */
export const readEventMessage: CodexReader = (input) => {
  const type = stringAt(input.payload, "type") ?? "unknown";
  const reader = lookUp(READERS, type);
  return reader ? reader(input) : `event_msg: ${type}`;
};

const READERS: Readonly<Record<string, CodexReader>> = {
  user_message: readUserMessage,
  token_count: readTokenCount,
  turn_aborted: readAbort,
  thread_rolled_back: readRollback,
  context_compacted: addCompaction,
  thread_name_updated: readName,
  exec_command_end: readCommandEnd,
  mcp_tool_call_end: readServerCallEnd,
  collab_agent_spawn_end: readSpawn,
  task_started: readTurnStart,
  turn_started: readTurnStart,
  error: readError,
};

function readUserMessage(input: CodexRecord): string | null {
  const text = stringAt(input.payload, "message");
  if (text === undefined || text.trim() === "") return "event_msg: user_message";
  return addPrompt(input, text, "event_msg: user_message");
}

function readTokenCount({ file, payload, writer }: CodexRecord): string | null {
  const info = payload["info"];
  const before = file.draft.additions;
  if (isObject(info) && file.isMain) file.draft.tellWindow(integerAt(info, "model_context_window"));
  file.count(info, writer);
  if (file.draft.additions > before) return null;
  return isObject(info) ? "token_count: repeated" : "token_count: no usage";
}

/** The model is told of an abort by a message; older files have only this event. */
function readAbort({ file, payload, writer }: CodexRecord): string | null {
  file.closeRequest();
  const isTold = file.abortNoted;
  file.abortNoted = false;
  if (isTold) return "event_msg: turn_aborted";
  writer.add({
    kind: "system",
    outcome: "aborted",
    text: `Turn aborted: ${stringAt(payload, "reason") ?? "unknown reason"}`,
  });
  return null;
}

/** An undo: the last n turns leave the visible branch. */
function readRollback({ file, payload, writer }: CodexRecord): string | null {
  const turns = integerAt(payload, "num_turns") ?? 0;
  if (turns <= 0) return "event_msg: thread_rolled_back";
  const firstDropped = file.promptSeqs.at(-turns);
  file.promptSeqs.length = Math.max(0, file.promptSeqs.length - turns);
  writer.boundary("rewind", firstDropped === undefined ? 0 : firstDropped - 1);
  file.closeRequest();
  return null;
}

/** A compaction is written as a record and as an event; the second one finds nothing new since the first. */
export function addCompaction({ file, writer }: CodexRecord): string | null {
  if (file.isFreshlyCompacted) return "event_msg: context_compacted";
  writer.boundary("compaction");
  file.isFreshlyCompacted = true;
  file.closeRequest();
  return null;
}

function readName({ file, payload }: CodexRecord): string | null {
  const before = file.draft.additions;
  if (file.isMain) file.draft.tell("title", stringAt(payload, "thread_name") ?? stringAt(payload, "name"));
  return file.draft.additions > before ? null : "event_msg: thread_name_updated";
}

function readCommandEnd({ file, payload }: CodexRecord): string {
  const callId = stringAt(payload, "call_id");
  const exitCode = integerAt(payload, "exit_code");
  if (callId !== undefined && exitCode !== undefined) file.exitCodes.set(callId, exitCode);
  return "event_msg: exec_command_end";
}

/** A server's tool has no exit code; the event tells whether it failed. */
function readServerCallEnd({ file, payload }: CodexRecord): string {
  const callId = stringAt(payload, "call_id");
  const result = objectAt(payload, "result");
  const isError = result["Err"] !== undefined || objectAt(result, "Ok")["is_error"] === true;
  if (callId !== undefined && isError) file.failedCalls.set(callId, true);
  return "event_msg: mcp_tool_call_end";
}

/** A sub-agent was started: its own rollout follows; here its thread gets its role and its call. */
function readSpawn({ file, payload }: CodexRecord): string | null {
  const key = stringAt(payload, "new_thread_id");
  if (key === undefined) return "event_msg: collab_agent_spawn_end";
  file.draft.thread({
    key,
    agent: stringAt(payload, "new_agent_role") ?? stringAt(payload, "new_agent_nickname"),
    parentKey: file.identity.thread,
    spawnedByCallId: stringAt(payload, "call_id"),
    label: stringAt(payload, "prompt"),
  });
  return null;
}

function readTurnStart({ file, payload }: CodexRecord): string | null {
  file.closeRequest();
  const before = file.draft.additions;
  if (file.isMain) file.draft.tellWindow(integerAt(payload, "model_context_window"));
  return file.draft.additions > before ? null : "event_msg: task_started";
}

function readError({ payload, writer }: CodexRecord): null {
  writer.add({ kind: "system", outcome: "error", text: stringAt(payload, "message") ?? "error" });
  return null;
}
