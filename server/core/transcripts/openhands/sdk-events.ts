import { rawJson, textOfContent } from "../content";
import { integerAt, isObject, type JsonObject, listAt, lookUp, objectAt, stringAt } from "../json";
import { argumentsOf } from "../message-array/arguments";
import { type Ending, endingOf } from "../message-array/outcome";
import type { EventInput } from "./actions";
import type { OpenHandsRun } from "./run";
import { hasSource } from "./source";

const KIND = /^(?:[A-Z]\w*(?:Event|Observation)|Condensation|CondensationRequest)$/;

/** An event of the SDK's format. */
export function isSdkEvent(value: unknown): value is JsonObject {
  if (!isObject(value) || typeof value["kind"] !== "string") return false;
  return lookUp(READERS, value["kind"]) !== undefined || (KIND.test(value["kind"]) && hasSource(value));
}

type SdkReader = (input: EventInput) => string | null;

const READERS: Readonly<Record<string, SdkReader>> = {
  SystemPromptEvent: readSystem,
  MessageEvent: readMessage,
  ActionEvent: readAction,
  ObservationEvent: readObservation,
  AgentErrorEvent: readError,
  ConversationErrorEvent: readError,
  UserRejectObservation: readRefusal,
  Condensation: readCondensation,
  // The summary stands in its condensation; states and pauses are the program's.
  CondensationSummaryEvent: () => "CondensationSummaryEvent: told by its condensation",
  CondensationRequest: () => "CondensationRequest",
  ConversationStateUpdateEvent: () => "ConversationStateUpdateEvent",
  PauseEvent: readPause,
};

export function readSdkEvent(run: OpenHandsRun, event: JsonObject, number: number): string | null {
  const kind = stringAt(event, "kind") ?? "event";
  const { draft, file } = run.conversation;
  const writer = run.writer(event, number, kind.slice(0, 40));
  const before = draft.additions;
  const reader = lookUp(READERS, kind);
  const why = reader ? reader({ run, event, writer, number }) : null;
  if (!reader) writer.add({ kind: "other", text: rawJson(event, file.options.sha256) });
  return draft.additions > before ? null : (why ?? `${kind}: empty`);
}

function contentOf({ run }: EventInput, content: unknown): string {
  const { sha256 } = run.conversation.file.options;
  if (isObject(content) && content["text"] !== undefined) return textOfContent(content["text"], sha256);
  return textOfContent(content, sha256);
}

function readSystem(input: EventInput): null {
  const { event, run, writer } = input;
  const text = contentOf(input, event["system_prompt"]);
  if (text !== "") writer.add({ kind: "system", text });
  const tools = listAt(event, "tools");
  if (tools.length > 0) writer.add({ kind: "system", text: rawJson(tools, run.conversation.file.options.sha256) });
  return null;
}

function readMessage(input: EventInput): null {
  const { event, run, writer } = input;
  const message = objectAt(event, "llm_message");
  const text = contentOf(input, message["content"]);
  const isTyped = event["source"] === "user" || message["role"] === "user";
  if (!isTyped) {
    const requestId = addRequest(input);
    addThoughts(input, message, requestId);
    if (text.trim() !== "") writer.add({ kind: "assistant_message", text, requestId });
    return null;
  }
  if (text.trim() !== "") writer.add({ kind: "user_prompt", text });
  // What a skill added to the prompt.
  const extended = contentOf({ ...input, run }, event["extended_content"] ?? []);
  const [skill] = listAt(event, "activated_skills").filter((name) => typeof name === "string");
  if (extended.trim() === "") return null;
  writer.add(
    skill === undefined ? { kind: "rule_injection", text: extended } : { kind: "skill_load", skill, text: extended },
  );
  return null;
}

/** The SDK keeps usage for whole conversations only: a request has none. */
function addRequest({ run, event, writer }: EventInput): string {
  return run.requestOf(writer, stringAt(event, "llm_response_id"), { model: undefined, usage: undefined });
}

