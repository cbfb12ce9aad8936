import type {
  BoundaryInfo,
  IngestEvent,
  ModelRequestInfo,
  SessionHeader,
  ThreadInfo,
  WorkspaceMark,
} from "../events/ingest-batch";
import type { Client, Stage } from "../events/kinds";
import { CONTRACT_VERSION } from "../events/limits";
import { fitId, fitLabel, fitName, fitPath } from "./fields";
import type { SessionPart } from "./parser";

/** Headers carry titles of up to this length. */
const MAX_TITLE_CHARACTERS = 500;

interface ThreadState {
  info: ThreadInfo;
  branch: string | undefined;
  cwd: string | undefined;
  stage: Stage | undefined;
}

/** Collects what a parser reads of one session until it is handed out. */
export class SessionDraft {
  readonly header: SessionHeader;
  readonly #threads = new Map<string, ThreadState>();
  readonly #changedThreads = new Set<ThreadState>();
  #events: IngestEvent[] = [];
  #requests: ModelRequestInfo[] = [];
  #boundaries: BoundaryInfo[] = [];
  #marks: WorkspaceMark[] = [];
  #headerChanged = true;
  /** Grows with everything that is added; tells whether a record gave anything. */
  additions = 0;
  /** The last instant seen, for records that carry none. */
  lastAt: string | undefined;

  constructor(client: Client, id: string) {
    this.header = { contract: CONTRACT_VERSION, client, id: fitId(id), captureMode: "full" };
  }

  /** Sets a field of the header when it is known and new. */
  tell<K extends "clientVersion" | "model" | "branch" | "head" | "gitRemote" | "title" | "cwd" | "root" | "startedAt">(
    field: K,
    value: string | undefined,
  ): void {
    const fitted = fitHeaderField(field, value);
    if (!fitted || this.header[field] === fitted) return;
    this.header[field] = fitted;
    this.#touchHeader();
  }

  tellWindow(tokens: number | undefined): void {
    if (tokens === undefined || tokens <= 0 || this.header.windowTokens === tokens) return;
    this.header.windowTokens = tokens;
    this.#touchHeader();
  }

  #touchHeader(): void {
    this.#headerChanged = true;
    this.additions++;
  }

  /** Opens a thread, or adds to what is known of it. Known facts are not overwritten by unknown ones. */
  thread(info: ThreadInfo): void {
    const key = fitId(info.key);
    const fitted: ThreadInfo = { key };
    if (info.agent) fitted.agent = fitName(info.agent);
    if (info.parentKey) fitted.parentKey = fitId(info.parentKey);
    if (info.spawnedByCallId) fitted.spawnedByCallId = fitId(info.spawnedByCallId);
    if (info.label) fitted.label = fitLabel(info.label);
    if (info.auxiliary) fitted.auxiliary = true;
    const known = this.#threads.get(key);
    const merged = { ...known?.info, ...fitted };
    if (known && sameInfo(known.info, merged)) return;
    const state = known ?? { info: merged, branch: undefined, cwd: undefined, stage: undefined };
    state.info = merged;
    this.#threads.set(key, state);
    this.#changedThreads.add(state);
    this.additions++;
  }

  event(event: IngestEvent): void {
    this.#events.push(event);
    this.additions++;
  }

  request(request: ModelRequestInfo): void {
    this.#requests.push(request);
    this.additions++;
  }

  boundary(boundary: BoundaryInfo): void {
    this.#boundaries.push(boundary);
    this.additions++;
  }

  /** Marks a change of the workspace; what stays the same gives no mark. */
  workspace(thread: string, seq: number, at: string, now: { branch?: string; cwd?: string; stage?: Stage }): void {
    const state = this.#threads.get(fitId(thread));
    if (!state) return;
    const mark: WorkspaceMark = { thread: state.info.key, seq, at };
    const branch = fitName(now.branch);
    const cwd = fitPath(now.cwd);
    if (branch && branch !== state.branch) state.branch = mark.branch = branch;
    if (cwd && cwd !== state.cwd) state.cwd = mark.cwd = cwd;
    if (now.stage && now.stage !== state.stage) state.stage = mark.stage = now.stage;
    if (!mark.branch && !mark.cwd && !mark.stage) return;
    this.#marks.push(mark);
    this.additions++;
  }

  stageOf(thread: string): Stage | undefined {
    return this.#threads.get(fitId(thread))?.stage;
  }

  /** Hands out what came since the last time, or null when nothing did. */
  take(): SessionPart | null {
    const nothing =
      !this.#headerChanged &&
      this.#changedThreads.size === 0 &&
      this.#events.length + this.#requests.length + this.#boundaries.length + this.#marks.length === 0;
    if (nothing) return null;
    const part: SessionPart = {
      header: { ...this.header },
      threads: [...this.#changedThreads].map((state) => ({ ...state.info })),
      events: this.#events,
      requests: this.#requests,
      boundaries: this.#boundaries,
      marks: this.#marks,
    };
    this.#headerChanged = false;
    this.#changedThreads.clear();
    this.#events = [];
    this.#requests = [];
    this.#boundaries = [];
    this.#marks = [];
    return part;
  }
}

function fitHeaderField(field: string, value: string | undefined): string | undefined {
  if (field === "title") return value?.replace(/\s+/g, " ").trim().slice(0, MAX_TITLE_CHARACTERS);
  return field === "cwd" || field === "root" || field === "gitRemote" ? fitPath(value) : fitName(value);
}

function sameInfo(one: ThreadInfo, other: ThreadInfo): boolean {
  return (
    one.agent === other.agent &&
    one.parentKey === other.parentKey &&
    one.spawnedByCallId === other.spawnedByCallId &&
    one.label === other.label &&
    one.auxiliary === other.auxiliary
  );
}

/** Takes the new parts of several sessions, in the order in which they first appeared in the file. */
export function takeParts(drafts: Iterable<SessionDraft>): SessionPart[] {
  const parts: SessionPart[] = [];
  for (const draft of drafts) {
    const part = draft.take();
    if (part) parts.push(part);
  }
  return parts;
}
