import type { BoundaryKind } from "../events/kinds";
import { type Economics, economicsOf } from "./economics";
import type { BatchingPolicy, Plan, SessionInput, Verdict } from "./model";
import { type ProjectedItem, project } from "./projection";

/** Why a plan is looked at: who asks for it, or what the session reached. */
export const RUN_TRIGGERS = ["asked", "window", "boundary", "cold-cache", "large-result", "checkpoint"] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** Where a session stands between two requests, when a plan may be committed. */
export interface Moment {
  readonly thread: string;
  /** Since the thread's last request; null before the first. */
  readonly pauseMs: number | null;
  /** Boundaries since the last commit of the thread. */
  readonly boundaries: readonly BoundaryKind[];
  /** A person or an agent asked for it: only what would not shrink the context is refused. */
  readonly isAsked: boolean;
}

export interface CommitDecision {
  readonly commits: boolean;
  readonly trigger: RunTrigger;
  /** The least saving that this moment asks for. */
  readonly neededTokens: number;
  readonly economics: Economics;
  /** One sentence for people: why it is committed, or why it is refused. */
  readonly reason: string;
}

const exact = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const tokens = (count: number) => `${exact.format(count)} tokens`;

/** Boundaries behind which what came before is less likely to be quoted. */
const CHEAP_BOUNDARIES: ReadonlySet<BoundaryKind> = new Set([
  "task-start",
  "task-end",
  "stage",
  "wave-done",
  "route-change",
  "exploration-end",
  "verification-settled",
  "resume",
]);

/**
 * Whether a plan is committed now. A change early in the context invalidates the prompt cache behind it, so a plan
 * waits until it saves enough, or until a change is cheap: at a boundary, or when the cache has gone cold.
 */
export function decideCommit(
  session: SessionInput,
  plan: Plan,
  policy: BatchingPolicy,
  moment: Moment,
): CommitDecision {
  const { beforeTokens, ...change } = changeOf(project(session, plan, moment.thread), plan);
  const isCacheCold = moment.pauseMs !== null && moment.pauseMs >= policy.coldGapMs;
  const economics = economicsOf({ ...change, isCacheCold });
  const trigger = triggerOf(moment, isCacheCold);
  const neededTokens = neededFor(trigger, policy, beforeTokens);
  const { savedTokens } = change;
  const verdict = { trigger, neededTokens, economics };
  if (savedTokens <= 0) {
    return { ...verdict, commits: false, reason: "Nothing to take out: the context would not get smaller." };
  }
  if (savedTokens < neededTokens) {
    const cost = isCacheCold
      ? "a change is worth it"
      : `rewriting ${tokens(change.rewrittenTokens)} of prompt cache pays`;
    const reason = `It would save ${tokens(savedTokens)}; ${tokens(neededTokens)} are needed before ${cost}.`;
    return { ...verdict, commits: false, reason };
  }
  return { ...verdict, commits: true, reason: `Saves ${tokens(savedTokens)}. ${paysBack(economics)}` };
}

function triggerOf({ isAsked, boundaries }: Moment, isCacheCold: boolean): RunTrigger {
  if (isAsked) return "asked";
  if (isCacheCold) return "cold-cache";
  return boundaries.some((kind) => CHEAP_BOUNDARIES.has(kind)) ? "boundary" : "window";
}

function neededFor(trigger: RunTrigger, policy: BatchingPolicy, visibleTokens: number): number {
  if (trigger === "asked") return 1;
  if (trigger !== "window") return Math.max(1, policy.cheapSavingTokens);
  const { adaptive } = policy;
  if (adaptive === null) return Math.max(1, policy.minSavingTokens);
  return Math.max(adaptive.minTokens, Math.min(adaptive.maxTokens, Math.round(visibleTokens * adaptive.share)));
}

function paysBack({ breakEvenRequests, isCacheCold }: Economics): string {
  if (isCacheCold) return "The prompt cache has gone cold, so the change costs nothing.";
  if (breakEvenRequests === null) return "It never pays for the prompt cache that it rewrites.";
  return `It pays for the prompt cache that it rewrites after ${exact.format(breakEvenRequests)} request${breakEvenRequests === 1 ? "" : "s"}.`;
}

function tokensBefore(refs: readonly string[], verdicts: ReadonlyMap<string, Verdict>): number {
  return refs.reduce((sum, ref) => sum + (verdicts.get(ref)?.tokensBefore ?? 0), 0);
}

function tokensNow(item: ProjectedItem, verdict: Verdict | undefined): number {
  return item.standsFor === null ? (verdict?.tokensBefore ?? item.tokens) : item.tokens;
}

/** Measured on the projection of the thread, before and after. */
function changeOf(items: readonly ProjectedItem[], plan: Plan) {
  const before = new Map(plan.verdicts.map((verdict) => [verdict.ref, verdict]));
  const planned = new Set(plan.summaries.flatMap(({ refs }) => refs));
  let beforeTokens = 0;
  let afterTokens = 0;
  let keptPrefixTokens = 0;
  let isPrefix = true;
  for (const item of items) {
    const verdict = before.get(item.ref);
    const isNewSummary = item.standsFor !== null && planned.has(item.ref);
    const isChanged = isNewSummary || (item.standsFor === null && verdict !== undefined && verdict.to !== verdict.from);
    beforeTokens += isNewSummary ? tokensBefore(item.standsFor, before) : tokensNow(item, verdict);
    afterTokens += item.tokens;
    isPrefix &&= !isChanged;
    if (isPrefix) keptPrefixTokens += item.tokens;
  }
  return {
    beforeTokens,
    savedTokens: beforeTokens - afterTokens,
    keptPrefixTokens,
    rewrittenTokens: afterTokens - keptPrefixTokens,
  };
}
