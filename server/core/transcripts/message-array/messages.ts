import { rawJson, textOfContent } from "../content";
import { isObject, type JsonObject, listAt, lookUp, objectAt, stringAt } from "../json";
import type { RecordWriter } from "../record-writer";
import { argumentsOf } from "./arguments";
import { addAnswer, addPlainResult, addPrompt } from "./blocks";
import type { Conversation } from "./conversation";
import { isItem, readItem } from "./items";
import { usageOf } from "./usage";

type MessageReader = (conversation: Conversation, writer: RecordWriter, message: JsonObject) => void;

/** Roles of both APIs; `function` is the tool role of OpenAI's older format. */
const ROLES: Readonly<Record<string, MessageReader>> = {
  system: readSystem,
  developer: readSystem,
  user: (conversation, writer, message) => addPrompt(conversation, writer, message["content"]),
  assistant: readAssistant,
  tool: (conversation, writer, message) => addPlainResult(conversation, writer, message, message["content"]),
  function: (conversation, writer, message) => addPlainResult(conversation, writer, message, message["content"]),
};

/** Reads one entry of the list and accounts for it; one of a kind that no API has is kept as it is. */
export function readEntry(conversation: Conversation, entry: unknown, number: number): void {
  const { report, options } = conversation.file;
  const { draft } = conversation;
  report.records++;
  const name = nameOf(entry);
  const writer = conversation.writer(number, name, entry);
  const before = draft.additions;
  if (isObject(entry) && isItem(entry)) readItem(conversation, writer, entry);
  else {
    conversation.endAnswer();
    const reader = isObject(entry) ? lookUp(ROLES, name) : undefined;
    if (isObject(entry) && reader) reader(conversation, writer, entry);
    else if (entry !== null) writer.add({ kind: "other", text: rawJson(entry, options.sha256) });
  }
  if (draft.additions > before) report.carriedRecords++;
  else report.skipped[`${name}: empty`] = (report.skipped[`${name}: empty`] ?? 0) + 1;
}

/** Role or type as it stands in the ids of events; other words are all `other`, since a file may hold anything. */
function nameOf(entry: unknown): string {
  if (!isObject(entry)) return "other";
  const name = stringAt(entry, "role") ?? stringAt(entry, "type") ?? "other";
  return /^[a-z_]{1,40}$/.test(name) ? name : "other";
}

function readSystem({ file }: Conversation, writer: RecordWriter, message: JsonObject): void {
  const text = textOfContent(message["content"], file.options.sha256);
  if (text !== "") writer.add({ kind: "system", text });
}

function readAssistant(conversation: Conversation, writer: RecordWriter, message: JsonObject): void {
  const model = stringAt(message, "model");
  const requestId = conversation.request(writer, model, usageOf(message["usage"]));
  for (const thought of thoughtsOf(message)) writer.add({ kind: "thinking", text: thought, requestId });
  addAnswer(conversation, writer, message["content"], requestId);
  addAnswer(conversation, writer, message["refusal"] ?? "", requestId);
  for (const call of callsOf(message)) addCall(conversation, writer, call, requestId);
}

/** DeepSeek and others put the thought beside the content; LiteLLM hands on Anthropic's blocks. */
function thoughtsOf(message: JsonObject): string[] {
  const blocks = listAt(message, "thinking_blocks").filter(isObject);
  if (blocks.length > 0) return blocks.map((block) => stringAt(block, "thinking") ?? "");
  const thought = stringAt(message, "reasoning_content") ?? stringAt(message, "reasoning");
  return thought === undefined ? [] : [thought];
}

function callsOf(message: JsonObject): JsonObject[] {
  const calls = listAt(message, "tool_calls").filter(isObject);
  const legacy = message["function_call"];
  return isObject(legacy) ? [...calls, { function: legacy }] : calls;
}

function addCall(conversation: Conversation, writer: RecordWriter, call: JsonObject, requestId: string): void {
  const custom = objectAt(call, "custom");
  const called = { ...objectAt(call, "function"), ...custom };
  const tool = stringAt(called, "name") ?? "unknown";
  const args = argumentsOf(called["arguments"] ?? custom["input"]);
  conversation.addCall(writer, { nativeId: stringAt(call, "id"), tool, args, requestId });
}
