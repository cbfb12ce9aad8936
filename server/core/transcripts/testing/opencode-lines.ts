/** Builds exports of OpenCode sessions message by message. A message takes a minute, a part of it a second. */
export class OpencodeExport {
  readonly #info: Record<string, unknown>;
  readonly #messages: { info: Record<string, unknown>; parts: Record<string, unknown>[] }[] = [];
  #parts = 0;

  constructor(info: Record<string, unknown> = {}) {
    this.#info = {
      id: "ses_1",
      directory: "/home/dev/app",
      title: "Fix the login",
      version: "1.18.0",
      time: { created: timeOf(0), updated: timeOf(0) },
      ...info,
    };
  }

  message(role: string, parts: readonly Record<string, unknown>[], info: Record<string, unknown> = {}): this {
    const number = this.#messages.length + 1;
    const id = `msg_${this.#own(number)}`;
    const created = timeOf(number);
    const named = parts.map((part) => ({ ...part, id: `prt_${this.#own(++this.#parts)}`, messageID: id }));
    this.#messages.push({
      info: { id, sessionID: this.#info["id"], role, agent: "build", time: { created }, ...info },
      parts: named,
    });
    return this;
  }

  /** Ids are unique among all sessions, as OpenCode's are. */
  #own(number: number): string {
    return this.#info["id"] === "ses_1" ? `${number}` : `${String(this.#info["id"])}_${number}`;
  }

  prompt(text: string, info: Record<string, unknown> = {}): this {
    return this.message("user", [{ type: "text", text }], info);
  }

  /** A response of one step, as newer versions write it. */
  assistant(parts: readonly Record<string, unknown>[], info: Record<string, unknown> = {}): this {
    const told = { modelID: "claude-sonnet-5", path: { cwd: "/home/dev/app" }, tokens: opencodeTokens(1), ...info };
    const finish = { type: "step-finish", reason: "stop", tokens: told.tokens };
    return this.message("assistant", [{ type: "step-start" }, ...parts, finish], told);
  }

  says(text: string, info: Record<string, unknown> = {}): this {
    return this.assistant([{ type: "text", text }], { finish: "stop", ...info });
  }

  toString(): string {
    return `${JSON.stringify({ info: this.#info, messages: this.#messages }, null, 2)}\n`;
  }
}

/** Milliseconds since 1970, minutes after the session's beginning. */
export function timeOf(minute: number, second = 0): number {
  return Date.UTC(2026, 0, 5, 9, minute, second);
}

export function opencodeTokens(output: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { input: 4, output, reasoning: 0, cache: { read: 900, write: 50 }, ...more };
}

/** A call with its result, in one part. */
export function toolPart(
  callID: string,
  tool: string,
  input: unknown,
  state: Record<string, unknown> = {},
): Record<string, unknown> {
  return { type: "tool", callID, tool, state: { status: "completed", input, output: "ok", metadata: {}, ...state } };
}
