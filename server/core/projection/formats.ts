import type { EventKind } from "../events/kinds";
import type { Residency } from "../prune/model";

/** How a projection can be written: as data, for either kind of model API, or for people. */
export const PROJECTION_FORMATS = ["events", "anthropic", "openai", "markdown"] as const;
export type ProjectionFormat = (typeof PROJECTION_FORMATS)[number];

/** One event as plain data. `marker` stands behind the text of a full result that can be archived. */
export interface PlainEvent {
  readonly ref: string;
  readonly kind: EventKind;
  readonly residency: Residency;
  readonly text: string;
  readonly marker: string;
  readonly tokens: number;
  readonly tool: string | null;
  readonly callId: string | null;
  /** The other half of the pair, when it stands in the same window. */
  readonly partner: string | null;
  readonly requestId: string | null;
  /** True when a tool call ended in any way but well; null where nothing is known. */
  readonly isError: boolean | null;
  /** Of a summary of ours: the events that it stands for; it is named after the first. Null of every event. */
  readonly standsFor: readonly string[] | null;
}

/** Shapes of the Anthropic Messages API (platform.claude.com/docs, "Messages" and "Tool use"). */
export interface TextBlock {
  readonly type: "text";
  readonly text: string;
}

export interface ToolUseBlock {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ToolResultBlock {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content: readonly TextBlock[];
  readonly is_error: boolean;
}

export type AnthropicMessage =
  | { readonly role: "user"; readonly content: readonly (TextBlock | ToolResultBlock)[] }
  | { readonly role: "assistant"; readonly content: readonly (TextBlock | ToolUseBlock)[] };

/** Shapes of the OpenAI Chat Completions API (platform.openai.com/docs, "Create chat completion"). */
export interface OpenAiToolCall {
  readonly id: string;
  readonly type: "function";
  /** `arguments` is a JSON object as text. */
  readonly function: { readonly name: string; readonly arguments: string };
}

export type OpenAiMessage =
  | { readonly role: "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string | null; readonly tool_calls?: readonly OpenAiToolCall[] }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

/** What a rendered projection does not hold, so that nothing goes missing in silence. */
export interface LeftOut {
  /** Thinking blocks: a server has their cleaned text and no signature, and APIs refuse thinking that was changed. */
  readonly thinking: number;
  /** Calls that have no result in this window, by ref: running, interrupted, or cut off from their result. */
  readonly unfinishedCalls: readonly string[];
}
