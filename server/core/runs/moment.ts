import type { Moment } from "../prune/batch";
import type { SessionInput, SessionRequest } from "../prune/model";

/** Sequence number of the last event that the thread held when a run was last committed; by thread. */
export type LastCommits = ReadonlyMap<string, number>;

/**
 * Where a thread stands now. The pause runs from its last request to `asOfMs`: the clock's time when somebody asks, the
 * time of the newest event when nobody does, since the clocks of client and server may differ.
 */
export function momentOf(
  session: SessionInput,
  thread: string,
  { lastCommits, asOfMs, isAsked }: { lastCommits: LastCommits; asOfMs: number; isAsked: boolean },
): Moment {
  const last = lastRequest(session, thread);
  const since = lastCommits.get(thread) ?? Number.NEGATIVE_INFINITY;
  const passed = session.boundaries.filter((boundary) => boundary.thread === thread && boundary.seq > since);
  return {
    thread,
    pauseMs: last === null ? null : Math.max(0, asOfMs - last.atMs),
    boundaries: [...new Set(passed.map((boundary) => boundary.kind))],
    isAsked,
  };
}

/** The thread's newest request and the one before it. */
export function lastRequests(
  session: SessionInput,
  thread: string,
): { readonly last: SessionRequest | null; readonly before: SessionRequest | null } {
  let last: SessionRequest | null = null;
  let before: SessionRequest | null = null;
  for (const request of session.requests) {
    if (request.thread !== thread) continue;
    if (last === null || request.seq > last.seq) [before, last] = [last, request];
    else if (before === null || request.seq > before.seq) before = request;
  }
  return { last, before };
}

function lastRequest(session: SessionInput, thread: string): SessionRequest | null {
  return lastRequests(session, thread).last;
}
