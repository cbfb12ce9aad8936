import { type APIRequestContext, expect } from "@playwright/test";
import { change } from "./api";
import type { Team } from "./team";

const STEP_MS = 4_000;
const EVENTS_A_BATCH = 1_000;
const MODEL = "claude-sonnet-5";

type Event = { id: string; seq: number; thread: string; kind: string; at: string } & Record<string, unknown>;
type Request = { id: string; thread: string; seq: number; at: string; model: string; usage: Record<string, number> };
type Header = { id: string; title?: string; client?: string; branch?: string; person?: string; windowTokens?: number };

/** A session as a client uploads it by `ingest.append`: every tool step is a model request, a call and a result. */
export class SessionBatch {
  readonly events: Event[] = [];
  private readonly requests: Request[] = [];
  private readonly threads: Record<string, string>[] = [];
  private step = 0;
  private thread = "main";

  constructor(
    private readonly header: Header,
    private readonly startMs = Date.now() - 6 * 3_600_000,
  ) {}

  said(text: string): this {
    return this.add({ kind: "user_prompt", text });
  }

  answered(text: string): this {
    const requestId = this.request();
    return this.add({ kind: "assistant_message", text, requestId });
  }

  called(tool: string, input: Record<string, unknown>, out: string, ending: Record<string, unknown> = {}): this {
    const requestId = this.request();
    const callId = `call-${this.thread}-${this.step}`;
    this.add({ kind: "tool_call", tool, input, callId, requestId });
    return this.add({ kind: "tool_result", tool, callId, text: out, outcome: "ok", ...ending });
  }

  loaded(skill: string, text: string): this {
    return this.add({ kind: "skill_load", skill, text, path: `.claude/skills/${skill}/SKILL.md` });
  }

  /** What follows happens in a sub-agent; where its call is known, the call started it. */
  inAgent(key: string, agent: string, spawnedByCallId?: string): this {
    this.thread = key;
    this.threads.push({ key, agent, parentKey: "main", label: agent, ...(spawnedByCallId ? { spawnedByCallId } : {}) });
    return this;
  }

  add(event: Record<string, unknown> & { kind: string }): this {
    this.step++;
    const id = `e${this.step}`;
    this.events.push({ id, seq: this.step, thread: this.thread, at: this.now(), ...event });
    return this;
  }

  /** Uploads it in as few batches as the server takes. Answers its number. */
  async uploadTo(request: APIRequestContext, team: Team): Promise<number> {
    let number = 0;
    for (let at = 0; at < this.events.length; at += EVENTS_A_BATCH) {
      const events = this.events.slice(at, at + EVENTS_A_BATCH);
      const first = events[0]?.seq ?? 0;
      const last = events.at(-1)?.seq ?? 0;
      const answer = await change<{ rejected: number; problems: unknown[]; session: { number: number } }>(
        { request, key: team.key },
        "ingest.append",
        {
          session: { client: "claude-code", model: MODEL, projectSlug: team.project, ...this.header },
          events,
          threads: at === 0 ? this.threads : [],
          requests: this.requests.filter(({ seq }) => seq >= first - 1 && seq <= last),
        },
      );
      expect(answer.rejected, JSON.stringify(answer.problems)).toBe(0);
      number = answer.session.number;
    }
    return number;
  }

  private request(): string {
    this.step++;
    const id = `m${this.step}`;
    const usage = { inputTokens: 10, cacheReadTokens: Math.min(150_000, 400 * this.step), outputTokens: 60 };
    this.requests.push({ id, thread: this.thread, seq: this.step, at: this.now(), model: MODEL, usage });
    return id;
  }

  private now(): string {
    return new Date(this.startMs + this.step * STEP_MS).toISOString();
  }
}
