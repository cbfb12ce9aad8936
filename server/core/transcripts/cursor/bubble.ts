import { stubBinary } from "../../events/clean";
import type { TokenUsage } from "../../events/ingest-batch";
import { rawJson } from "../content";
import { isObject, type JsonObject, objectAt, parseObject, stringAt } from "../json";
import { argumentsOf } from "../message-array/arguments";
import type { Conversation } from "../message-array/conversation";
import { type Ending, endingOf } from "../message-array/outcome";
import type { RecordWriter } from "../record-writer";
import { tokenCount } from "../usage";

/** Reads one bubble of a chat of the editor: what was typed, or a piece of the model's answer. */
export function readBubble(conversation: Conversation, bubble: JsonObject, index: number): string | null {
  const { draft, file } = conversation;
  const before = draft.additions;
  const isTyped = bubble["type"] === 1;
  const writer = conversation.writer(index, isTyped ? "user" : "assistant", timed(bubble));
  if (isTyped) addTyped(writer, bubble, file.options.sha256);
  else if (bubble["type"] === 2) addAnswer(conversation, writer, bubble);
  else writer.add({ kind: "other", text: rawJson(bubble, file.options.sha256) });
  return draft.additions > before ? null : "bubble: empty";
}

/** Bubbles tell when they were made, or when their request began. */
function timed(bubble: JsonObject): JsonObject {
  return { timestamp: bubble["createdAt"] ?? objectAt(bubble, "timingInfo")["clientStartTime"] };
}

function addTyped(writer: RecordWriter, bubble: JsonObject, sha256: Conversation["file"]["options"]["sha256"]): void {
  const text = stubBinary(stringAt(bubble, "text") ?? "", sha256);
  if (text.trim() !== "") writer.add({ kind: "user_prompt", text });
}

function addAnswer(conversation: Conversation, writer: RecordWriter, bubble: JsonObject): void {
  const { sha256 } = conversation.file.options;
  const thought = stringAt(objectAt(bubble, "thinking"), "text");
  const text = stringAt(bubble, "text");
  const tool = bubble["toolFormerData"];
  const usage = usageOf(bubble["tokenCount"]);
  if (thought === undefined && text === undefined && !isObject(tool) && usage === undefined) return;
  const model = stringAt(objectAt(bubble, "modelInfo"), "modelName");
  const requestId = conversation.request(writer, model === "default" ? undefined : model, usage);
  if (thought !== undefined) writer.add({ kind: "thinking", text: thought, requestId });
  if (text !== undefined) writer.add({ kind: "assistant_message", text: stubBinary(text, sha256), requestId });
  if (isObject(tool)) addCall(conversation, writer, tool, requestId);
}

const OVER = new Set(["completed", "error", "cancelled", "rejected"]);

function addCall(conversation: Conversation, writer: RecordWriter, tool: JsonObject, requestId: string): void {
  const { report, options } = conversation.file;
  const name = stringAt(tool, "name") ?? `tool ${String(tool["tool"] ?? "unknown")}`;
  const nativeId = stringAt(tool, "toolCallId");
  const args = argumentsOf(tool["rawArgs"] ?? tool["params"]);
  const call = conversation.addCall(writer, { nativeId, tool: name, args, requestId });
  report.toolCalls++;
  if (!OVER.has(stringAt(tool, "status") ?? "") && tool["result"] === undefined) return;
  const raw = tool["result"] ?? objectAt(tool, "error")["clientVisibleErrorMessage"] ?? tool["error"] ?? "";
  const text = stubBinary(typeof raw === "string" ? raw : rawJson(raw, options.sha256), options.sha256);
  const ending = endingOfTool(tool, text);
  if (tool["status"] === "error") report.errors++;
  conversation.addResult(writer, call, nativeId, { text, ending, tool: name });
}

/** A command's result is JSON with its exit code. */
function endingOfTool(tool: JsonObject, text: string): Ending {
  if (tool["userDecision"] === "rejected" || tool["status"] === "rejected") return { outcome: "refused" };
  if (tool["status"] === "cancelled") return { outcome: "aborted" };
  const packed = text.startsWith("{") ? parseObject(text) : null;
  const exitCode = packed?.["exitCodeV2"] ?? packed?.["exitCode"];
  if (tool["status"] === "error") return { ...endingOf(text, true), outcome: "error" };
  if (typeof exitCode === "number" && Number.isSafeInteger(exitCode)) {
    return { outcome: exitCode === 0 ? "ok" : "error", exitCode };
  }
  return { outcome: "ok" };
}

/** What Cursor counted for the request behind a bubble; two zeros mean that it counted nothing. */
function usageOf(value: unknown): TokenUsage | undefined {
  if (!isObject(value)) return undefined;
  const inputTokens = tokenCount(value["inputTokens"]);
  const outputTokens = tokenCount(value["outputTokens"]);
  return inputTokens || outputTokens ? { inputTokens, outputTokens } : undefined;
}
