import type { Part, Turn } from "./dialogue";
import type { AnthropicMessage, TextBlock, ToolResultBlock, ToolUseBlock } from "./formats";

/** Messages of the Anthropic API. Stored texts keep blocks of their own, so that they stay exact to the byte. */
export function anthropicMessages(turns: readonly Turn[]): AnthropicMessage[] {
  return turns.map(({ role, parts }) =>
    role === "user" ? { role, content: parts.flatMap(userBlocks) } : { role, content: parts.flatMap(assistantBlocks) },
  );
}

function userBlocks(part: Part): (TextBlock | ToolResultBlock)[] {
  if (part.type === "call") return [];
  if (part.type === "text") return texts(part.label, part.text, part.marker);
  return [
    { type: "tool_result", tool_use_id: part.id, content: texts(part.text, part.marker), is_error: part.isError },
  ];
}

function assistantBlocks(part: Part): (TextBlock | ToolUseBlock)[] {
  if (part.type === "result") return [];
  if (part.type === "text") return texts(part.label, part.text, part.marker);
  return [{ type: "tool_use", id: part.id, name: part.name, input: part.input }];
}

/** The API refuses text blocks of nothing but white space. */
function texts(...all: readonly string[]): TextBlock[] {
  return all.filter((text) => text.trim() !== "").map((text) => ({ type: "text", text }));
}
