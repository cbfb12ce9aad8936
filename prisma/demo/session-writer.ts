import type { BatchContent, IngestEvent, SessionHeader } from "@/server/core/events/ingest-batch";
import { estimateTokens } from "@/server/core/events/tokens";
import type { Random } from "./random";
import { contentOf } from "./repository";
import { bodyOf, type DemoSkill, scriptOf, skillText } from "./skills";

export interface DemoPlan {
  readonly id: string;
  readonly client: SessionHeader["client"];
  readonly title: string;
  readonly person: string;
  readonly branch: string;
  readonly model: string;
  readonly startedAtMs: number;
  readonly daysAgo: number;
}

export interface DemoBatch extends BatchContent {
  readonly session: SessionHeader;
}

type Fields = Partial<IngestEvent> & Pick<IngestEvent, "kind" | "text">;

const RULES = [
  {
    path: "AGENTS.md",
    text: "Money is integer cents. Never a float. Every webhook is idempotent by event id. Ask before a migration.\n".repeat(
      9,
    ),
  },
  {
    path: ".claude/rules/testing.md",
    text: "A bug first gets a failing test. Tests run on a real Postgres. No mocks of our own code.\n".repeat(7),
  },
];

/** Writes one thread's events as a client would have sent them: numbered, timed, with the usage of each request. */
export class SessionWriter {
  private readonly content: BatchContent;
  private seq = 0;
  private ids = 0;
  private contextTokens: number;
  private nowMs: number;
  private readonly versions = new Map<string, number>();

  constructor(
    private readonly plan: DemoPlan,
    readonly random: Random,
    private readonly thread = "main",
    content?: BatchContent,
    startedAtMs?: number,
  ) {
    this.content = content ?? {
      threads: [{ key: "main", agent: "main" }],
      events: [],
      requests: [],
      boundaries: [],
      marks: [],
    };
    this.nowMs = startedAtMs ?? plan.startedAtMs;
    this.contextTokens = thread === "main" ? 14_200 : 6_400;
    if (thread === "main") for (const rule of RULES) this.add({ kind: "rule_injection", ...rule });
  }

  get branch(): string {
    return this.plan.branch;
  }

  batch(): DemoBatch {
    const { id, client, title, person, branch, model, startedAtMs } = this.plan;
    return {
      session: {
        contract: 1,
        id,
        client,
        title,
        person,
        cwd: "/work/billing-api",
        branch,
        model,
        windowTokens: 200_000,
        captureMode: "full",
        projectSlug: "billing-api",
        startedAt: new Date(startedAtMs).toISOString(),
      },
      ...this.content,
    };
  }

  prompt(text: string): this {
    this.wait(40, 400);
    this.add({ kind: "user_prompt", text });
    return this;
  }

  think(text: string): this {
    return this.respond([{ kind: "thinking", text }]);
  }

  say(text: string): this {
    return this.respond([{ kind: "assistant_message", text }]);
  }

  read(path: string, range?: { offset: number; limit: number }): this {
    const lines = contentOf(path, this.versions.get(path) ?? 0).split("\n");
    const text = range ? lines.slice(range.offset, range.offset + range.limit).join("\n") : lines.join("\n");
    return this.call("Read", { file_path: `/work/billing-api/${path}`, ...range }, text);
  }

  edit(path: string, change: string): this {
    const version = (this.versions.get(path) ?? 0) + 1;
    this.versions.set(path, version);
    const input = {
      file_path: `/work/billing-api/${path}`,
      old_string: `  if (!row) return null; // ${version - 1}`,
      new_string: change,
    };
    return this.call("Edit", input, `The file /work/billing-api/${path} has been updated.`);
  }

  write(path: string, text: string): this {
    return this.call(
      "Write",
      { file_path: `/work/billing-api/${path}`, content: text },
      `File created successfully at: /work/billing-api/${path}`,
    );
  }

  run(command: string, output: string, exitCode = 0): this {
    const outcome = exitCode === 0 ? "ok" : "error";
    return this.call("Bash", { command }, exitCode === 0 ? output : `Exit code ${exitCode}\n${output}`, {
      outcome,
      exitCode,
    });
  }

  grep(pattern: string, output: string): this {
    return this.call("Grep", { pattern, path: "/work/billing-api/src" }, output);
  }

  web(url: string, text: string): this {
    return this.call("WebFetch", { url, prompt: "What must a receiver do?" }, text);
  }

