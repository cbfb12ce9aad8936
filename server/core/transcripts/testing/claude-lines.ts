/** Builds Claude Code transcripts line by line. Each record hangs on the one before it, unless told otherwise. */
export class ClaudeLines {
  readonly #lines: string[] = [];
  #count = 0;
  #last: string | null = null;

  /** Any record, with the envelope that all records of a conversation have. */
  record(fields: Record<string, unknown>): this {
    this.#count++;
    const uuid = typeof fields["uuid"] === "string" ? fields["uuid"] : `u${this.#count}`;
    const envelope = {
      parentUuid: this.#last,
      isSidechain: false,
      userType: "external",
      cwd: "/home/dev/app",
      sessionId: "session-1",
      version: "2.1.200",
      gitBranch: "main",
      uuid,
      timestamp: new Date(Date.UTC(2026, 0, 5, 9, 0, this.#count)).toISOString(),
    };
    this.#lines.push(JSON.stringify({ ...envelope, ...fields }));
    this.#last = uuid;
    return this;
  }

  prompt(text: string, more: Record<string, unknown> = {}): this {
    return this.record({ type: "user", message: { role: "user", content: text }, ...more });
  }

  meta(text: string, more: Record<string, unknown> = {}): this {
    return this.prompt(text, { isMeta: true, ...more });
  }

  assistant(block: object, message: Record<string, unknown> = {}, more: Record<string, unknown> = {}): this {
    const defaults = {
      id: `msg_${this.#count}`,
      type: "message",
      role: "assistant",
      model: "claude-sonnet-5",
      usage: usage(1),
    };
    return this.record({
      type: "assistant",
      requestId: `req_${String(message["id"] ?? this.#count)}`,
      message: { ...defaults, content: [block], ...message },
      ...more,
    });
  }

  says(text: string, message: Record<string, unknown> = {}): this {
    return this.assistant({ type: "text", text }, message);
  }

  calls(id: string, name: string, input: unknown, more: Record<string, unknown> = {}): this {
    return this.assistant({ type: "tool_use", id, name, input }, {}, more);
  }

  result(id: string, content: unknown, more: Record<string, unknown> = {}, block: Record<string, unknown> = {}): this {
    const result = { type: "tool_result", tool_use_id: id, content, ...block };
    return this.record({ type: "user", message: { role: "user", content: [result] }, ...more });
  }

  failure(id: string, content: string): this {
    return this.result(id, content, { toolUseResult: `Error: ${content}` }, { is_error: true });
  }

  attachment(attachment: Record<string, unknown>): this {
    return this.record({ type: "attachment", attachment });
  }

  system(subtype: string, more: Record<string, unknown> = {}): this {
    return this.record({ type: "system", subtype, ...more });
  }

  /** A line as it is, without envelope. */
  raw(line: string | Record<string, unknown>): this {
    this.#lines.push(typeof line === "string" ? line : JSON.stringify(line));
    return this;
  }

  get lastUuid(): string | null {
    return this.#last;
  }

  toString(): string {
    return this.#lines.map((line) => `${line}\n`).join("");
  }
}

export function usage(output: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    input_tokens: 4,
    cache_creation_input_tokens: 50,
    cache_read_input_tokens: 900,
    output_tokens: output,
    ...more,
  };
}
