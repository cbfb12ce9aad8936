import fc from "fast-check";
import type { SessionInput } from "../../prune/model";

/** The same session as it may arrive: events, requests and threads in any order. */
export function arrangedAnew(session: SessionInput): fc.Arbitrary<SessionInput> {
  const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length });
  return fc
    .record({
      events: shuffled(session.events),
      requests: shuffled(session.requests),
      threads: shuffled(session.threads),
    })
    .map((lists) => ({ ...session, ...lists }));
}
