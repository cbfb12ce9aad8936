/** Builds pi sessions line by line. Each entry hangs on the one before it, unless told otherwise. */
export class PiLines {
  readonly #lines: string[] = [];
  readonly #version: number;
  #count = 0;
  #last: string | null = null;

  /** Entries of version 1 have no ids. */
  constructor(version = 3) {
    this.#version = version;
  }

  header(more: Record<string, unknown> = {}): this {
    const version = this.#version > 1 ? { version: this.#version } : {};
    return this.raw({ type: "session", ...version, id: "pi-1", timestamp: timeOf(0), cwd: "/home/dev/app", ...more });
  }

  /** Any entry, with the envelope that all entries behind the header have. */
  entry(type: string, fields: Record<string, unknown> = {}): this {
    this.#count++;
    const id = typeof fields["id"] === "string" ? fields["id"] : `e${this.#count}`;
    const ids = this.#version > 1 ? { id, parentId: this.#last } : {};
    this.#last = id;
    return this.raw({ type, ...ids, timestamp: timeOf(this.#count), ...fields });
  }

  message(role: string, fields: Record<string, unknown>, more: Record<string, unknown> = {}): this {
    return this.entry("message", { message: { role, ...fields }, ...more });
  }

  prompt(text: string, more: Record<string, unknown> = {}): this {
    return this.message("user", { content: [{ type: "text", text }] }, more);
  }

  assistant(content: readonly object[], fields: Record<string, unknown> = {}): this {
    return this.message("assistant", {
      content,
      provider: "anthropic",
      model: "claude-sonnet-5",
      usage: piUsage(1),
      stopReason: "stop",
      ...fields,
    });
  }

  says(text: string, fields: Record<string, unknown> = {}): this {
    return this.assistant([{ type: "text", text }], fields);
  }

  calls(id: string, name: string, args: unknown): this {
    return this.assistant([{ type: "toolCall", id, name, arguments: args }], { stopReason: "toolUse" });
  }

  result(toolCallId: string, toolName: string, text: string, isError = false): this {
    return this.message("toolResult", { toolCallId, toolName, content: [{ type: "text", text }], isError });
  }

  ran(id: string, command: string, text: string, isError = false): this {
    return this.calls(id, "bash", { command }).result(id, "bash", text, isError);
  }

  /** A line as it is, without envelope. */
  raw(line: string | Record<string, unknown>): this {
    this.#lines.push(typeof line === "string" ? line : JSON.stringify(line));
    return this;
  }

  toString(): string {
    return this.#lines.map((line) => `${line}\n`).join("");
  }
}

function timeOf(second: number): string {
  return new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString();
}

export function piUsage(output: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { input: 4, output, cacheRead: 900, cacheWrite: 50, totalTokens: 954 + output, cost: { total: 0.1 }, ...more };
}
