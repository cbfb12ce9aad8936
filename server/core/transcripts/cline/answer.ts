import type { TokenUsage } from "../../events/ingest-batch";
import { isObject, type JsonObject, objectAt, stringAt } from "../json";
import { addAnswer } from "../message-array/blocks";
import type { Conversation } from "../message-array/conversation";
import type { RecordWriter } from "../record-writer";
import { tokenCount } from "../usage";
import { piecesOf } from "./xml-calls";

/** Reads an answer: native blocks in newer versions; in older ones the calls stand in the text as XML. */
export function readAnswer(
  conversation: Conversation,
  writer: RecordWriter,
  message: JsonObject,
  loggedUsage: TokenUsage | undefined,
): void {
  const model = stringAt(objectAt(message, "modelInfo"), "modelId");
  const requestId = conversation.request(writer, model, usageOf(message) ?? loggedUsage);
  const { content } = message;
  const callsBefore = conversation.callCount;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  for (const block of blocks) addBlock(conversation, writer, block, requestId);
  conversation.file.report.toolCalls += conversation.callCount - callsBefore;
}

function addBlock(conversation: Conversation, writer: RecordWriter, block: unknown, requestId: string): void {
  const text = typeof block === "string" ? block : isObject(block) && block["type"] === "text" ? block["text"] : null;
  if (typeof text !== "string") {
    if (block !== undefined && block !== null) addAnswer(conversation, writer, [block], requestId);
    return;
  }
  for (const piece of piecesOf(text)) {
    if (piece.kind === "call") {
      conversation.addCall(writer, { nativeId: undefined, tool: piece.tool, args: piece.args, requestId });
    } else writer.add({ kind: piece.kind, text: piece.text, requestId });
  }
}

/** `prompt` leaves the cache out. Cline does not tell what was read from it and what was written; most is read. */
function usageOf(message: JsonObject): TokenUsage | undefined {
  const tokens = objectAt(objectAt(message, "metrics"), "tokens");
  const usage: TokenUsage = {
    inputTokens: tokenCount(tokens["prompt"]),
    cacheReadTokens: tokenCount(tokens["cached"]),
    outputTokens: tokenCount(tokens["completion"]),
  };
  return Object.values(usage).some((count) => count) ? usage : undefined;
}
