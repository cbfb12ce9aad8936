import type { SessionInput } from "../model";
import type { SessionPart } from "../timeline/growing-timeline";

const NOTHING: SessionPart = { threads: [], events: [], requests: [], boundaries: [], marks: [] };

/**
 * Cuts a session of the builder at the given positions, which its threads share. A thread is told with the first part
 * that holds something of it; `isLate` puts an event into the part behind its own.
 */
export function cutSession(
  session: SessionInput,
  cuts: readonly number[],
  isLate: (ref: string) => boolean = () => false,
): SessionPart[] {
  const at = [...new Set(cuts)].sort((a, b) => a - b);
  const told = new Set<string>();
  return [...at, Number.POSITIVE_INFINITY].map((to, index) => {
    const from = at[index - 1] ?? Number.NEGATIVE_INFINITY;
    const before = at[index - 2] ?? Number.NEGATIVE_INFINITY;
    const isIn = ({ seq }: { readonly seq: number }) => seq >= from && seq < to;
    const events = session.events.filter((event) => {
      if (to === Number.POSITIVE_INFINITY && isIn(event)) return true;
      return isLate(event.ref) ? event.seq >= before && event.seq < from : isIn(event);
    });
    const requests = session.requests.filter(isIn);
    const boundaries = session.boundaries.filter(isIn);
    const marks = session.marks.filter(isIn);
    const keys = new Set([...events, ...requests, ...boundaries, ...marks].map(({ thread }) => thread));
    const threads = session.threads.filter(({ key }) => keys.has(key) && !told.has(key));
    for (const { key } of threads) told.add(key);
    return { threads, events, requests, boundaries, marks };
  });
}

/** The session as it is known once the parts have come. */
export function joinParts(session: SessionInput, parts: readonly SessionPart[]): SessionInput {
  const lists = parts.reduce(
    (all, part) => ({
      threads: [...all.threads, ...part.threads],
      events: [...all.events, ...part.events],
      requests: [...all.requests, ...part.requests],
      boundaries: [...all.boundaries, ...part.boundaries],
      marks: [...all.marks, ...part.marks],
    }),
    NOTHING,
  );
  return { ...session, ...lists };
}
