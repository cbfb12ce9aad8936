import type { TranscriptFile } from "./read-transcript";

const START_MS = Date.UTC(2026, 10, 12, 9, 0);
const STEP_MS = 10_000;
export const ROOT = "/home/ada/harbor";

/** A text of exactly so many tokens. */
export const sized = (tokens: number, head: string): string => head.padEnd(tokens * 4, " lorem").slice(0, tokens * 4);

type Json = Record<string, unknown>;
interface Block {
  readonly tool: string;
  readonly input: Json;
}
interface Ending {
  readonly isError?: boolean;
  readonly details?: Json;
}

/** Writes one file of a Claude Code session in its native form; each record takes ten seconds. */
export class Script {
  readonly lines: string[] = [];
  private readonly session: string;
  private readonly agentId: string | null;
  private parent: string | null = null;
  private requests = 0;
  private step: number;

  constructor(session: string, agentId: string | null = null, firstStep = 0) {
    this.session = session;
    this.agentId = agentId;
    this.step = firstStep;
  }

  get last(): string | null {
    return this.parent;
  }

  /** Moves the clock on while somebody else works. */
  wait(steps: number): this {
    this.step += steps;
    return this;
  }

  prompt(text: string, parent: string | null = this.parent): this {
    this.parent = parent;
    return this.record({ type: "user", message: { role: "user", content: text } });
  }

  meta(text: string, sourceToolUseID: string): this {
    const content = [{ type: "text", text }];
    return this.record({ type: "user", isMeta: true, sourceToolUseID, message: { role: "user", content } });
  }

  /** One record for each block of the response, each with a snapshot of its usage. */
  respond(...blocks: Json[]): this {
    const id = `msg_${this.agentId ?? "main"}_${++this.requests}`;
    for (const [at, block] of blocks.entries()) {
      const usage = { input_tokens: 8, cache_read_input_tokens: 900 * this.requests, output_tokens: 20 * (at + 1) };
      const message = {
        id,
        type: "message",
        role: "assistant",
        model: "claude-sonnet-4-20250514",
        content: [block],
        usage,
      };
      this.record({ type: "assistant", requestId: `req_${id}`, message });
    }
    return this;
  }

  say(text: string): this {
    return this.respond({ type: "text", text });
  }

  /** Calls of one response, then their results. */
  call(calls: readonly (Block & Ending & { readonly text: string })[]): this {
    const named = calls.map((call, at) => ({ ...call, id: `toolu_${this.agentId ?? "main"}_${this.requests}_${at}` }));
    this.respond(...named.map(({ id, tool, input }) => ({ type: "tool_use", id, name: tool, input })));
    for (const { id, text, isError, details } of named) this.handBack(id, text, details, isError);
    return this;
  }

  handBack(id: string, text: string, details?: Json, isError?: boolean): this {
    const block = { type: "tool_result", tool_use_id: id, content: text, ...(isError ? { is_error: true } : {}) };
    return this.record({ type: "user", toolUseResult: details, message: { role: "user", content: [block] } });
  }

  use(tool: string, input: Json, text: string, ending: Ending = {}): this {
    return this.call([{ tool, input, text, ...ending }]);
  }

  read(path: string, text: string, range: Json = {}): this {
    return this.use("Read", { file_path: `${ROOT}/${path}`, ...range }, text);
  }

  run(command: string, text: string, ending: Ending = {}): this {
    return this.use("Bash", { command }, text, ending);
  }

  load(skill: string, body: string): this {
    this.use("Skill", { skill }, `Launching skill: ${skill}`);
    return this.meta(body, `toolu_main_${this.requests - 1}_0`);
  }

  compact(summary: string): this {
    this.record({ type: "system", subtype: "compact_boundary", content: "Conversation compacted" });
    return this.record({ type: "user", isCompactSummary: true, message: { role: "user", content: summary } });
  }

  private record(fields: Json): this {
    const uuid = `${this.session}-${this.agentId ?? "main"}-${this.lines.length}`;
    const at = new Date(START_MS + this.step++ * STEP_MS).toISOString();
    const agent = this.agentId === null ? { isSidechain: false } : { isSidechain: true, agentId: this.agentId };
    const place = {
      uuid,
      parentUuid: this.parent,
      sessionId: this.session,
      timestamp: at,
      cwd: ROOT,
      gitBranch: "main",
    };
    this.lines.push(JSON.stringify({ ...place, ...agent, version: "2.1.39", ...fields }));
    this.parent = uuid;
    return this;
  }

  file(name: string): TranscriptFile {
    return { name, text: `${this.lines.join("\n")}\n` };
  }
}