function addThoughts({ writer }: EventInput, told: JsonObject, requestId: string): void {
  const blocks = listAt(told, "thinking_blocks").filter(isObject);
  const reasoning = stringAt(told, "reasoning_content");
  if (blocks.length === 0 && reasoning !== undefined) writer.add({ kind: "thinking", text: reasoning, requestId });
  for (const block of blocks) writer.add({ kind: "thinking", text: stringAt(block, "thinking") ?? "", requestId });
}

function readAction(input: EventInput): null {
  const { event, run, writer, number } = input;
  const isFresh = run.isFreshResponse(stringAt(event, "llm_response_id"));
  const requestId = addRequest(input);
  if (isFresh) {
    addThoughts(input, event, requestId);
    const thought = contentOf(input, event["thought"] ?? []);
    if (thought.trim() !== "") writer.add({ kind: "assistant_message", text: thought, requestId });
  }
  const tool = stringAt(event, "tool_name") ?? "unknown";
  const action = objectAt(event, "action");
  if (tool === "think") writer.add({ kind: "thinking", text: stringAt(action, "thought") ?? "", requestId });
  else if (tool === "finish") {
    writer.add({ kind: "assistant_message", text: stringAt(action, "message") ?? "(finished)", requestId });
  } else {
    const id = stringAt(event, "tool_call_id") ?? `event-${number}`;
    run.addCall(writer, { id, tool, args: argumentsFrom(event, action), requestId });
  }
  return null;
}

/** The call as the model wrote it, else what OpenHands made of it. */
function argumentsFrom(event: JsonObject, action: JsonObject): unknown {
  const call = objectAt(event, "tool_call");
  const told = call["arguments"] ?? objectAt(call, "function")["arguments"];
  const { kind: _kind, ...own } = action;
  return told === undefined ? own : argumentsOf(told);
}

function readObservation(input: EventInput): string | null {
  const { event, run, writer } = input;
  const tool = stringAt(event, "tool_name");
  if (tool === "think" || tool === "finish") return `${tool}: receipt`;
  const observation = objectAt(event, "observation");
  const told = observation["content"] ?? observation["output"] ?? observation["text"];
  const text = contentOf(input, told ?? observation);
  const exitCode = integerAt(observation, "exit_code") ?? integerAt(objectAt(observation, "metadata"), "exit_code");
  const ending = endingOfResult(observation, text, exitCode === -1 ? undefined : exitCode);
  if (ending.outcome === "error") run.conversation.file.report.errors++;
  run.addResult(writer, stringAt(event, "tool_call_id"), { text, ending, ...(tool === undefined ? {} : { tool }) });
  run.tellFolder(writer, stringAt(objectAt(observation, "metadata"), "working_dir"));
  return null;
}

function endingOfResult(observation: JsonObject, text: string, exitCode: number | undefined): Ending {
  if (exitCode !== undefined) return { outcome: exitCode === 0 ? "ok" : "error", exitCode };
  const isError = observation["is_error"] ?? observation["error"];
  return endingOf(text, isError === true || typeof isError === "string" ? true : undefined);
}

function readError(input: EventInput): null {
  const { event, run, writer } = input;
  run.conversation.file.report.errors++;
  const text = stringAt(event, "error") ?? stringAt(event, "detail") ?? "The agent failed.";
  const callId = stringAt(event, "tool_call_id");
  if (callId === undefined) writer.add({ kind: "system", outcome: "error", text });
  else run.addResult(writer, callId, { text, ending: { outcome: "error" } });
  return null;
}

function readRefusal({ event, run, writer }: EventInput): null {
  const text = stringAt(event, "rejection_reason") ?? "The user refused the call.";
  run.addResult(writer, stringAt(event, "tool_call_id"), { text, ending: { outcome: "refused" } });
  return null;
}

function readCondensation({ event, writer }: EventInput): null {
  writer.boundary("compaction");
  const summary = stringAt(event, "summary");
  if (summary !== undefined) writer.add({ kind: "summary", text: summary });
  return null;
}

function readPause({ writer }: EventInput): null {
  writer.add({ kind: "system", outcome: "aborted", text: "The person paused the agent." });
  return null;
}
