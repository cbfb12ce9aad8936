import { stubFor } from "../../events/clean";
import { rawJson, textOfBlock, textOfContent } from "../content";
import { isObject, type JsonObject, lookUp, objectAt, stringAt } from "../json";
import type { EventFields, RecordWriter } from "../record-writer";
import type { Conversation } from "./conversation";
import { endingOf } from "./outcome";

/** A content block of a message, with where its events go. */
interface BlockInput {
  conversation: Conversation;
  writer: RecordWriter;
  block: JsonObject;
  requestId: string;
}

type AnswerReader = (input: BlockInput) => EventFields | null;

/** Blocks of an answer: Anthropic's, and the few that OpenAI has. */
const ANSWER_BLOCKS: Readonly<Record<string, AnswerReader>> = {
  text: ({ block }) => textEvent(block["text"]),
  output_text: ({ block }) => textEvent(block["text"]),
  refusal: ({ block }) => textEvent(block["refusal"]),
  // The text may be empty beside a signature: the thought entered the window all the same.
  thinking: ({ block }) => ({ kind: "thinking", text: stringAt(block, "thinking") ?? "" }),
  redacted_thinking: () => ({ kind: "thinking", text: "" }),
  tool_use: addToolUse,
  server_tool_use: addToolUse,
  mcp_tool_use: addToolUse,
};

/** Writes the content of an answer: a text, or blocks. */
export function addAnswer(conversation: Conversation, writer: RecordWriter, content: unknown, requestId: string): void {
  const blocks = Array.isArray(content)
    ? content
    : typeof content === "string"
      ? [{ type: "text", text: content }]
      : [];
  for (const block of blocks) {
    const fields = isObject(block)
      ? answerEvent({ conversation, writer, block, requestId })
      : textEvent(typeof block === "string" ? block : rawJson(block));
    if (fields) writer.add({ ...fields, requestId });
  }
  if (isObject(content)) writer.add({ ...unknownBlock(conversation, content), requestId });
}

function answerEvent(input: BlockInput): EventFields | null {
  const type = stringAt(input.block, "type") ?? "";
  const reader = lookUp(ANSWER_BLOCKS, type);
  if (reader) return reader(input);
  if (!type.endsWith("tool_result")) return unknownBlock(input.conversation, input.block);
  // Results of tools that ran at the provider stand in the answer itself.
  addToolResult(input.conversation, input.writer, input.block);
  return null;
}

function textEvent(text: unknown): EventFields | null {
  return typeof text === "string" && text !== "" ? { kind: "assistant_message", text } : null;
}

function unknownBlock({ file }: Conversation, block: unknown): EventFields {
  return { kind: "other", text: rawJson(block, file.options.sha256) };
}

function addToolUse({ conversation, writer, block, requestId }: BlockInput): null {
  const tool = stringAt(block, "name") ?? "unknown";
  conversation.addCall(writer, { nativeId: stringAt(block, "id"), tool, args: block["input"] ?? {}, requestId });
  return null;
}

/** Blocks of a prompt that carry what a person gave: files stand there as stubs. */
const PROMPT_BLOCKS = new Set([
  "text",
  "input_text",
  "image",
  "image_url",
  "input_image",
  "document",
  "file",
  "input_file",
  "input_audio",
  "search_result",
]);

/** Texts that programs put into a person's message. */
const INJECTED = /^\s*<(?:system-reminder|environment_context|user_instructions)>/;

/**
 * Writes the content of a person's message: what was typed as one prompt, results of calls as results, in their order.
 */
export function addPrompt(conversation: Conversation, writer: RecordWriter, content: unknown): void {
  const typed: string[] = [];
  const flush = () => {
    const text = typed.splice(0).join("\n");
    if (text.trim() !== "") writer.add({ kind: "user_prompt", text });
  };
  for (const block of Array.isArray(content) ? content : [content]) {
    const text = typedText(conversation, block);
    if (text !== null && !INJECTED.test(text)) {
      typed.push(text);
      continue;
    }
    flush();
    if (text !== null) writer.add({ kind: "rule_injection", text });
    else addOtherBlock(conversation, writer, block);
  }
  flush();
}

/** What a person gave in this block; null when it is a result or of a kind that no API has. */
function typedText(conversation: Conversation, block: unknown): string | null {
  if (typeof block === "string") return promptText(block, conversation);
  const isTyped = isObject(block) && PROMPT_BLOCKS.has(stringAt(block, "type") ?? "");
  return isTyped ? promptText(block, conversation) : null;
}

function addOtherBlock(conversation: Conversation, writer: RecordWriter, block: unknown): void {
  if (block === null || block === undefined) return;
  if (isObject(block) && stringAt(block, "type")?.endsWith("tool_result")) addToolResult(conversation, writer, block);
  else writer.add(unknownBlock(conversation, block));
}

function promptText(block: unknown, { file }: Conversation): string {
  const audio = isObject(block) ? objectAt(block, "input_audio") : {};
  const data = stringAt(audio, "data");
  if (data !== undefined) return stubFor(`audio/${stringAt(audio, "format") ?? "wav"}`, data, file.options.sha256);
  return textOfBlock(block, file.options.sha256);
}

/** Anthropic's result blocks: the only ones with a flag for errors. */
function addToolResult(conversation: Conversation, writer: RecordWriter, block: JsonObject): void {
  const { report, options } = conversation.file;
  const nativeId = stringAt(block, "tool_use_id");
  const text = textOfContent(block["content"], options.sha256);
  const isError = block["is_error"] === true;
  if (isError) report.errors++;
  conversation.addResult(writer, conversation.callOf(nativeId), nativeId, { text, ending: endingOf(text, isError) });
}

/** Writes a result of a format without a flag; what its text tells of a failure counts as an error. */
export function addPlainResult(
  conversation: Conversation,
  writer: RecordWriter,
  message: JsonObject,
  content: unknown,
): void {
  const { report, options } = conversation.file;
  const nativeId = stringAt(message, "tool_call_id") ?? stringAt(message, "call_id");
  const tool = stringAt(message, "name");
  const text = textOfContent(content, options.sha256);
  const ending = endingOf(text, flagOf(message));
  if (ending.outcome !== "ok") report.errors++;
  conversation.addResult(writer, conversation.callOf(nativeId, tool), nativeId, { text, ending, tool });
}

/** Some programs add a flag of their own. A status other than these two tells nothing. */
function flagOf(message: JsonObject): boolean | undefined {
  const flag = message["is_error"] ?? message["isError"];
  if (typeof flag === "boolean") return flag;
  return message["status"] === "error" || message["status"] === "failed" ? true : undefined;
}
