import type { LinkedRecord, PlannedSummary, SessionEvent, SessionInput } from "../../prune/model";
import type { SessionBuilder } from "../../prune/testing/session-builder";
import { type Entry, timelineOf } from "../../prune/timeline";
import type { SummarizeOptions } from "../options";
import { summarizeRanges } from "../summarize-ranges";

/** Everything is stale and nothing held, unless a test says otherwise. */
export function summarized(
  session: SessionBuilder | SessionInput,
  options: Partial<SummarizeOptions> = {},
): PlannedSummary[] {
  const input = "events" in session ? session : session.build();
  return summarizeRanges(timelineOf(input), {
    isHeld: () => false,
    isStale: () => true,
    records: input.records,
    ...options,
  });
}

export function refersTo(...refs: readonly string[]): (entry: Entry) => boolean {
  return (entry) => refs.includes(entry.event.ref);
}

export function aDecision(
  refs: readonly string[],
  title = "Use sliding-window expiry",
  link = "DEC-003@2",
): LinkedRecord {
  return { kind: "decision", link, title, active: true, refs };
}

/** The session as a client sends it on after the summary took the place of its range. */
export function replaced(session: SessionInput, { refs, text, tokens }: PlannedSummary): SessionInput {
  const first = session.events.find((event) => event.ref === refs[0]);
  if (!first) throw new Error("A summary stands for events of its session.");
  const summary: SessionEvent = {
    ...first,
    ref: `summary-of-${first.ref}`,
    kind: "summary",
    tool: null,
    toolClass: null,
    callId: null,
    partner: null,
    target: null,
    paths: [],
    command: null,
    mutates: false,
    outcome: null,
    text,
    tokens,
  };
  const gone = new Set(refs);
  const events = session.events.flatMap((event) => {
    if (event.ref === first.ref) return [summary];
    return gone.has(event.ref) ? [] : [event];
  });
  return { ...session, events };
}
