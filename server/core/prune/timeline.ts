import type { Stage } from "../events/kinds";
import type { SessionEvent, SessionInput, SessionRequest, SessionThread } from "./model";
import type { Question } from "./question";
import { type EpochLine, epochLine } from "./timeline/epochs";
import { type StageWalk, stageWalk } from "./timeline/stages";

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
  order: number;
  /** The result of a call, or the call of a result. */
  partner: Entry | null;
  /** Tokens that entered the same window behind the event, and requests that the window served behind it. */
  ageTokens: number;
  ageTurns: number;
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
}

export interface Timeline {
  /** Every event of the session, in order. */
  readonly entries: readonly Entry[];
  readonly byRef: ReadonlyMap<string, Entry>;
  readonly contexts: readonly Context[];
}

/** Sessions are immutable, so what one asker worked out of a session serves the next. */
const known = new WeakMap<SessionInput, Timeline>();

/** The timeline of a session; worked out once for each session object. */
export function timelineOf(session: SessionInput): Timeline {
  const found = known.get(session);
  if (found) return found;
  const timeline = buildTimeline(session);
  known.set(session, timeline);
  return timeline;
}

/**
 * Sorts a session and works out turns, user turns, epochs, the visible branch, stages, skills, models, pairs and ages.
 * The answer does not depend on the order of the input lists. O(n log n) for the sort, linear otherwise.
 */
function buildTimeline(session: SessionInput): Timeline {
  const contexts: Context[] = [];
  const lines: Entry[][] = [];
  const parts = splitByThread(session);
  for (const key of [...parts.keys()].sort()) {
    const part = parts.get(key);
    if (part) lines.push(threadEntries(session, part, contexts));
  }
  const entries = mergeByTime(lines);
  const byRef = new Map<string, Entry>();
  entries.forEach((entry, order) => {
    entry.order = order;
    byRef.set(entry.event.ref, entry);
  });
  pair(entries, byRef);
  age(entries, contexts.length);
  return { entries, byRef, contexts };
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

function firstAbove(turns: readonly number[], turn: number): number {
  let low = 0;
  let high = turns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns[middle] ?? 0) > turn) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface ThreadPart {
  readonly thread: SessionThread;
  readonly events: SessionEvent[];
  readonly requests: SessionRequest[];
  readonly boundaries: SessionInput["boundaries"][number][];
  readonly marks: SessionInput["marks"][number][];
}

function splitByThread(session: SessionInput): Map<string, ThreadPart> {
  const told = new Map(session.threads.map((thread) => [thread.key, thread]));
  const parts = new Map<string, ThreadPart>();
  const partOf = (key: string): ThreadPart => {
    const found = parts.get(key);
    if (found) return found;
    const thread = told.get(key) ?? unknownThread(key);
    const part: ThreadPart = { thread, events: [], requests: [], boundaries: [], marks: [] };
    parts.set(key, part);
    return part;
  };
  for (const event of session.events) partOf(event.thread).events.push(event);
  for (const request of session.requests) partOf(request.thread).requests.push(request);
  for (const boundary of session.boundaries) partOf(boundary.thread).boundaries.push(boundary);
  for (const mark of session.marks) partOf(mark.thread).marks.push(mark);
  return parts;
}

/** Events may arrive before the batch that tells of their thread. */
function unknownThread(key: string): SessionThread {
  return { key, agent: key === "main" ? "main" : "unknown", parentKey: null, auxiliary: false };
}

function threadEntries(session: SessionInput, part: ThreadPart, contexts: Context[]): Entry[] {
  const events = part.events.sort((a, b) => a.seq - b.seq || (a.ref < b.ref ? -1 : 1));
  const requests = part.requests.sort((a, b) => a.seq - b.seq || (a.id < b.id ? -1 : 1));
  const epochs = epochLine(part.boundaries);
  const windows = openContexts(part, epochs, requests, events, contexts);
  const walk: ThreadWalk = {
    part,
    requests,
    windows,
    epochAt: epochs.walk(),
    stages: stageWalk(part.marks, events),
    lastModel: null,
    sessionModel: session.model,
    turn: 0,
    userTurn: 0,
    skill: null,
  };
  const entries: Entry[] = [];
  for (const event of events) entries.push(place(walk, event));
  return entries;
}

