import { type CommitDecision, decideCommit } from "../prune/batch";
import type { BatchingPolicy, BlockedRemoval, Plan, PlannedSummary, SessionInput, Verdict } from "../prune/model";
import { timelineOf } from "../prune/timeline";
import { type LastCommits, momentOf } from "./moment";

/** What a plan would do to one window, and whether it would be done now. */
export interface ThreadOutlook {
  readonly thread: string;
  readonly agent: string;
  /** Events whose residency changes. */
  readonly moves: number;
  /** Tokens of the window, measured on its projection. */
  readonly beforeTokens: number;
  readonly afterTokens: number;
  /** When a person or an agent asks for it. */
  readonly asked: CommitDecision;
  /** When nobody asks: batching decides. */
  readonly automatic: CommitDecision;
  /** Sequence number of the last event of the thread. */
  readonly throughSeq: number;
}

/** A plan as one run would write it: only what changes, with its figures. */
export interface RunDraft {
  readonly threads: readonly ThreadOutlook[];
  readonly moves: readonly Verdict[];
  readonly blocked: readonly BlockedRemoval[];
  readonly summaries: readonly PlannedSummary[];
  readonly totals: RunTotals;
}

export interface RunTotals {
  /** Of the windows that the run covers. */
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly summaryTokens: number;
  readonly protectedEvents: number;
  readonly passes: { readonly dedup: number; readonly purgeErrors: number; readonly compress: number };
}

export interface DraftOptions {
  readonly batching: BatchingPolicy;
  readonly lastCommits: LastCommits;
  readonly asOfMs: number;
  /** Only these threads; absent: every one in which something changes, and the main one when nothing does. */
  readonly threads?: readonly string[] | undefined;
}

export const MAIN_THREAD = "main";

export function draftRun(session: SessionInput, plan: Plan, options: DraftOptions): RunDraft {
  const changed = changedThreads(session, plan);
  const named = options.threads;
  const threads = named ?? (changed.size > 0 ? [...changed.keys()].sort(mainFirst) : [MAIN_THREAD]);
  const outlooks = threads.map((thread) => outlookOf(session, plan, thread, changed.get(thread) ?? 0, options));
  return limitDraft(session, plan, outlooks, named !== undefined);
}

/** Threads in which a plan changes something, with the number of events that move. */
export function changedThreads(session: SessionInput, plan: Plan): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { thread } of plan.summaries) counts.set(thread, 0);
  for (const verdict of plan.verdicts) {
    if (!isMove(verdict)) continue;
    const thread = threadOf(session, verdict.ref);
    counts.set(thread, (counts.get(thread) ?? 0) + 1);
  }
  return counts;
}

/** The plan in some of its threads only. Every blocked removal stays on record, unless threads were named. */
export function limitDraft(
  session: SessionInput,
  plan: Plan,
  threads: readonly ThreadOutlook[],
  areNamed: boolean,
): RunDraft {
  const names = new Set(threads.map(({ thread }) => thread));
  const isHere = ({ ref }: { readonly ref: string }) => names.has(threadOf(session, ref));
  const moves = plan.verdicts.filter((verdict) => isMove(verdict) && isHere(verdict));
  const summaries = plan.summaries.filter(({ thread }) => names.has(thread));
  const blocked = areNamed ? plan.blocked.filter(isHere) : plan.blocked;
  const sum = (read: (thread: ThreadOutlook) => number) => threads.reduce((total, thread) => total + read(thread), 0);
  return {
    threads,
    moves,
    blocked,
    summaries,
    totals: {
      beforeTokens: sum((thread) => thread.beforeTokens),
      afterTokens: sum((thread) => thread.afterTokens),
      summaryTokens: summaries.reduce((total, summary) => total + summary.tokens, 0),
      protectedEvents: protectedIn(session, plan, names),
      passes: passesOf(moves),
    },
  };
}

function isMove(verdict: Verdict): boolean {
  return verdict.to !== verdict.from;
}

function outlookOf(
  session: SessionInput,
  plan: Plan,
  thread: string,
  moves: number,
  { batching, lastCommits, asOfMs }: DraftOptions,
): ThreadOutlook {
  const decide = (isAsked: boolean) =>
    decideCommit(session, plan, batching, momentOf(session, thread, { lastCommits, asOfMs, isAsked }));
  const asked = decide(true);
  const { keptPrefixTokens, rewrittenTokens, savedTokens } = asked.economics;
  const own = session.events.filter((event) => event.thread === thread);
  return {
    thread,
    agent: session.threads.find(({ key }) => key === thread)?.agent ?? thread,
    moves,
    beforeTokens: keptPrefixTokens + rewrittenTokens + savedTokens,
    afterTokens: keptPrefixTokens + rewrittenTokens,
    asked,
    automatic: decide(false),
    throughSeq: own.reduce((last, event) => Math.max(last, event.seq), 0),
  };
}

/** Events that a protection keeps, in the windows that the run covers: once each, whatever wanted them gone. */
function protectedIn(session: SessionInput, plan: Plan, threads: ReadonlySet<string>): number {
  const { byRef } = timelineOf(session);
  const refs = new Set([
    ...plan.blocked.map(({ ref }) => ref),
    ...plan.verdicts.flatMap(({ ref, rule }) => (rule.startsWith("protect.") ? [ref] : [])),
  ]);
  let count = 0;
  for (const ref of refs) {
    const entry = byRef.get(ref);
    if (entry?.inContext && threads.has(entry.event.thread)) count++;
  }
  return count;
}

function passesOf(moves: readonly Verdict[]): RunTotals["passes"] {
  const count = (pass: Verdict["pass"]) => moves.filter((verdict) => verdict.pass === pass).length;
  return { dedup: count("dedup"), purgeErrors: count("purge-errors"), compress: count("compress-stale") };
}

function threadOf(session: SessionInput, ref: string): string {
  return timelineOf(session).byRef.get(ref)?.event.thread ?? MAIN_THREAD;
}

function mainFirst(a: string, b: string): number {
  if (a === b) return 0;
  if (a === MAIN_THREAD || b === MAIN_THREAD) return a === MAIN_THREAD ? -1 : 1;
  return a < b ? -1 : 1;
}
