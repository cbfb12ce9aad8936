import type { EventKind, Outcome, Stage, ToolClass } from "../../events/kinds";
import { estimateTokens } from "../../events/tokens";
import type {
  LinkedRecord,
  Pin,
  PlannedSummary,
  Residency,
  SessionBoundary,
  SessionEvent,
  SessionInput,
  SessionMark,
  SessionRequest,
  SessionThread,
  Standing,
} from "../model";

/**
 * Builds sessions for tests, one step a line. Each step returns a new builder, so a prefix can be shared. A tool step
 * is one model request, its call and its result, in that order. Refs are `<verb>-<number>` with the number of the event in its
 * session, so that a test can name what it built: `ref("read-3")` is never needed, `refs()` lists them.
 */
export interface StepOptions {
  readonly text?: string;
  readonly tokens?: number;
  readonly exit?: number;
  readonly outcome?: Outcome;
  readonly thread?: string;
  readonly skill?: string;
  /** False leaves the call without its result. */
  readonly result?: boolean;
}

interface State {
  readonly events: readonly SessionEvent[];
  readonly requests: readonly SessionRequest[];
  readonly boundaries: readonly SessionBoundary[];
  readonly marks: readonly SessionMark[];
  readonly threads: readonly SessionThread[];
  readonly pins: readonly Pin[];
  readonly standings: ReadonlyMap<string, Standing>;
  readonly acknowledged: ReadonlySet<string>;
  readonly records: readonly LinkedRecord[];
  readonly summaries: readonly PlannedSummary[];
  readonly thread: string;
  readonly model: string | null;
  readonly clock: number;
}

const START_MS = Date.UTC(2026, 0, 5, 9);
const MAIN: SessionThread = { key: "main", agent: "main", parentKey: null, auxiliary: false };

export function aSession(model: string | null = "claude-opus-4-5"): SessionBuilder {
  return new SessionBuilder({
    events: [],
    requests: [],
    boundaries: [],
    marks: [],
    threads: [MAIN],
    pins: [],
    standings: new Map(),
    acknowledged: new Set(),
    records: [],
    summaries: [],
    thread: "main",
    model,
    clock: 0,
  });
}

interface Tool {
  readonly tool: string;
  readonly toolClass: ToolClass;
  readonly target?: string | null;
  readonly command?: string;
  readonly range?: SessionEvent["range"];
  readonly mutates?: boolean;
  readonly params: string;
  readonly text: string;
  readonly kind?: EventKind;
}

export class SessionBuilder {
  constructor(private readonly state: State) {}

  prompted(text: string): SessionBuilder {
    return this.event("user_prompt", text, {});
  }

  /** One model request that only talks. */
  said(text: string): SessionBuilder {
    return this.requested().event("assistant_message", text, {});
  }

  /** So many model requests that say nothing of note. */
  turns(count: number): SessionBuilder {
    let builder: SessionBuilder = this;
    for (let turn = 0; turn < count; turn++) builder = builder.requested();
    return builder;
  }

  ran(command: string, options: StepOptions = {}): SessionBuilder {
    const exit = options.exit ?? 0;
    const text = options.text ?? (exit === 0 ? "done" : `error: exit ${exit}`);
    const toolClass: ToolClass = /\b(test|vitest|pytest)\b/.test(command) ? "test" : "shell";
    const outcome = options.outcome ?? (exit === 0 ? "ok" : "error");
    return this.used({ tool: "Bash", toolClass, command, params: command, text }, { ...options, exit, outcome });
  }

  read(
    path: string,
    options: StepOptions & { readonly lines?: readonly [number, number | null] } = {},
  ): SessionBuilder {
    const range = options.lines ? { firstLine: options.lines[0], lastLine: options.lines[1] } : null;
    const text = options.text ?? `text of ${path}`;
    const params = `${path}:${options.lines?.join("-") ?? ""}`;
    return this.used({ tool: "Read", toolClass: "source_read", target: path, range, params, text }, options);
  }

  edited(path: string, options: StepOptions = {}): SessionBuilder {
    const params = `${path}#${this.state.clock}`;
    return this.used(
      { tool: "Edit", toolClass: "edit", target: path, mutates: true, params, text: options.text ?? "edited" },
      options,
    );
  }

  wrote(path: string, options: StepOptions = {}): SessionBuilder {
    const params = `${path}#${this.state.clock}`;
    return this.used(
      { tool: "Write", toolClass: "write", target: path, mutates: true, params, text: options.text ?? "written" },
      options,
    );
  }

  searched(pattern: string, options: StepOptions = {}): SessionBuilder {
    const text = options.text ?? `hits of ${pattern}`;
    return this.used({ tool: "Grep", toolClass: "search", target: pattern, params: pattern, text }, options);
  }

  asked(question: string, answer: string): SessionBuilder {
    return this.used({ tool: "AskUserQuestion", toolClass: "ask", params: question, text: answer }, {});
  }

  planned(text: string, options: StepOptions = {}): SessionBuilder {
    return this.used({ tool: "ExitPlanMode", toolClass: "plan", params: text, text }, options);
  }

  queriedGraph(query: string, text: string): SessionBuilder {
    return this.used({ tool: "fdx-graph", toolClass: "graph", params: query, text, kind: "graph_query" }, {});
  }

  loadedSkill(skill: string, body = `body of ${skill}`, options: StepOptions = {}): SessionBuilder {
    return this.requested().event("skill_load", body, { ...options, skill });
  }

