import type { ToolClass } from "../../events/kinds";
import { skillName } from "../../events/paths";
import { BoundedMap } from "../bounded-map";
import { type JsonObject, stringAt } from "../json";
import type { AgentCall, TranscriptOptions, TranscriptReport } from "../options";
import { SessionDraft } from "../parts";
import type { RecordWriter } from "../record-writer";
import type { FileRole } from "./file-role";
import type { RequestState } from "./requests";

export const MAIN_THREAD = "main";

/** A tool call that its result, its skill body or its sub-agent refers back to. */
export interface Call {
  tool: string;
  toolClass: ToolClass;
  skill: string | null;
  thread: string;
  /** For calls that start an agent. */
  agent: AgentCall | null;
}

/** A record's place, for what hangs on it by `parentUuid`. */
export interface Node {
  session: string;
  thread: string;
  /** Position of the record's last event. */
  lastSeq: number;
  messageId: string | null;
}

/** What a thread's next record is judged against. */
export interface Trail {
  /** The last prompt or assistant record: whatever comes after its ancestor makes a rewind. */
  lastSpoken: { seq: number; messageId: string | null } | null;
  lastResultSeq: number;
  prompts: number;
  /** False once something was said since the last clear. */
  isEmpty: boolean;
  /** True from a resume until something is said: every hook of a resume tells it again. */
  isResumed: boolean;
  /** True between a compaction boundary and the summary that follows it. */
  awaitsSummary: boolean;
  /** The slash command whose body may follow. */
  command: { uuid: string; name: string } | null;
}

/** Notes that something was said: the last prompt or response is what later branches are judged against. */
export function speak(trail: Trail, seq: number, messageId: string | null): void {
  trail.lastSpoken = { seq, messageId };
  trail.isEmpty = false;
  trail.isResumed = false;
}

/** Calls, records and requests refer back over short distances; these limits hold the state of any file small. */
const MAX_CALLS = 50_000;
const MAX_NODES = 200_000;
const MAX_REQUESTS = 4_096;
const MAX_AGENT_CALLS = 10_000;
const MAX_PENDING_TITLES = 1_024;

export class ClaudeSession {
  readonly id: string;
  readonly draft: SessionDraft;
  readonly requests = new BoundedMap<string, RequestState>(MAX_REQUESTS);
  /** The inline sub-agent that wrote last, for records whose parent is missing. */
  inlineThread: string | null = null;
  /** Rank of the title told so far: a person's own counts for more than one made by the model. */
  titleRank = 0;
  readonly #trails = new Map<string, Trail>();

  constructor(id: string) {
    this.id = id;
    this.draft = new SessionDraft("claude-code", id);
  }

  trail(thread: string): Trail {
    const known = this.#trails.get(thread);
    if (known) return known;
    const trail: Trail = {
      lastSpoken: null,
      lastResultSeq: -1,
      prompts: 0,
      isEmpty: true,
      isResumed: false,
      awaitsSummary: false,
      command: null,
    };
    this.#trails.set(thread, trail);
    return trail;
  }
}

export interface PendingTitle {
  title: string;
  rank: number;
}

/** Everything that the readers of the single record types share. */
export class ClaudeFile {
  readonly options: TranscriptOptions;
  readonly report: TranscriptReport;
  readonly role: FileRole;
  readonly sessions = new Map<string, ClaudeSession>();
  readonly calls = new BoundedMap<string, Call>(MAX_CALLS);
  readonly nodes = new BoundedMap<string, Node>(MAX_NODES);
  /** Calls that started agents, by prompt: some files tell a sub-agent's call by nothing else. */
  readonly agentCalls = new Map<string, AgentCall>();
  /** Titles of `summary` records by the record that they name. */
  readonly titlesByLeaf = new BoundedMap<string, string>(MAX_PENDING_TITLES);
  /** Titles told before their session had a record. */
  readonly titlesBySession = new BoundedMap<string, PendingTitle>(MAX_PENDING_TITLES);
  current: ClaudeSession | null = null;

  constructor(options: TranscriptOptions, report: TranscriptReport, role: FileRole) {
    this.options = options;
    this.report = report;
    this.role = role;
  }

  session(id: string): ClaudeSession {
    const known = this.sessions.get(id);
    if (known) return known;
    const session = new ClaudeSession(id);
    this.sessions.set(id, session);
    return session;
  }

  noteAgentCall(prompt: string, call: AgentCall): void {
    if (this.agentCalls.size < MAX_AGENT_CALLS) this.agentCalls.set(prompt.trim(), call);
  }

  /** The call that gave a sub-agent its prompt: of this file, or of its parent's. */
  agentCallOf(prompt: string): AgentCall | undefined {
    return this.agentCalls.get(prompt.trim()) ?? this.options.agentCalls?.get(prompt.trim());
  }
}

/** One record on its way through its reader. */
export interface RecordInput {
  file: ClaudeFile;
  session: ClaudeSession;
  record: JsonObject;
  uuid: string | null;
  thread: string;
  trail: Trail;
  writer: RecordWriter;
}

/** A reader answers why a record carries nothing for the model, or null when it gave what it had. */
export type RecordReader = (input: RecordInput) => string | null;

/** The skill that newer versions name on the record as active. */
export function attributedSkill(record: JsonObject): string | undefined {
  const name = stringAt(record, "attributionSkill");
  return name === undefined ? undefined : skillName(name);
}
