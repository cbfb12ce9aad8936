/** Builds Gemini CLI's chats message by message, as lines or as the one document of older versions. */
export class GeminiChat {
  readonly #head: Record<string, unknown>;
  readonly #lines: Record<string, unknown>[] = [];
  #count = 0;

  constructor(head: Record<string, unknown> = {}) {
    this.#head = {
      sessionId: "gemini-1",
      projectHash: "ab12",
      startTime: timeOf(0),
      lastUpdated: timeOf(0),
      kind: "main",
      ...head,
    };
  }

  message(type: string, content: unknown, more: Record<string, unknown> = {}): this {
    this.#count++;
    return this.raw({ id: `g${this.#count}`, timestamp: timeOf(this.#count), type, content, ...more });
  }

  prompt(text: string): this {
    return this.message("user", [{ text }]);
  }

  answer(content: string, more: Record<string, unknown> = {}): this {
    return this.message("gemini", content, { thoughts: [], tokens: geminiTokens(9), model: "gemini-3-pro", ...more });
  }

  /** An answer with one call, which is over. */
  ran(id: string, command: string, output: string, more: Record<string, unknown> = {}): this {
    return this.answer("", { toolCalls: [geminiCall(id, "run_shell_command", { command }, { output }, more)] });
  }

  raw(line: Record<string, unknown>): this {
    this.#lines.push(line);
    return this;
  }

  /** As `.jsonl`, with the patch of the head that follows each message. */
  toString(): string {
    return [this.#head, ...this.#lines].map((line) => `${JSON.stringify(line)}\n`).join("");
  }

  document(): string {
    return JSON.stringify({ ...this.#head, messages: this.#lines }, null, 2);
  }
}

function timeOf(second: number): string {
  return new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString();
}

/** 1,000 tokens went in, 900 of them from the cache. */
export function geminiTokens(output: number, thoughts = 3): Record<string, number> {
  return { input: 1_000, output, cached: 900, thoughts, tool: 0, total: 1_000 + output + thoughts };
}

export function geminiCall(
  id: string,
  name: string,
  args: unknown,
  response: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const result = [{ functionResponse: { id, name, response } }];
  return { id, name, args, result, status: "success", timestamp: timeOf(30), ...more };
}
