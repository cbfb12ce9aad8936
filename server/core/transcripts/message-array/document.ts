import { rawJson, textOfContent } from "../content";
import type { DocumentFile } from "../document-parser";
import { isObject, type JsonObject, listAt, stringAt } from "../json";
import { noteBadLine } from "../options";
import type { SessionDraft } from "../parts";
import { Conversation, MAX_MESSAGES } from "./conversation";
import { conversationId, namedConversation } from "./identity";
import { readEntry } from "./messages";

/**
 * Reads a list of messages: bare, or in a request's body (`messages`, or `input` of the Responses API). An answer that
 * was logged beside its request follows the list. Entries of both APIs are read alike, because a list of texts alone
 * does not tell which one it was made for. Null when there is no such list.
 */
export function readMessageList(document: unknown, file: DocumentFile): readonly SessionDraft[] | null {
  const body = isObject(document) ? document : {};
  const messages = Array.isArray(document) ? document : messagesOf(body);
  if (!messages?.some(isMessage)) return null;
  const id = namedConversation(body) ?? conversationId(file.options.path, messages, "messages");
  const conversation = new Conversation(file, id);
  readHead(conversation, body);
  readEntries(conversation, messages);
  return [conversation.draft];
}

function isMessage(entry: unknown): boolean {
  return isObject(entry) && (typeof entry["role"] === "string" || typeof entry["type"] === "string");
}

/** Reads the entries in their order, up to the number whose positions stay exact. */
export function readEntries(conversation: Conversation, messages: readonly unknown[]): void {
  const { report } = conversation.file;
  for (const [number, message] of messages.slice(0, MAX_MESSAGES).entries()) readEntry(conversation, message, number);
  report.toolCalls += conversation.callCount;
  const left = messages.length - MAX_MESSAGES;
  if (left > 0) noteBadLine(report, 1, 0, `The last ${left} messages were left out: at most ${MAX_MESSAGES} are read.`);
}

function messagesOf(body: JsonObject): readonly unknown[] | null {
  const input = body["input"];
  const items = typeof input === "string" ? [{ role: "user", content: input }] : listAt(body, "input");
  const list = Array.isArray(body["messages"]) ? body["messages"] : items;
  return [...list, ...answersOf(body)];
}

/** `choices` of chat completions (the first one is what went on), `output` of the Responses API. */
function answersOf(body: JsonObject): unknown[] {
  const [choice] = listAt(body, "choices");
  const message = isObject(choice) ? choice["message"] : undefined;
  const usage = body["usage"];
  const answers = isObject(message) ? [{ ...message, ...(usage === undefined ? {} : { usage }) }] : [];
  return [...answers, ...listAt(body, "output")];
}

/** What the model read before the first message, and the model itself. */
function readHead(conversation: Conversation, body: JsonObject): void {
  const { draft, file } = conversation;
  const { sha256 } = file.options;
  conversation.model = stringAt(body, "model");
  draft.tell("model", conversation.model);
  const system = textOfContent(body["system"] ?? body["instructions"], sha256);
  if (system !== "") conversation.headWriter("system").add({ kind: "system", text: system });
  const tools = listAt(body, "tools");
  if (tools.length > 0) conversation.headWriter("tools").add({ kind: "system", text: rawJson(tools, sha256) });
}
