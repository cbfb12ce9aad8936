import type { Part, Turn } from "./dialogue";
import type { OpenAiMessage, OpenAiToolCall } from "./formats";

/**
 * Messages of the OpenAI chat API. A result is a message of its own, behind the calls and before the user's text. The
 * API knows no flag for a failed call: the text of the result says it.
 */
export function openAiMessages(turns: readonly Turn[]): OpenAiMessage[] {
  return turns.flatMap(({ role, parts }) => (role === "user" ? userMessages(parts) : [assistantMessage(parts)]));
}

function userMessages(parts: readonly Part[]): OpenAiMessage[] {
  const messages: OpenAiMessage[] = [];
  const texts: string[] = [];
  for (const part of parts) {
    if (part.type === "result") {
      messages.push({ role: "tool", tool_call_id: part.id, content: joined(part.text, part.marker) });
    } else if (part.type === "text") {
      texts.push(joined(part.label, part.text, part.marker));
    }
  }
  if (texts.length > 0) messages.push({ role: "user", content: texts.join("\n\n") });
  return messages;
}

function assistantMessage(parts: readonly Part[]): OpenAiMessage {
  const texts: string[] = [];
  const calls: OpenAiToolCall[] = [];
  for (const part of parts) {
    if (part.type === "text") texts.push(part.text);
    else if (part.type === "call") {
      calls.push({ id: part.id, type: "function", function: { name: part.name, arguments: part.json } });
    }
  }
  const content = texts.length > 0 ? texts.join("\n\n") : null;
  return calls.length > 0 ? { role: "assistant", content, tool_calls: calls } : { role: "assistant", content };
}

function joined(...all: readonly string[]): string {
  return all.filter((text) => text.trim() !== "").join("\n");
}
