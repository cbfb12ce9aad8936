/** Builds Copilot CLI's event files line by line. Each record hangs on the one before it. */
export class CopilotLines {
  readonly #lines: string[] = [];
  #count = 0;
  #last: string | null = null;

  record(type: string, data: Record<string, unknown> = {}, more: Record<string, unknown> = {}): this {
    this.#count++;
    const id = `r${this.#count}`;
    const timestamp = new Date(Date.UTC(2026, 0, 5, 9, 0, this.#count)).toISOString();
    this.raw(JSON.stringify({ type, data, id, timestamp, parentId: this.#last, ...more }));
    this.#last = id;
    return this;
  }

  start(context: Record<string, unknown> = {}): this {
    return this.record("session.start", {
      sessionId: "copilot-1",
      copilotVersion: "1.0.70",
      selectedModel: "claude-sonnet-5",
      startTime: "2026-01-05T09:00:00.000Z",
      context: { cwd: "/home/dev/app", gitRoot: "/home/dev/app", branch: "main", headCommit: "abc", ...context },
    });
  }

  prompt(content: string, more: Record<string, unknown> = {}): this {
    return this.record("user.message", { content, transformedContent: content, attachments: [], ...more });
  }

  answer(content: string, toolRequests: readonly object[] = [], more: Record<string, unknown> = {}): this {
    const apiCallId = `api-${this.#count}`;
    return this.record("assistant.message", {
      messageId: `m-${this.#count}`,
      apiCallId,
      model: "claude-sonnet-5",
      content,
      toolRequests,
      outputTokens: 10,
      ...more,
    });
  }

  ran(toolCallId: string, command: string, content: string, more: Record<string, unknown> = {}): this {
    return this.answer("", [{ toolCallId, name: "bash", arguments: { command }, type: "function" }])
      .record("tool.execution_start", { toolCallId, toolName: "bash", arguments: { command } })
      .result(toolCallId, content, more);
  }

  result(toolCallId: string, content: string, more: Record<string, unknown> = {}): this {
    return this.record("tool.execution_complete", { toolCallId, success: true, result: { content }, ...more });
  }

  raw(line: string): this {
    this.#lines.push(line);
    return this;
  }

  toString(): string {
    return this.#lines.map((line) => `${line}\n`).join("");
  }
}
