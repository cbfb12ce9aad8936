import type { Client } from "../../events/kinds";

type MessageClient = Extract<Client, "anthropic-messages" | "openai-messages">;

/** Quotes inside JSON strings are escaped, so that these patterns meet keys and values only, never texts. */
const LIST = /^\s*\[\s*\{/;
const BODY = /^\s*\{[\s\S]*?"(?:messages|input)"\s*:\s*\[\s*\{/;
const ENTRY = /"role"\s*:\s*"(?:system|developer|user|assistant|tool|function)"/;
/** Documents of other clients that hold lists with roles. */
const OTHERS = /"(?:info|message)"\s*:\s*\{|"(?:projectHash|trajectory_format|mini_version|trajectory|history)"\s*:/;

const SIGNS: readonly (readonly [MessageClient, RegExp])[] = [
  ["anthropic-messages", /"type"\s*:\s*"(?:tool_use|tool_result|thinking|redacted_thinking|document)"/],
  ["anthropic-messages", /"(?:tool_use_id|input_schema|cache_control|anthropic_version|stop_sequences)"\s*:/],
  ["anthropic-messages", /"model"\s*:\s*"claude|^\s*\{[^{}]*"system"\s*:/],
  ["openai-messages", /"(?:tool_calls|tool_call_id|function_call|max_completion_tokens|instructions)"\s*:/],
  ["openai-messages", /"role"\s*:\s*"(?:system|developer|tool|function)"/],
  [
    "openai-messages",
    /"type"\s*:\s*"(?:function|function_call|function_call_output|input_text|output_text|image_url|input_image)"/,
  ],
];

/**
 * Tells whose list of messages a document is by the sign that comes first in it. A list without any sign could be made
 * for either API; it passes for OpenAI's. Null when it is no list of messages.
 */
export function messageClient(text: string): MessageClient | null {
  if (!isMessageList(text)) return null;
  return firstSign(text) ?? "openai-messages";
}

/** True when nothing in the list tells the two APIs apart, so that its sender's word decides. */
export function isPlainList(text: string): boolean {
  return isMessageList(text) && firstSign(text) === null;
}

function isMessageList(text: string): boolean {
  return (LIST.test(text) || BODY.test(text)) && ENTRY.test(text) && !OTHERS.test(text.slice(0, OTHERS_HEAD));
}

/** Other clients' documents show what they are at their beginning; behind it such keys may be arguments of a call. */
const OTHERS_HEAD = 4_000;

function firstSign(text: string): MessageClient | null {
  let first: { client: MessageClient; at: number } | null = null;
  for (const [client, sign] of SIGNS) {
    const at = text.search(sign);
    if (at !== -1 && (first === null || at < first.at)) first = { client, at };
  }
  return first?.client ?? null;
}
