import type { z } from "zod";
import type {
  BoundaryInfo,
  IngestEvent,
  ModelRequestInfo,
  SessionHeader,
  ThreadInfo,
} from "@/server/core/events/ingest-batch";

type EventInput = z.input<typeof IngestEvent>;
type Header = z.input<typeof SessionHeader>;

export interface TestBatch {
  session: Header;
  events: EventInput[];
  threads: z.input<typeof ThreadInfo>[];
  requests: z.input<typeof ModelRequestInfo>[];
  boundaries: z.input<typeof BoundaryInfo>[];
}

const START_MS = Date.UTC(2026, 9, 5, 8, 30);
const STEP_MS = 7_000;

/** A session as a client would upload it, one step a line; every tool step is a model request, a call and a result. */
export class SessionFixture {
  private readonly events: EventInput[] = [];
  private readonly requests: TestBatch["requests"] = [];
  private readonly boundaries: TestBatch["boundaries"] = [];
  private readonly threads: TestBatch["threads"] = [];
  private step = 0;
  private thread = "main";

  constructor(private readonly header: Header) {}

  with(header: Partial<Header>): this {
    Object.assign(this.header, header);
    return this;
  }

  said(text: string): this {
    return this.add({ kind: "user_prompt", text });
  }

  answered(text: string): this {
    const requestId = this.request();
    return this.add({ kind: "assistant_message", text, requestId });
  }

  ran(command: string, result: { exit?: number; out?: string } = {}): this {
    const exit = result.exit ?? 0;
    const out = result.out ?? `${command} ended with ${exit}\n${"line of output\n".repeat(20)}`;
    return this.called("Bash", { command }, out, exit === 0 ? {} : { outcome: "error", exitCode: exit });
  }

  read(path: string, text = `content of ${path}\n`.repeat(40)): this {
    return this.called("Read", { file_path: path }, text);
  }

  edited(path: string): this {
    return this.called("Edit", { file_path: path, old_string: "a", new_string: `b${this.step}` }, `edited ${path}`);
  }

  loaded(skill: string, body = `# ${skill}\n${"Do it well. ".repeat(60)}`): this {
    return this.add({ kind: "skill_load", skill, text: body, path: `.claude/skills/${skill}/SKILL.md` });
  }

  called(tool: string, input: EventInput["input"], out: string, ending: Partial<EventInput> = {}): this {
    const requestId = this.request();
    const callId = `call-${this.thread}-${this.step}`;
    this.add({ kind: "tool_call", tool, input, callId, requestId });
    return this.add({ kind: "tool_result", callId, text: out, outcome: "ok", ...ending });
  }

  /** What follows happens in a sub-agent. */
  inAgent(key: string, agent: string): this {
    this.thread = key;
    this.threads.push({ key, agent, parentKey: "main" });
    return this;
  }

  inMain(): this {
    this.thread = "main";
    return this;
  }

  compacted(): this {
    this.step++;
    this.boundaries.push({ thread: this.thread, seq: this.step, at: this.now(), kind: "compaction" });
    return this;
  }

  add(event: Omit<EventInput, "id" | "seq" | "at"> & { id?: string }): this {
    this.step++;
    this.events.push({
      id: `${this.header.id}-e${this.step}`,
      seq: this.step,
      at: this.now(),
      thread: this.thread,
      ...event,
    });
    return this;
  }

  batch(): TestBatch {
    const { events, requests, boundaries, threads } = this;
    return {
      session: { ...this.header },
      events: [...events],
      requests: [...requests],
      boundaries: [...boundaries],
      threads: [...threads],
    };
  }

  /** The same in pieces of `size` events, each with the requests whose events it brings. */
  batches(size: number): TestBatch[] {
    const whole = this.batch();
    const pieces: TestBatch[] = [];
    for (let at = 0; at < whole.events.length; at += size) {
      const events = whole.events.slice(at, at + size);
      const from = events[0]?.seq ?? 0;
      const to = whole.events[at + size]?.seq ?? Number.POSITIVE_INFINITY;
      const isHere = ({ seq }: { seq: number }) => (seq >= from || at === 0) && seq < to;
      pieces.push({
        ...whole,
        events,
        requests: whole.requests.filter(isHere),
        boundaries: whole.boundaries.filter(isHere),
        threads: at === 0 ? whole.threads : [],
      });
    }
    return pieces;
  }

  private request(): string {
    this.step++;
    const id = `${this.header.id}-m${this.step}`;
    this.requests.push({
      id,
      thread: this.thread,
      seq: this.step,
      at: this.now(),
      model: "claude-sonnet-4-20250514",
      usage: { inputTokens: 10 + this.step, cacheReadTokens: 1_000 * this.step, outputTokens: 50 },
    });
    return id;
  }

  private now(): string {
    return new Date(START_MS + this.step * STEP_MS).toISOString();
  }
}

export function aSession(id: string, header: Partial<Header> = {}): SessionFixture {
  return new SessionFixture({ client: "claude-code", id, projectSlug: "billing-api", branch: "main", ...header });
}

/** A session with noise of several classes, a skill and a sub-agent. */
export function aNoisySession(id: string): SessionFixture {
  const session = aSession(id, { windowTokens: 200_000, title: "Fix the login" })
    .said("Fix the login")
    .loaded("testing");
  session.read("src/login.ts").read("src/login.ts").ran("npm test", { exit: 1 });
  session.edited("src/login.ts").ran("npm test", { exit: 1 }).edited("src/login.ts").ran("npm test");
  session.loaded("testing").inAgent("agent-1", "code-reviewer").said("Review it");
  session.read("src/login.ts").read("src/session.ts").read("src/session.ts").answered("Looks good").inMain();
  for (let turn = 0; turn < 14; turn++) session.ran(`git show --stat HEAD~${turn}`);
  return session.answered("Done").said("Thanks");
}
