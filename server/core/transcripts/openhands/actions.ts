import { stubBinary } from "../../events/clean";
import { rawJson } from "../content";
import { isObject, type JsonObject, listAt, lookUp, objectAt, stringAt } from "../json";
import { argumentsOf } from "../message-array/arguments";
import { usageOf } from "../message-array/usage";
import type { RecordWriter } from "../record-writer";
import { nativeCall, responseOf } from "./native";
import type { OpenHandsRun } from "./run";

/** One event on its way through its reader. */
export interface EventInput {
  run: OpenHandsRun;
  event: JsonObject;
  writer: RecordWriter;
  number: number;
}

type ActionReader = (input: EventInput) => string | null;

const READERS: Readonly<Record<string, ActionReader>> = {
  system: readSystem,
  message: readMessage,
  think: readThink,
  finish: readFinish,
  recall: readRecall,
  delegate: readDelegate,
  condensation: readCondensation,
  // State of the program: the model does not read it.
  change_agent_state: () => "change_agent_state",
  condensation_request: () => "condensation_request",
  null: () => "null",
};

export function readAction(input: EventInput, action: string): string | null {
  return (lookUp(READERS, action) ?? readCall)(input);
}

/** The standing instructions, and the tools. */
function readSystem({ run, event, writer }: EventInput): null {
  const args = objectAt(event, "args");
  run.conversation.draft.tell("clientVersion", stringAt(args, "openhands_version"));
  const text = stringAt(args, "content") ?? stringAt(event, "message");
  if (text !== undefined) writer.add({ kind: "system", text });
  const tools = listAt(args, "tools");
  if (tools.length > 0) writer.add({ kind: "system", text: rawJson(tools, run.conversation.file.options.sha256) });
  return null;
}

function readMessage(input: EventInput): string | null {
  const { run, event, writer } = input;
  const { sha256 } = run.conversation.file.options;
  const args = objectAt(event, "args");
  const images = listAt(args, "image_urls").filter((url) => typeof url === "string");
  const told = stringAt(args, "content") ?? stringAt(event, "message") ?? "";
  const text = [told, ...images].map((piece) => stubBinary(piece, sha256)).join("\n");
  if (text.trim() === "") return "message: empty";
  if (event["source"] === "user") writer.add({ kind: "user_prompt", text });
  else writer.add({ kind: "assistant_message", text, requestId: addRequest(input) });
  return null;
}

/** What the model thinks aloud is a call that does nothing. */
function readThink(input: EventInput): null {
  const text = stringAt(objectAt(input.event, "args"), "thought") ?? stringAt(input.event, "message") ?? "";
  input.writer.add({ kind: "thinking", text, requestId: addRequest(input) });
  return null;
}

function readFinish(input: EventInput): null {
  const args = objectAt(input.event, "args");
  const outputs = stringAt(objectAt(args, "outputs"), "content");
  const text =
    stringAt(args, "final_thought") ?? outputs ?? stringAt(args, "thought") ?? stringAt(input.event, "message");
  input.writer.add({ kind: "assistant_message", text: text ?? "(finished)", requestId: addRequest(input) });
  return null;
}

/** OpenHands looks its own knowledge up for a prompt. The query repeats that prompt, so it is left out. */
function readRecall({ run, event, writer, number }: EventInput): null {
  const kind = stringAt(objectAt(event, "args"), "recall_type");
  run.addCall(writer, { id: `event-${number}`, tool: "recall", args: kind === undefined ? {} : { recall_type: kind } });
  return null;
}

/** Another agent goes on; its events follow in the same list until it hands back. */
function readDelegate(input: EventInput): null {
  const { run, event, number } = input;
  const args = objectAt(event, "args");
  const call = addCall(input);
  const task = stringAt(objectAt(args, "inputs"), "task");
  run.enterDelegate(`delegate-${number}`, stringAt(args, "agent"), call, task);
  return null;
}

/** Events were forgotten; a summary may stand for them. */
function readCondensation({ event, writer }: EventInput): null {
  writer.boundary("compaction");
  const summary = stringAt(objectAt(event, "args"), "summary");
  if (summary !== undefined) writer.add({ kind: "summary", text: summary });
  return null;
}

/** Any other action runs something. */
function readCall(input: EventInput): null {
  addCall(input);
  return null;
}

/** Fields of an action that are no arguments of the call. */
const OWN_FIELDS = new Set([
  "thought",
  "blocking",
  "is_static",
  "is_input",
  "hidden",
  "confirmation_state",
  "security_risk",
  "impl_source",
  "kernel_init_code",
  "include_extra",
]);

function addCall(input: EventInput) {
  const { run, event, writer, number } = input;
  const args = objectAt(event, "args");
  const fresh = run.isFreshResponse(stringAt(responseOf(event), "id"));
  const requestId = event["source"] === "agent" ? addRequest(input) : undefined;
  // The text of an answer stands on each of its parallel calls.
  const thought = stringAt(args, "thought");
  if (thought !== undefined && fresh) writer.add({ kind: "assistant_message", text: thought, requestId });
  const native = nativeCall(event);
  const own = Object.fromEntries(Object.entries(args).filter(([key, value]) => value !== null && !OWN_FIELDS.has(key)));
  return run.addCall(writer, {
    id: callIdOf(event) ?? `event-${number}`,
    tool: stringAt(native ?? {}, "name") ?? stringAt(event, "action") ?? "unknown",
    args: native ? argumentsOf(native["arguments"]) : own,
    ...(requestId === undefined ? {} : { requestId }),
  });
}

export function callIdOf(event: JsonObject): string | undefined {
  return stringAt(objectAt(event, "tool_call_metadata"), "tool_call_id");
}

function addRequest({ run, event, writer }: EventInput): string {
  const response = responseOf(event);
  const responseId = stringAt(response, "id");
  const isFresh = run.isFreshResponse(responseId);
  const model = stringAt(response, "model");
  const requestId = run.requestOf(writer, responseId, { model, usage: usageOf(response["usage"]) });
  const [choice] = listAt(response, "choices");
  const reasoning = isObject(choice) ? stringAt(objectAt(choice, "message"), "reasoning_content") : undefined;
  if (isFresh && reasoning !== undefined) writer.add({ kind: "thinking", text: reasoning, requestId });
  return requestId;
}
