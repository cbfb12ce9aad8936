import type { SessionInput, SessionThread } from "../model";
import type { Entry, Timeline } from "../timeline";
import { ThreadLine, type ThreadPart, type TimedEntry } from "./thread-line";
import { ThreadWindow, type WindowEntry } from "./window";

/** What a batch adds to a session. Lists may come in any order. */
export type SessionPart = Pick<SessionInput, "threads" | "events" | "requests" | "boundaries" | "marks">;

/**
 * A session in order, which goes on as long as parts simply continue it. Turns, user turns, windows, the visible
 * branch, stages, skills, models, pairs and ages do not depend on how a session was cut into parts, nor on the order of
 * the lists in a part. A part costs its own sort and size, however long the session is.
 */
export class GrowingTimeline implements Timeline {
  readonly entries: Entry[] = [];
  readonly byRef = new Map<string, Entry>();
  readonly contexts: ThreadWindow[] = [];
  readonly whole = this;
  private readonly told = new Map<string, SessionThread>();
  private readonly lines = new Map<string, ThreadLine>();
  private readonly pairs = new Pairs(this.byRef);
  private lastAtMs = Number.NEGATIVE_INFINITY;
  private lastThread = "";

  constructor(private readonly sessionModel: string | null) {}

  /**
   * Answers false when the part changes what is known: something that stands in front of it (late events and
   * requests, parallel threads whose events come earlier), a rewind, other facts of a known thread, or the refusal of
   * a call that was taken for a change. Then the timeline is of no use any more, and a new one has to be built.
   */
  append(part: SessionPart): boolean {
    if (!this.tell(part.threads)) return false;
    const lines: (readonly TimedEntry[])[] = [];
    const parts = splitByThread(part);
    for (const thread of [...parts.keys()].sort()) {
      const own = parts.get(thread);
      const entries = own && this.lineOf(thread).append(own);
      if (!entries) return false;
      if (entries.length > 0) lines.push(entries);
    }
    return this.add(mergeByTime(lines));
  }

  private add(merged: readonly TimedEntry[]): boolean {
    const [first] = merged;
    const last = merged.at(-1);
    if (first === undefined || last === undefined) return true;
    if (first.atMs < this.lastAtMs) return false;
    if (first.atMs === this.lastAtMs && first.entry.event.thread < this.lastThread) return false;
    this.lastAtMs = last.atMs;
    this.lastThread = last.entry.event.thread;
    const start = this.entries.length;
    for (const { entry } of merged) {
      const known = this.byRef.get(entry.event.ref);
      if (known !== undefined && known.order < start) return false;
      entry.order = this.entries.length;
      this.entries.push(entry);
      this.byRef.set(entry.event.ref, entry);
    }
    return this.pairs.link(
      merged.map(({ entry }) => entry),
      start,
    );
  }

  /** Facts of a thread that already has a line are on its entries. */
  private tell(threads: readonly SessionThread[]): boolean {
    for (const thread of threads) {
      const known = this.told.get(thread.key) ?? unknownThread(thread.key);
      if (this.lines.has(thread.key) && !isSame(known, thread)) return false;
      this.told.set(thread.key, thread);
    }
    return true;
  }

  private lineOf(key: string): ThreadLine {
    const known = this.lines.get(key);
    if (known) return known;
    const line = new ThreadLine(this.told.get(key) ?? unknownThread(key), this.sessionModel, (epoch, state) => {
      const window = new ThreadWindow(this.contexts.length, epoch, state);
      this.contexts.push(window);
      return window;
    });
    this.lines.set(key, line);
    return line;
  }
}

/** Events may arrive before the batch that tells of their thread. */
function unknownThread(key: string): SessionThread {
  return { key, agent: key === "main" ? "main" : "unknown", parentKey: null, auxiliary: false };
}

function isSame(a: SessionThread, b: SessionThread): boolean {
  return a.agent === b.agent && a.parentKey === b.parentKey && a.auxiliary === b.auxiliary;
}

