import type { EventKind } from "../events/kinds";
import { failed, succeeded } from "../prune/outcome";
import { questionOf } from "../prune/question";
import type { Entry, Timeline } from "../prune/timeline";
import { isSteward } from "./form";
import type { SummarizeOptions } from "./options";
import { passedLaterIn } from "./passed-later";

/** A contiguous stretch of a thread's current window that may become one summary. */
export interface SummaryRange {
  readonly thread: string;
  /** In order; calls stand here with their results. */
  readonly entries: readonly Entry[];
  /** The answer or the accepted plan that the range led up to, when it ends at one. */
  readonly ledTo: Entry | null;
  /** What came behind it, up to the next word of the user: a decision that was recorded behind its check belongs to it. */
  readonly behind: readonly Entry[];
}

/** What a summary may stand for. Everything else stays word for word. */
const MEMBERS: ReadonlySet<EventKind> = new Set([
  "assistant_message",
  "thinking",
  "tool_call",
  "tool_result",
  "agent_output",
  "memory_query",
  "graph_query",
]);
/** These stay where they are without ending a range: notes of the system say nothing about the work. */
const STAYING: ReadonlySet<EventKind> = new Set(["system", "rule_injection", "skill_load", "other"]);

/**
 * Ranges of stale talk and tool use, thread by thread. A user prompt ends a range and is never inside, and so do a
 * question to the user and its answer, a plan, a call without its result, an unresolved failure, a failure that the
 * registry holds as active, a client's own summary, and whatever is held or not stale. A call and its result are
 * judged as one.
 */
export function findRanges(timeline: Timeline, options: SummarizeOptions): SummaryRange[] {
  const open = openFailures(timeline, options);
  const lines = new Map<string, Entry[]>();
  for (const entry of timeline.entries) {
    if (!entry.inContext || entry.thread.auxiliary) continue;
    const line = lines.get(entry.event.thread);
    if (line) line.push(entry);
    else lines.set(entry.event.thread, [entry]);
  }
  return [...lines.values()].flatMap((line) => withoutTornPairs(split(line, (entry) => partOf(entry, options, open))));
}

type Part = "member" | "stays" | "ends";

function partOf(entry: Entry, options: SummarizeOptions, open: ReadonlySet<Entry>): Part {
  const { event } = entry;
  const partner = entry.partner?.inContext ? entry.partner : null;
  if (STAYING.has(event.kind) || (partner && STAYING.has(partner.event.kind))) return "stays";
  if (event.kind === "summary" && !isSteward(event.text)) return "ends";
  if (event.kind !== "summary" && !MEMBERS.has(event.kind)) return "ends";
  if (event.kind === "tool_call" && partner === null) return "ends";
  if (isWordOfUser(entry)) return "ends";
  const both = partner === null ? [entry] : [entry, partner];
  const isFree = both.every((one) => !options.isHeld(one) && options.isStale(one) && !open.has(one));
  return isFree ? "member" : "ends";
}

/** What a person answered or accepted is an instruction of theirs. */
function isWordOfUser({ event }: Entry): boolean {
  return event.toolClass === "ask" || event.toolClass === "plan";
}

function split(line: readonly Entry[], partOfEntry: (entry: Entry) => Part): SummaryRange[] {
  const ranges: SummaryRange[] = [];
  let entries: Entry[] = [];
  const close = (ledTo: Entry | null, at: number) => {
    const thread = entries[0]?.event.thread;
    if (thread !== undefined) ranges.push({ thread, entries, ledTo, behind: behindOf(line, at) });
    entries = [];
  };
  for (const [at, entry] of line.entries()) {
    const part = partOfEntry(entry);
    if (part === "member") entries.push(entry);
    else if (part === "ends") close(isWordOfUser(entry) ? entry : null, at);
  }
  close(null, line.length);
  return ranges;
}

/** A check and its result, and a few words, stand between work and the record of what came of it. */
const MAX_BEHIND = 20;

function behindOf(line: readonly Entry[], at: number): Entry[] {
  const near = line.slice(at, at + MAX_BEHIND);
  const end = near.findIndex((entry) => entry.event.kind === "user_prompt" || isWordOfUser(entry));
  return end < 0 ? near : near.slice(0, end);
}

/** A result that came behind the end of its call's range stays, and so does the call. */
export function withoutTornPairs(ranges: readonly SummaryRange[]): SummaryRange[] {
  const rangeOf = new Map<Entry, number>();
  ranges.forEach(({ entries }, index) => {
    for (const entry of entries) rangeOf.set(entry, index);
  });
  const isWhole = (entry: Entry) => !entry.partner?.inContext || rangeOf.get(entry.partner) === rangeOf.get(entry);
  return ranges
    .map((range) => ({ ...range, entries: range.entries.filter(isWhole) }))
    .filter((range) => range.entries.length > 0);
}

/** The latest failure of each question that nothing answered since, and those that the registry holds as active. */
function openFailures(timeline: Timeline, { records }: SummarizeOptions): ReadonlySet<Entry> {
  const active = records.filter((record) => record.kind === "failure" && record.active);
  const linked = active.flatMap((record) => record.refs.flatMap((ref) => timeline.byRef.get(ref) ?? []));
  return new Set([...unanswered(timeline), ...linked]);
}

function unanswered(timeline: Timeline): readonly Entry[] {
  const latest = new Map<string, Entry>();
  for (const entry of timeline.entries) {
    if (!entry.visible || entry.event.kind === "tool_call" || entry.event.callId === null) continue;
    const question = questionOf(entry);
    if (question === null) continue;
    const key = `${entry.context.id}\n${question.key}`;
    if (failed(entry.event)) latest.set(key, entry);
    else if (succeeded(entry.event)) latest.delete(key);
  }
  const passedLater = passedLaterIn(timeline);
  return [...latest.values()].filter((entry) => !passedLater(entry));
}
