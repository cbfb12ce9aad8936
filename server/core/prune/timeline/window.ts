import type { SessionEvent, SessionThread } from "../model";
import type { Question } from "../question";
import type { Context, Entry } from "../timeline";

/** What all windows of a thread know of it. */
export interface ThreadState {
  readonly key: string;
  /** User turn in which the thread ends. */
  userTurn: number;
  lastTaskBoundarySeq: number;
  /** Times of the thread's requests, ascending. */
  readonly requestTimesMs: readonly number[];
}

/** A window that still grows: whoever reads it again looks at `revision` first. */
export class ThreadWindow implements Context {
  readonly entries: Entry[] = [];
  readonly requestTurns: number[] = [];
  current = false;
  revision = 0;
  private visibleTokens = 0;

  constructor(
    readonly id: number,
    readonly epoch: number,
    private readonly state: ThreadState,
  ) {}

  get thread(): string {
    return this.state.key;
  }

  get lastUserTurn(): number {
    return this.state.userTurn;
  }

  get lastTaskBoundarySeq(): number {
    return this.state.lastTaskBoundarySeq;
  }

  /** Tokens of the visible events that entered the window so far. */
  get tokens(): number {
    return this.visibleTokens;
  }

  /** Something that a plan reads of the window has changed. */
  touch(): void {
    this.revision++;
  }

  add(entry: Entry): void {
    this.entries.push(entry);
    if (entry.visible) this.visibleTokens += entry.event.tokens;
    this.revision++;
  }

  requestsSince(atMs: number): number {
    const times = this.state.requestTimesMs;
    return times.length - firstAbove(times, atMs);
  }
}

/** Of an ascending list: the index of the first number above the limit, or the length. */
export function firstAbove(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

type Fixed = Pick<
  Entry,
  "event" | "thread" | "turn" | "userTurn" | "visible" | "stage" | "stageSource" | "activeSkill" | "agent"
>;

/** An event in its window. What follows from the end of the window is read from the window, so that it may grow. */
export class WindowEntry implements Entry {
  readonly event: SessionEvent;
  readonly thread: SessionThread;
  readonly turn: number;
  readonly userTurn: number;
  readonly visible: boolean;
  readonly stage: Entry["stage"];
  readonly stageSource: Entry["stageSource"];
  readonly activeSkill: string | null;
  readonly agent: string;
  order = 0;
  partner: Entry | null = null;
  question: Question | null | undefined = undefined;
  /** Tokens and requests of the window up to the event, its own included. */
  private readonly tokensUpTo: number;
  private readonly requestsUpTo: number;

  constructor(
    fixed: Fixed,
    readonly context: ThreadWindow,
    public model: string | null,
  ) {
    this.event = fixed.event;
    this.thread = fixed.thread;
    this.turn = fixed.turn;
    this.userTurn = fixed.userTurn;
    this.visible = fixed.visible;
    this.stage = fixed.stage;
    this.stageSource = fixed.stageSource;
    this.activeSkill = fixed.activeSkill;
    this.agent = fixed.agent;
    this.tokensUpTo = context.tokens + fixed.event.tokens;
    this.requestsUpTo = firstAbove(context.requestTurns, fixed.turn);
  }

  get inContext(): boolean {
    return this.visible && this.context.current;
  }

  get ageTokens(): number {
    return this.visible ? this.context.tokens - this.tokensUpTo : 0;
  }

  get ageTurns(): number {
    return this.visible ? this.context.requestTurns.length - this.requestsUpTo : 0;
  }
}
