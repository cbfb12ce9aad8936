import type { Stage } from "../events/kinds";
import type { SessionEvent, SessionInput, SessionThread } from "./model";
import type { Question } from "./question";
import { GrowingTimeline } from "./timeline/growing-timeline";
import { firstAbove } from "./timeline/window";

/** One event with all that follows from where it stands. */
export interface Entry {
  readonly event: SessionEvent;
  readonly thread: SessionThread;
  /** The window (thread and epoch) that the event entered. */
  readonly context: Context;
  readonly turn: number;
  readonly userTurn: number;
  readonly visible: boolean;
  readonly inContext: boolean;
  readonly stage: Stage;
  readonly stageSource: "told" | "inferred";
  readonly activeSkill: string | null;
  readonly model: string | null;
  readonly agent: string;
  /** Position in the session: ascends inside each thread, and by time between threads. */
  readonly order: number;
  /** The result of a call, or the call of a result. */
  partner: Entry | null;
  /** Tokens that entered the same window behind the event, and requests that the window served behind it. */
  readonly ageTokens: number;
  readonly ageTurns: number;
  /** Kept by `questionOf`. */
  question: Question | null | undefined;
}

/** One window of a thread: what a compaction, a clear or the end of the session closes. */
export interface Context {
  /** Number that is unique in the session; small, so that it can lead a key. */
  readonly id: number;
  readonly thread: string;
  readonly epoch: number;
  /** The thread still stands in it. */
  readonly current: boolean;
  /** Turn numbers of the requests that it served on the visible branch, ascending. */
  readonly requestTurns: readonly number[];
  /** User turn in which the thread ends. */
  readonly lastUserTurn: number;
  /** Position of the last task boundary of the thread, or −∞. */
  readonly lastTaskBoundarySeq: number;
  /** Every event that entered it, in order, those on a branch that a rewind left included. */
  readonly entries: readonly Entry[];
  /** Goes up whenever something of it or of its thread changes. */
  readonly revision: number;
  /** Requests of the thread that came later than the moment. */
  requestsSince(atMs: number): number;
  /** The window takes part in a change that another window brought. */
  touch(): void;
}

export interface Timeline {
  /** Every event of the session in order, or of one window of it. */
  readonly entries: readonly Entry[];
  /** Of the whole session, as what follows. */
  readonly byRef: ReadonlyMap<string, Entry>;
  readonly contexts: readonly Context[];
  readonly whole: Timeline;
}

/** One window, for rules and protections that need to look no further. */
export function windowTimeline({ whole }: Timeline, { entries }: Context): Timeline {
  return { entries, byRef: whole.byRef, contexts: whole.contexts, whole };
}

/** Sessions are immutable, so what one asker worked out of a session serves the next. */
const known = new WeakMap<SessionInput, GrowingTimeline>();

/** The timeline of a session; worked out once for each session object. O(n log n) for the sort, linear otherwise. */
export function timelineOf(session: SessionInput): Timeline {
  return wholeTimelineOf(session);
}

/** The same, for who judges it. It belongs to the session, so nothing may be appended to it. */
export function wholeTimelineOf(session: SessionInput): GrowingTimeline {
  const found = known.get(session);
  if (found) return found;
  const timeline = new GrowingTimeline(session.model);
  timeline.append(session);
  known.set(session, timeline);
  return timeline;
}

/** Requests of the event's own window, on the visible branch, that came after the given turn and after the event. */
export function requestsAfter(entry: Entry, turn: number): number {
  const turns = entry.context.requestTurns;
  return turns.length - firstAbove(turns, Math.max(turn, entry.turn));
}

/** The turn at which the event had been carried by so many requests; null when it never was. */
export function turnAfterRequests(entry: Entry, requests: number): number | null {
  const turns = entry.context.requestTurns;
  return turns[firstAbove(turns, entry.turn) + requests - 1] ?? null;
}