  todo(items: readonly (readonly [string, "completed" | "in_progress" | "pending"])[]): this {
    const todos = items.map(([content, status]) => ({ content, status, activeForm: content }));
    return this.call("TodoWrite", { todos }, "Todos have been modified successfully.");
  }

  ask(question: string, options: readonly string[], answer: string): this {
    const input = {
      questions: [{ question, header: "Choice", options: options.map((label) => ({ label, description: label })) }],
    };
    return this.call(
      "AskUserQuestion",
      input,
      `User has answered your questions: "${question}"="${answer}". You can now continue.`,
    );
  }

  approvePlan(plan: string): this {
    return this.call("ExitPlanMode", { plan }, "User has approved your plan. You can now start coding.");
  }

  /** Loads the body that the skill had on that day; some sessions then do what it says. */
  skill(name: DemoSkill): this {
    const { steps, used } = bodyOf(name, this.plan.daysAgo);
    this.call("Skill", { skill: name }, `Launching skill: ${name}`);
    this.add({
      kind: "skill_load",
      text: skillText(name, steps),
      skill: name,
      path: `/home/dev/.claude/skills/${name}/SKILL.md`,
    });
    return this.random.chance(used) ? this.run(`bash ${scriptOf(name)}`, "3 files to look at\n") : this;
  }

  /** A sub-agent with a thread of its own; its answer comes back to this thread. */
  delegate(type: string, task: string, answer: string, work: (agent: SessionWriter) => void): this {
    const key = `${type}-${this.content.threads.length}`;
    const callId = this.nextId("call-");
    this.respond([
      {
        kind: "tool_call",
        tool: "Task",
        callId,
        text: JSON.stringify({ subagent_type: type, description: task, prompt: task }),
      },
    ]);
    this.content.threads.push({ key, agent: type, parentKey: "main", spawnedByCallId: callId, label: task });
    const agent = new SessionWriter(this.plan, this.random, key, this.content, this.nowMs);
    agent.add({ kind: "user_prompt", text: task });
    work(agent);
    this.nowMs = agent.nowMs;
    this.add({ kind: "agent_output", tool: "Task", callId, text: answer, outcome: "ok" });
    return this;
  }

  compact(summary: string): this {
    this.seq += 10;
    this.content.boundaries.push({ thread: this.thread, seq: this.seq, at: this.at(), kind: "compaction" });
    this.add({ kind: "summary", text: summary });
    this.contextTokens = 14_200 + estimateTokens(summary);
    return this;
  }

  private call(tool: string, input: Record<string, unknown>, result: string, ending: Partial<IngestEvent> = {}): this {
    const callId = this.nextId("call-");
    this.respond([{ kind: "tool_call", tool, callId, text: JSON.stringify(input) }]);
    this.wait(1, 20);
    this.add({ kind: "tool_result", tool, callId, text: result, outcome: "ok", ...ending });
    return this;
  }

  private respond(events: readonly Fields[]): this {
    this.wait(3, 25);
    const requestId = this.nextId("request-");
    const outputTokens = events.reduce((sum, event) => sum + estimateTokens(event.text), 0);
    const fresh = Math.min(this.contextTokens, this.random.between(300, 2_500));
    this.content.requests.push({
      id: requestId,
      thread: this.thread,
      seq: this.seq + 10,
      at: this.at(),
      model: this.plan.model,
      usage: {
        inputTokens: this.random.between(3, 9),
        cacheWriteTokens: fresh,
        cacheReadTokens: this.contextTokens - fresh,
        outputTokens,
      },
    });
    for (const event of events) this.add({ ...event, requestId });
    return this;
  }

  private add(fields: Fields): void {
    this.seq += 10;
    this.contextTokens += estimateTokens(fields.text);
    this.content.events.push({
      id: this.nextId(""),
      seq: this.seq,
      thread: this.thread,
      at: this.at(),
      ...fields,
    });
  }

  /** Short and unique in the session: a sub-agent's ids carry the number of its thread. */
  private nextId(prefix: "" | "call-" | "request-"): string {
    this.ids++;
    const thread = this.thread === "main" ? "" : `${this.content.threads.findIndex(({ key }) => key === this.thread)}-`;
    return `${prefix}${thread}${String(this.ids).padStart(4, "0")}`;
  }

  private wait(lowSeconds: number, highSeconds: number): void {
    this.nowMs += this.random.between(lowSeconds, highSeconds) * 1000;
  }

  private at(): string {
    return new Date(this.nowMs).toISOString();
  }
}
