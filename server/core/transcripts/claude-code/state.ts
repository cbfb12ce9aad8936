import type { ToolClass } from "../../events/kinds";
import { skillName } from "../../events/paths";
import { BoundedMap } from "../bounded-map";
import { type JsonObject, stringAt } from "../json";
import type { TranscriptOptions, TranscriptReport } from "../options";
import { SessionDraft } from "../parts";
import type { RecordWriter } from "../record-writer";
import { type FileRole, isAuxiliaryAgent } from "./file-role";
import type { RequestState } from "./requests";

export const MAIN_THREAD = "main";

/** A tool call that its result, its skill body or its sub-agent refers back to. */
export interface Call {
  tool: string;
  toolClass: ToolClass;
  skill: string | null;
  thread: string;
  /** For calls that start an agent. */
  agent: { type: string; label: string | undefined } | null;
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
  /** True between a compaction boundary and the summary that follows it. */
  awaitsSummary: boolean;
  /** The slash command whose body may follow. */
  command: { uuid: string; name: string } | null;
}

/** Calls, records and requests refer back over short distances; these limits hold the state of any file small. */
const MAX_CALLS = 50_000;
const MAX_NODES = 200_000;
const MAX_REQUESTS = 4_096;
const MAX_OPEN_AGENT_PROMPTS = 1_024;

export class ClaudeSession {
  readonly id: string;
  readonly draft: SessionDraft;
  readonly requests = new BoundedMap<string, RequestState>(MAX_REQUESTS);
  /** Calls that start agents by their prompt: old files tell a sub-agent's call by nothing else. */
  readonly agentCallsByPrompt = new BoundedMap<string, string>(MAX_OPEN_AGENT_PROMPTS);
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
    const trail: Trail = { lastSpoken: null, lastResultSeq: -1, prompts: 0, awaitsSummary: false, command: null };
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
  /** Titles of `summary` records by the record that they name. */
  readonly titlesByLeaf = new BoundedMap<string, string>(MAX_OPEN_AGENT_PROMPTS);
  /** Titles told before their session had a record. */
  readonly titlesBySession = new BoundedMap<string, PendingTitle>(MAX_OPEN_AGENT_PROMPTS);
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

  /** Registers a sub-agent's thread with what its file and its records tell. */
  openAgentThread(session: ClaudeSession, agentId: string, agent: string | undefined): void {
    session.draft.thread({
      key: agentId,
      agent: this.options.agentTypes?.get(agentId) ?? agent,
      auxiliary: isAuxiliaryAgent(agentId) || undefined,
    });
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
