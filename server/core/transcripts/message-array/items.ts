import { rawJson, textOfContent } from "../content";
import { isObject, type JsonObject, listAt, lookUp, stringAt } from "../json";
import type { RecordWriter } from "../record-writer";
import { argumentsOf } from "./arguments";
import { addAnswer, addPlainResult } from "./blocks";
import type { Conversation } from "./conversation";

type ItemReader = (conversation: Conversation, writer: RecordWriter, item: JsonObject) => void;

/** Items of OpenAI's Responses API; a `message` of a person is read as in chat completions. */
const ITEMS: Readonly<Record<string, ItemReader>> = {
  message: (conversation, writer, item) =>
    addAnswer(conversation, writer, item["content"], conversation.requestOfItem(writer)),
  reasoning: readReasoning,
  function_call: (conversation, writer, item) => addItemCall(conversation, writer, item, item["arguments"]),
  custom_tool_call: (conversation, writer, item) => addItemCall(conversation, writer, item, item["input"]),
  // Stands for an item of an earlier answer that the provider has stored; the list does not hold its text.
  item_reference: () => undefined,
};

/**
 * An item of the Responses API: it has a type, and no role other than the model's. Anthropic's answers have both too,
 * and their usage.
 */
export function isItem(entry: JsonObject): boolean {
  const type = stringAt(entry, "type");
  if (type === undefined) return false;
  const role = stringAt(entry, "role");
  if (role === undefined) return type !== "message";
  return type === "message" && role === "assistant" && entry["usage"] === undefined;
}

export function readItem(conversation: Conversation, writer: RecordWriter, item: JsonObject): void {
  const type = stringAt(item, "type") ?? "";
  const reader = lookUp(ITEMS, type);
  if (reader) reader(conversation, writer, item);
  else if (type.endsWith("_output")) readOutput(conversation, writer, item);
  else if (type.endsWith("_call")) addHostedCall(conversation, writer, item, type);
  else writer.add({ kind: "other", text: rawJson(item, conversation.file.options.sha256) });
}

function readOutput(conversation: Conversation, writer: RecordWriter, item: JsonObject): void {
  conversation.endAnswer();
  addPlainResult(conversation, writer, item, item["output"]);
}

/** The thought itself is encrypted; its summary, if any, is what can be read. */
function readReasoning(conversation: Conversation, writer: RecordWriter, item: JsonObject): void {
  const text = textOfContent([...listAt(item, "summary"), ...listAt(item, "content")]);
  writer.add({ kind: "thinking", text, requestId: conversation.requestOfItem(writer) });
}

function addItemCall(conversation: Conversation, writer: RecordWriter, item: JsonObject, args: unknown): void {
  conversation.addCall(writer, {
    nativeId: stringAt(item, "call_id"),
    tool: stringAt(item, "name") ?? "unknown",
    args: argumentsOf(args),
    requestId: conversation.requestOfItem(writer),
  });
}

/** Calls of tools that run at the provider or by the API's own definition: `web_search_call`, `local_shell_call`, … */
function addHostedCall(conversation: Conversation, writer: RecordWriter, item: JsonObject, type: string): void {
  const { type: _type, id: _id, status: _status, call_id: _callId, ...rest } = item;
  const args = rest["action"] ?? rest["arguments"] ?? rest;
  conversation.addCall(writer, {
    nativeId: stringAt(item, "call_id"),
    tool: type.replace(/_call$/, ""),
    args: isObject(args) ? args : argumentsOf(args),
    requestId: conversation.requestOfItem(writer),
  });
}
