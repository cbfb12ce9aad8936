type Message = Record<string, unknown>;

/** Messages as Anthropic's API takes them. */
export const anthropic = {
  user: (...content: unknown[]): Message => ({ role: "user", content }),
  prompt: (text: string): Message => ({ role: "user", content: text }),
  assistant: (...content: unknown[]): Message => ({ role: "assistant", content }),
  text: (text: string) => ({ type: "text", text }),
  thinking: (thinking: string) => ({ type: "thinking", thinking, signature: "c2ln" }),
  call: (id: string, name: string, input: unknown) => ({ type: "tool_use", id, name, input }),
  result: (id: string, content: unknown, isError?: boolean) => ({
    type: "tool_result",
    tool_use_id: id,
    content,
    ...(isError === undefined ? {} : { is_error: isError }),
  }),
};

/** Messages as OpenAI's chat completions take them. */
export const openAi = {
  system: (content: string): Message => ({ role: "system", content }),
  prompt: (content: unknown): Message => ({ role: "user", content }),
  says: (content: string, more: Message = {}): Message => ({ role: "assistant", content, ...more }),
  calls: (...calls: unknown[]): Message => ({ role: "assistant", content: null, tool_calls: calls }),
  call: (id: string, name: string, args: unknown) => ({
    id,
    type: "function",
    function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
  }),
  result: (id: string, content: unknown, more: Message = {}): Message => ({
    role: "tool",
    tool_call_id: id,
    content,
    ...more,
  }),
};