  /** Steps behind this go to the named thread; `main` goes back. */
  inThread(key: string, agent = key, auxiliary = false): SessionBuilder {
    const known = this.state.threads.some((thread) => thread.key === key);
    const thread: SessionThread = { key, agent, parentKey: "main", auxiliary };
    return this.with({ thread: key, threads: known ? this.state.threads : [...this.state.threads, thread] });
  }

  bounded(kind: SessionBoundary["kind"], toSeq: number | null = null): SessionBuilder {
    const { clock, thread, boundaries } = this.state;
    const boundary: SessionBoundary = { thread, seq: clock, atMs: START_MS + clock * 1_000, kind, toSeq };
    return this.with({ boundaries: [...boundaries, boundary], clock: clock + 1 });
  }

  compacted(): SessionBuilder {
    return this.bounded("compaction");
  }

  /** Takes the last so many events of the thread off the visible branch. */
  rewound(events: number): SessionBuilder {
    const own = this.state.events.filter((event) => event.thread === this.state.thread);
    return this.bounded("rewind", own.at(-events - 1)?.seq ?? -1);
  }

  marked(stage: Stage | null, changedPaths: readonly string[] = []): SessionBuilder {
    const { clock, thread, marks } = this.state;
    return this.with({ marks: [...marks, { thread, seq: clock, stage, changedPaths }], clock: clock + 1 });
  }

  pinned(ref: string, reason = "needed later"): SessionBuilder {
    return this.with({ pins: [...this.state.pins, { ref, by: "ann", reason }] });
  }

  /** What a run, a person or an agent has set; the moment is that of the last step. */
  standing(ref: string, residency: Residency, standing: Partial<Omit<Standing, "residency">> = {}): SessionBuilder {
    const setAtMs = START_MS + this.state.clock * 1_000;
    const set: Standing = { residency, retained: null, by: "pipeline", setAtMs, isApplied: true, ...standing };
    return this.with({ standings: new Map(this.state.standings).set(ref, set) });
  }

  acknowledged(ref: string): SessionBuilder {
    return this.with({ acknowledged: new Set(this.state.acknowledged).add(ref) });
  }

  /** A record of the project that the named events led to. */
  linked(record: LinkedRecord): SessionBuilder {
    return this.with({ records: [...this.state.records, record] });
  }

  /** Ref of the last event; a test names an event by asking right behind the step that made it. */
  get last(): string {
    return this.state.events.at(-1)?.ref ?? "";
  }

  /** Refs of all results (and other events that a pass may judge), in order. */
  results(): string[] {
    return this.state.events
      .filter(
        (event) => event.kind !== "tool_call" && event.kind !== "user_prompt" && event.kind !== "assistant_message",
      )
      .map((event) => event.ref);
  }

  build(): SessionInput {
    const { events, requests, boundaries, marks, threads, pins, standings, acknowledged, records, summaries, model } =
      this.state;
    return {
      client: "claude-code",
      model,
      windowTokens: 200_000,
      threads,
      events,
      requests,
      boundaries,
      marks,
      pins,
      standings,
      acknowledged,
      records,
      summaries,
    };
  }

  /** Any tool; the steps above are its common uses. */
  used(tool: Tool, options: StepOptions): SessionBuilder {
    const asked = this.requested(options.thread);
    const callId = `call-${asked.state.clock}`;
    const common = {
      tool: tool.tool,
      toolClass: tool.toolClass,
      callId,
      target: tool.target ?? null,
      paths: tool.target ? [tool.target] : [],
      command: tool.command ?? null,
      range: tool.range ?? null,
      mutates: tool.mutates ?? false,
      paramsKey: tool.params,
    };
    const called = asked.event("tool_call", tool.params, options, common);
    if (options.result === false) return called;
    const text = options.text ?? tool.text;
    return called.event(tool.kind ?? "tool_result", text, options, {
      ...common,
      outcome: options.outcome ?? "ok",
      exitCode: options.exit ?? null,
      partner: called.last,
    });
  }

  requested(thread = this.state.thread): SessionBuilder {
    const { clock, requests, model } = this.state;
    const request: SessionRequest = {
      id: `req-${clock}`,
      thread,
      seq: clock,
      atMs: START_MS + clock * 1_000,
      model,
      contextTokens: null,
    };
    return this.with({ requests: [...requests, request], clock: clock + 1 });
  }

  private event(
    kind: EventKind,
    text: string,
    options: StepOptions,
    extra: Partial<SessionEvent> = {},
  ): SessionBuilder {
    const { clock, events, thread } = this.state;
    const event: SessionEvent = {
      ref: `${kind}-${clock}`,
      thread: options.thread ?? thread,
      seq: clock,
      atMs: START_MS + clock * 1_000,
      kind,
      tool: null,
      toolClass: null,
      callId: null,
      partner: null,
      target: null,
      paths: [],
      command: null,
      range: null,
      mutates: false,
      paramsKey: null,
      contentKey: text,
      outcome: null,
      exitCode: null,
      skill: options.skill ?? null,
      requestId: null,
      tokens: options.tokens ?? estimateTokens(text),
      text,
      ...extra,
    };
    return this.with({ events: [...events, event], clock: clock + 1 });
  }

  private with(change: Partial<State>): SessionBuilder {
    return new SessionBuilder({ ...this.state, ...change });
  }
}
