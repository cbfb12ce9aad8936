import { textOfContent } from "../content";
import { fingerprint } from "../fingerprint";
import { isObject, type JsonObject, stringAt } from "../json";

/** Keys by which programs that log requests name the conversation. */
const CONVERSATION_KEYS = ["session_id", "sessionId", "conversation_id", "conversationId", "thread_id"];

/** The conversation's own id, where the body or its `metadata` names one. */
export function namedConversation(body: JsonObject): string | undefined {
  const metadata = body["metadata"];
  for (const place of isObject(metadata) ? [body, metadata] : [body]) {
    const key = CONVERSATION_KEYS.find((candidate) => stringAt(place, candidate) !== undefined);
    if (key !== undefined) return stringAt(place, key);
  }
  return undefined;
}

/**
 * The id of a conversation that has none: the file's name, and a fingerprint of the file's name, its folder's name and
 * the conversation up to its first prompt. A longer upload of the same file has the same id; the same task run by
 * another model, in another folder, has another one. Without a path the beginning alone names the conversation.
 */
export function conversationId(path: string | undefined, messages: readonly unknown[], fallback: string): string {
  const names = (path ?? "").replaceAll("\\", "/").split("/").slice(-2);
  const stem = stemOf(path) ?? fallback;
  return `${stem}-${fingerprint(JSON.stringify([...names, ...beginning(messages)]))}`;
}

/** The file's name without its ending. */
export function stemOf(path: string | undefined): string | undefined {
  const name = path?.replaceAll("\\", "/").split("/").at(-1) ?? "";
  return name.replace(/\.(?:traj(?:\.json)?|jsonl?)$/i, "") || undefined;
}

/** Texts only: clients move cache marks from message to message. */
function beginning(messages: readonly unknown[]): string[] {
  const first = messages.findIndex((message) => isObject(message) && message["role"] === "user");
  return messages.slice(0, first + 1).map((message) => textOfContent(isObject(message) ? message["content"] : message));
}
