/** Builds Codex rollouts line by line. */
export class CodexLines {
  readonly #lines: string[] = [];
  #second = 0;

  line(type: string, payload: Record<string, unknown>, more: Record<string, unknown> = {}): this {
    const timestamp = new Date(Date.UTC(2026, 0, 5, 9, 0, this.#second++)).toISOString();
    this.#lines.push(JSON.stringify({ timestamp, type, payload, ...more }));
    return this;
  }

  meta(more: Record<string, unknown> = {}): this {
    return this.line("session_meta", {
      id: "rollout-1",
      timestamp: "2026-01-05T09:00:00.000Z",
      cwd: "/home/dev/app",
      cli_version: "0.150.0",
      source: "cli",
      git: { commit_hash: "abc123", branch: "main", repository_url: "git@example.com:dev/app.git" },
      ...more,
    });
  }

  turn(more: Record<string, unknown> = {}): this {
    return this.line("turn_context", { cwd: "/home/dev/app", model: "gpt-6", ...more });
  }

  /** A typed prompt, as Codex writes it: a message to the model, then an event of the interface. */
  prompt(text: string): this {
    return this.message("user", text).event("user_message", { message: text });
  }

  message(role: string, ...texts: string[]): this {
    const type = role === "assistant" ? "output_text" : "input_text";
    return this.item("message", { role, content: texts.map((text) => ({ type, text })) });
  }

  item(type: string, payload: Record<string, unknown>): this {
    return this.line("response_item", { type, ...payload });
  }

  event(type: string, payload: Record<string, unknown> = {}): this {
    return this.line("event_msg", { type, ...payload });
  }

  calls(callId: string, name: string, args: unknown): this {
    return this.item("function_call", { name, arguments: JSON.stringify(args), call_id: callId });
  }

  output(callId: string, output: unknown): this {
    return this.item("function_call_output", { call_id: callId, output });
  }

  ran(callId: string, cmd: string, exitCode: number, output: string): this {
    return this.calls(callId, "exec_command", { cmd }).output(callId, unifiedExec(exitCode, output));
  }

  tokens(input: number, cached: number, output: number, reasoning: number): this {
    const total = {
      input_tokens: input,
      cached_input_tokens: cached,
      output_tokens: output,
      reasoning_output_tokens: reasoning,
      total_tokens: input + output,
    };
    const info = { total_token_usage: total, last_token_usage: total, model_context_window: 250_000 };
    return this.event("token_count", { info, rate_limits: null });
  }

  raw(line: string | Record<string, unknown>): this {
    this.#lines.push(typeof line === "string" ? line : JSON.stringify(line));
    return this;
  }

  toString(): string {
    return this.#lines.map((line) => `${line}\n`).join("");
  }
}

export function unifiedExec(exitCode: number, output: string): string {
  return `Chunk ID: 0a1b2c\nWall time: 0.1234 seconds\nProcess exited with code ${exitCode}\nOutput:\n${output}`;
}