function splitByThread(part: SessionPart): Map<string, ThreadPart> {
  const parts = new Map<string, ThreadPart>();
  const partOf = (key: string): ThreadPart => {
    const found = parts.get(key);
    if (found) return found;
    const own: ThreadPart = { events: [], requests: [], boundaries: [], marks: [] };
    parts.set(key, own);
    return own;
  };
  for (const event of part.events) partOf(event.thread).events.push(event);
  for (const request of part.requests) partOf(request.thread).requests.push(request);
  for (const boundary of part.boundaries) partOf(boundary.thread).boundaries.push(boundary);
  for (const mark of part.marks) partOf(mark.thread).marks.push(mark);
  return parts;
}

/** Threads run side by side; at the same time they stand in the order of the lines, which is that of their keys. */
function mergeByTime(lines: readonly (readonly TimedEntry[])[]): readonly TimedEntry[] {
  const [only = [], ...others] = lines;
  return others.length === 0 ? only : lines.flat().sort((a, b) => a.atMs - b.atMs);
}

/** A result whose id an earlier entry has named before it was there. */
interface Waiting {
  readonly entry: WindowEntry;
  /** It stands in for an older call of its id that would otherwise still be open. */
  readonly hidesCall: boolean;
}

/** Pairs by the partner that the client's ids gave, else by call id inside the thread: the nearest call before it. */
class Pairs {
  private readonly openCalls = new Map<string, WindowEntry>();
  private readonly awaited = new Map<string, Waiting[]>();

  constructor(private readonly byRef: ReadonlyMap<string, Entry>) {}

  /** Entries from `start` on are new. Answers false when they would have been paired otherwise as one session. */
  link(entries: readonly WindowEntry[], start: number): boolean {
    const isFine = entries.every((entry) => this.linkAwaited(entry, start));
    return isFine && entries.every((entry) => this.linkNamed(entry, start));
  }

  private linkAwaited(entry: WindowEntry, start: number): boolean {
    const waiting = this.awaited.get(entry.event.ref);
    if (waiting === undefined) return true;
    this.awaited.delete(entry.event.ref);
    const [first, ...others] = waiting.filter((one) => one.entry.event.thread === entry.event.thread);
    if (first === undefined) return true;
    if (others.length > 0 || first.entry.partner !== null || first.hidesCall) return false;
    return join(first.entry, entry, start);
  }

  private linkNamed(entry: WindowEntry, start: number): boolean {
    const { event } = entry;
    const named = event.partner === null ? undefined : this.byRef.get(event.partner);
    if (named && named !== entry && named.event.thread === event.thread) return join(entry, named, start);
    const hidesCall = event.kind === "tool_call" && event.callId !== null && this.openCalls.has(callKey(entry));
    if (event.partner !== null && named === undefined) {
      this.awaited.set(event.partner, [...(this.awaited.get(event.partner) ?? []), { entry, hidesCall }]);
    }
    return event.callId === null || this.linkByCallId(entry, start);
  }

  private linkByCallId(entry: WindowEntry, start: number): boolean {
    const key = callKey(entry);
    if (entry.event.kind === "tool_call") {
      this.openCalls.set(key, entry);
      return true;
    }
    const call = this.openCalls.get(key);
    return !call || call.partner !== null || entry.partner !== null || join(entry, call, start);
  }
}

function callKey({ event }: Entry): string {
  return `${event.thread}\n${event.callId}`;
}

/** Answers false when an older entry was taken for a change and its result now says that it was refused. */
function join(a: Entry, b: Entry, start: number): boolean {
  if (a.partner !== null || b.partner !== null) return true;
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    one.partner = other;
    if (one.order >= start) continue;
    one.context.touch();
    if (one.event.mutates && one.event.outcome === null && other.event.outcome === "refused") return false;
  }
  return true;
}