function openContexts(
  part: ThreadPart,
  epochs: EpochLine,
  requests: readonly SessionRequest[],
  events: readonly SessionEvent[],
  contexts: Context[],
): Context[] {
  const requestTurns: number[][] = Array.from({ length: epochs.count }, () => []);
  const at = epochs.walk();
  requests.forEach((request, index) => {
    const { epoch, visible } = at(request.seq);
    if (visible) requestTurns[epoch]?.push(index + 1);
  });
  const lastUserTurn = events.reduce((count, event) => (event.kind === "user_prompt" ? count + 1 : count), 0);
  const lastTaskBoundarySeq = part.boundaries.reduce(
    (last, boundary) =>
      boundary.kind === "task-start" || boundary.kind === "task-end" ? Math.max(last, boundary.seq) : last,
    Number.NEGATIVE_INFINITY,
  );
  return requestTurns.map((turns, epoch) => {
    const context: Context = {
      id: contexts.length,
      thread: part.thread.key,
      epoch,
      current: epoch === epochs.current,
      requestTurns: turns,
      lastUserTurn,
      lastTaskBoundarySeq,
    };
    contexts.push(context);
    return context;
  });
}

interface ThreadWalk {
  readonly part: ThreadPart;
  readonly requests: readonly SessionRequest[];
  readonly windows: readonly Context[];
  readonly epochAt: ReturnType<EpochLine["walk"]>;
  readonly stages: StageWalk;
  readonly sessionModel: string | null;
  lastModel: string | null;
  turn: number;
  userTurn: number;
  skill: string | null;
}

function place(walk: ThreadWalk, event: SessionEvent): Entry {
  while (walk.turn < walk.requests.length && (walk.requests[walk.turn]?.seq ?? 0) <= event.seq) {
    walk.lastModel = walk.requests[walk.turn]?.model ?? walk.lastModel;
    walk.turn++;
  }
  if (event.kind === "user_prompt") {
    walk.userTurn++;
    walk.skill = null;
  }
  if (event.kind === "skill_load") walk.skill = event.skill;
  const { epoch, visible } = walk.epochAt(event.seq);
  const context = walk.windows[epoch];
  if (context === undefined) throw new Error(`Thread ${event.thread} has no epoch ${epoch}.`);
  const { stage, source } = walk.stages.next(event);
  const { thread } = walk.part;
  return {
    event,
    thread,
    context,
    turn: walk.turn,
    userTurn: walk.userTurn,
    visible,
    inContext: visible && context.current,
    stage,
    stageSource: source,
    activeSkill: event.skill ?? walk.skill,
    model: walk.requests[walk.turn]?.model ?? walk.lastModel ?? walk.sessionModel,
    agent: thread.auxiliary ? "auxiliary" : thread.agent,
    order: 0,
    partner: null,
    ageTokens: 0,
    ageTurns: 0,
    question: undefined,
  };
}

/** Threads run side by side; the clock of a thread never goes back, so a late timestamp cannot reorder it. */
function mergeByTime(lines: readonly Entry[][]): Entry[] {
  if (lines.length === 1) return lines[0] ?? [];
  const timed: { readonly entry: Entry; readonly atMs: number; readonly line: number; readonly index: number }[] = [];
  lines.forEach((entries, line) => {
    let atMs = Number.NEGATIVE_INFINITY;
    entries.forEach((entry, index) => {
      atMs = Math.max(atMs, entry.event.atMs);
      timed.push({ entry, atMs, line, index });
    });
  });
  timed.sort((a, b) => a.atMs - b.atMs || a.line - b.line || a.index - b.index);
  return timed.map(({ entry }) => entry);
}

/** By the partner that the client's ids gave, else by call id inside the thread, the nearest call before the result. */
function pair(entries: readonly Entry[], byRef: ReadonlyMap<string, Entry>): void {
  const openCalls = new Map<string, Entry>();
  for (const entry of entries) {
    const { event } = entry;
    const named = event.partner === null ? undefined : byRef.get(event.partner);
    if (named && named !== entry && named.event.thread === event.thread) {
      link(entry, named);
    } else if (event.callId !== null) {
      const key = `${event.thread}\n${event.callId}`;
      const call = openCalls.get(key);
      if (event.kind === "tool_call") openCalls.set(key, entry);
      else if (call && call.partner === null && entry.partner === null) link(entry, call);
    }
  }
}

function link(a: Entry, b: Entry): void {
  if (a.partner !== null || b.partner !== null) return;
  a.partner = b;
  b.partner = a;
}

function age(entries: readonly Entry[], contexts: number): void {
  const tokensBehind = new Float64Array(contexts);
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries[at];
    if (!entry?.visible) continue;
    const { id } = entry.context;
    entry.ageTokens = tokensBehind[id] ?? 0;
    entry.ageTurns = requestsAfter(entry, entry.turn);
    tokensBehind[id] = entry.ageTokens + entry.event.tokens;
  }
}
