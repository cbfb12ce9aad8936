import type { SessionBoundary, SessionEvent, SessionMark, SessionRequest, SessionThread } from "../model";
import { EpochLine } from "./epochs";
import { StageWalk } from "./stages";
import { firstAbove, type ThreadState, type ThreadWindow, WindowEntry } from "./window";

/** What a part of a session brings for one thread, in any order. */
export interface ThreadPart {
  readonly events: SessionEvent[];
  readonly requests: SessionRequest[];
  readonly boundaries: SessionBoundary[];
  readonly marks: SessionMark[];
}

/** An entry with the clock of its thread, which never goes back, so that a late timestamp cannot reorder it. */
export interface TimedEntry {
  readonly entry: WindowEntry;
  readonly atMs: number;
}

const NEVER = Number.NEGATIVE_INFINITY;

/** One thread, event by event: turns, user turns, windows, the visible branch, stages, skills and models. */
export class ThreadLine implements ThreadState {
  readonly key: string;
  readonly requestTimesMs: number[] = [];
  userTurn = 0;
  lastTaskBoundarySeq = NEVER;
  private readonly requests: SessionRequest[] = [];
  private readonly windows: ThreadWindow[] = [];
  private readonly epochs = new EpochLine();
  private readonly epochOfEvent = this.epochs.walk();
  private readonly epochOfRequest = this.epochs.walk();
  private readonly stages = new StageWalk();
  /** Entries behind the last request: the next one says which model reads them. */
  private waiting: WindowEntry[] = [];
  private lastEventSeq = NEVER;
  private clockMs = NEVER;
  private turn = 0;
  private lastModel: string | null = null;
  private skill: string | null = null;

  constructor(
    private readonly thread: SessionThread,
    private readonly sessionModel: string | null,
    private readonly openWindow: (epoch: number, state: ThreadState) => ThreadWindow,
  ) {
    this.key = thread.key;
  }

  /** The new entries, in order; null when the part changes what is known of the thread. */
  append(part: ThreadPart): TimedEntry[] | null {
    const lastRequest = this.requests.at(-1);
    const events = part.events.sort((a, b) => a.seq - b.seq || (a.ref < b.ref ? -1 : 1));
    const requests = part.requests.sort(byPosition);
    const [event] = events;
    const [request] = requests;
    if (event && event.seq <= this.lastEventSeq) return null;
    if (request && request.seq <= this.lastEventSeq) return null;
    if (request && lastRequest && byPosition(request, lastRequest) <= 0) return null;
    if (!this.epochs.append(part.boundaries, Math.max(this.lastEventSeq, lastRequest?.seq ?? NEVER))) return null;
    if (!this.stages.append(part.marks, events, this.lastEventSeq)) return null;
    this.openWindows();
    for (const boundary of part.boundaries) this.bound(boundary);
    for (const next of requests) this.request(next);
    this.tellModel();
    const entries = events.map((next) => this.place(next));
    this.windows[this.epochs.current]?.touch();
    return entries;
  }

  private openWindows(): void {
    while (this.windows.length < this.epochs.count) this.windows.push(this.openWindow(this.windows.length, this));
    const current = this.windows[this.epochs.current];
    for (const window of this.windows) {
      if (window.current === (window === current)) continue;
      window.current = window === current;
      window.touch();
    }
  }

  private bound({ kind, seq }: SessionBoundary): void {
    if (kind !== "task-start" && kind !== "task-end") return;
    this.lastTaskBoundarySeq = Math.max(this.lastTaskBoundarySeq, seq);
  }

  private request(request: SessionRequest): void {
    this.requests.push(request);
    insertAscending(this.requestTimesMs, request.atMs);
    const { epoch, visible } = this.epochOfRequest(request.seq);
    const window = this.windows[epoch];
    if (!visible || window === undefined) return;
    window.requestTurns.push(this.requests.length);
    window.touch();
  }

  private tellModel(): void {
    const next = this.requests[this.turn];
    if (next === undefined) return;
    for (const entry of this.waiting) {
      entry.model = next.model ?? entry.model;
      entry.context.touch();
    }
    this.waiting = [];
  }

  private place(event: SessionEvent): TimedEntry {
    this.lastEventSeq = event.seq;
    this.clockMs = Math.max(this.clockMs, event.atMs);
    while (this.turn < this.requests.length && (this.requests[this.turn]?.seq ?? 0) <= event.seq) {
      this.lastModel = this.requests[this.turn]?.model ?? this.lastModel;
      this.turn++;
    }
    if (event.kind === "user_prompt") {
      this.userTurn++;
      this.skill = null;
    }
    if (event.kind === "skill_load") this.skill = event.skill;
    const entry = this.entryOf(event);
    entry.context.add(entry);
    if (this.turn === this.requests.length) this.waiting.push(entry);
    return { entry, atMs: this.clockMs };
  }

  private entryOf(event: SessionEvent): WindowEntry {
    const { epoch, visible } = this.epochOfEvent(event.seq);
    const window = this.windows[epoch];
    if (window === undefined) throw new Error(`Thread ${event.thread} has no epoch ${epoch}.`);
    const { stage, source } = this.stages.next(event);
    const { thread, turn, userTurn } = this;
    const activeSkill = event.skill ?? this.skill;
    const agent = thread.auxiliary ? "auxiliary" : thread.agent;
    const model = this.requests[turn]?.model ?? this.lastModel ?? this.sessionModel;
    return new WindowEntry(
      { event, thread, turn, userTurn, visible, stage, stageSource: source, activeSkill, agent },
      window,
      model,
    );
  }
}

function byPosition(a: SessionRequest, b: SessionRequest): number {
  return a.seq - b.seq || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Nearly always at the end. */
function insertAscending(list: number[], value: number): void {
  if (list.length === 0 || (list.at(-1) ?? 0) <= value) list.push(value);
  else list.splice(firstAbove(list, value), 0, value);
}
