/** Builds SWE-agent's trajectory files: the history and the steps beside it. */
export class TrajectoryFile {
  readonly #history: Record<string, unknown>[] = [];
  readonly #steps: Record<string, unknown>[] = [];

  message(role: string, content: unknown, more: Record<string, unknown> = {}): this {
    this.#history.push({ role, content, agent: "main", ...more });
    return this;
  }

  prompt(text: string): this {
    return this.message("user", text, { message_type: "observation" });
  }

  /** A step of the text style: the answer repeats the action behind the thought. */
  acted(thought: string, action: string, observation?: string, state?: unknown): this {
    const response = `${thought}\n\`\`\`\n${action}\n\`\`\``;
    this.#steps.push({ action, observation: observation ?? "", response, thought, state });
    this.message("assistant", response, { thought, action, message_type: "action" });
    return observation === undefined ? this : this.message("user", observation, { message_type: "observation" });
  }

  /** A step of the function-calling style. */
  called(id: string, name: string, args: unknown, observation: unknown, more: Record<string, unknown> = {}): this {
    const toolCalls = [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }];
    this.#steps.push({ action: name, observation, response: `Run ${name}.`, thought: `Run ${name}.`, ...more });
    this.message("assistant", `Run ${name}.`, {
      thought: `Run ${name}.`,
      action: name,
      tool_calls: toolCalls,
      ...more,
    });
    return this.message("tool", observation, { tool_call_ids: [id], message_type: "observation" });
  }

  /** A step that ended the run: its observation has no message. */
  ended(action: string, observation: string): this {
    this.acted("Done.", action);
    const step = this.#steps.at(-1);
    if (step) step["observation"] = observation;
    return this;
  }

  get history(): readonly Record<string, unknown>[] {
    return this.#history;
  }

  get steps(): readonly Record<string, unknown>[] {
    return this.#steps;
  }

  document(more: Record<string, unknown> = {}): Record<string, unknown> {
    return { environment: "env", trajectory: this.#steps, history: this.#history, info: {}, ...more };
  }

  toString(more: Record<string, unknown> = {}): string {
    return JSON.stringify(this.document(more), null, 2);
  }
}
