import { doneWave } from "../budget/done-wave";
import { windowOf } from "../budget/windows";
import type { ToolClass } from "../events/kinds";
import { RESOLVABLE_KINDS } from "../events/kinds";
import { LARGE_RESULT_TOKENS } from "../events/limits";
import type { RunTrigger } from "../prune/batch";
import type { PrunePolicy, SessionEvent, SessionInput } from "../prune/model";
import { timelineOf } from "../prune/timeline";
import { type LastCommits, lastRequests, momentOf } from "./moment";

/** What makes a plan worth a look when nobody asked for one. */
export interface Occasion {
  readonly trigger: RunTrigger;
  readonly why: string;
}

export type OccasionAnswer =
  | { readonly occasion: Occasion; readonly whyNot: null }
  | { readonly occasion: null; readonly whyNot: string };

const CHECKS: ReadonlySet<ToolClass | null> = new Set<ToolClass>(["test", "build"]);
const RESOLVABLE: ReadonlySet<string> = new Set(RESOLVABLE_KINDS);

/**
 * Why the plan of a thread is looked at now: a boundary since the last commit, a pause in which the prompt cache was
 * forgotten, a window that is filled beyond the policy's share, another stage, a check that passed, agents that all
 * handed back, or a large result. Recent is what came behind the request before the last one.
 */
export function occasionOf(
  session: SessionInput,
  thread: string,
  policy: PrunePolicy,
  { lastCommits, asOfMs }: { readonly lastCommits: LastCommits; readonly asOfMs: number },
): OccasionAnswer {
  const { boundaries, pauseMs } = momentOf(session, thread, { lastCommits, asOfMs, isAsked: false });
  const seen = (trigger: RunTrigger, why: string): OccasionAnswer => ({ occasion: { trigger, why }, whyNot: null });
  const boundary = boundaries.at(-1);
  if (boundary !== undefined) return seen("boundary", `The thread passed a boundary: ${boundary}.`);
  if (pauseMs !== null && pauseMs >= policy.batching.coldGapMs) {
    return seen("cold-cache", `A pause of ${minutes(pauseMs)} let the prompt cache go cold.`);
  }
  const share = shareOfWindow(session, thread);
  const limit = policy.budget.planShare;
  if (share !== null && share > limit) return seen("window", `The window is ${percent(share)} full.`);
  const recent = recentOccasion(session, thread);
  if (recent) return { occasion: recent, whyNot: null };
  const fill = share === null ? "nobody told how full the window is" : `the window is ${percent(share)} full`;
  const whyNot = `No occasion to look at the plan: ${fill} (looked at above ${percent(limit)}), no boundary was passed, the cache is warm, no check has just passed and no large result has just come.`;
  return { occasion: null, whyNot };
}

function recentOccasion(session: SessionInput, thread: string): Occasion | null {
  const since = lastRequests(session, thread).before?.seq ?? Number.NEGATIVE_INFINITY;
  const own = timelineOf(session).entries.filter(({ event, inContext }) => event.thread === thread && inContext);
  let stage: string | null = null;
  let found: Occasion | null = null;
  for (const entry of own) {
    if (entry.event.seq > since) found ??= newsOf(entry, stage);
    stage = entry.stage;
  }
  return (
    found ??
    waveOf(
      own.map(({ event }) => event),
      since,
    )
  );
}

function waveOf(events: readonly SessionEvent[], since: number): Occasion | null {
  const wave = doneWave(events);
  const isNew = ({ kind, callId, seq }: SessionEvent) =>
    kind === "agent_output" && seq > since && wave?.has(callId ?? "");
  return wave && events.some(isNew) ? { trigger: "boundary", why: `${wave.size} agents all handed back.` } : null;
}

function newsOf(
  { event, stage }: ReturnType<typeof timelineOf>["entries"][number],
  stageBefore: string | null,
): Occasion | null {
  if (stageBefore !== null && stage !== stageBefore) {
    return { trigger: "boundary", why: `The stage went from ${stageBefore} to ${stage}.` };
  }
  if (event.kind === "tool_result" && event.outcome === "ok" && CHECKS.has(event.toolClass)) {
    return { trigger: "boundary", why: `A check passed: ${event.toolClass}.` };
  }
  if (RESOLVABLE.has(event.kind) && event.tokens > LARGE_RESULT_TOKENS) {
    return { trigger: "large-result", why: `A large result came: ctx:${event.ref}.` };
  }
  return null;
}

/** Of the thread's last request that told its size; null without one, or without a known window. */
function shareOfWindow(session: SessionInput, thread: string): number | null {
  let last: { seq: number; contextTokens: number; model: string | null } | null = null;
  let seenTokens = 0;
  for (const { thread: own, seq, contextTokens, model } of session.requests) {
    if (own !== thread || contextTokens === null) continue;
    seenTokens = Math.max(seenTokens, contextTokens);
    if (last === null || seq > last.seq) last = { seq, contextTokens, model };
  }
  if (last === null) return null;
  const { windowTokens } = windowOf({ told: session.windowTokens, model: last.model ?? session.model, seenTokens });
  return windowTokens === null ? null : last.contextTokens / windowTokens;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function minutes(ms: number): string {
  const count = Math.round(ms / 60_000);
  return `${count} minute${count === 1 ? "" : "s"}`;
}
