import { measureNoise } from "../noise/measure";
import { decideCommit } from "../prune/batch";
import type { Plan, PrunePolicy, Residency, SessionInput } from "../prune/model";
import { PROVEN_CLASSES } from "../prune/model";

/** What one policy makes of one recorded session. Tokens are estimates, as everywhere. */
export interface PolicyFigures {
  /** What the windows hold before the plan, and what of it could be saved. */
  readonly beforeTokens: number;
  readonly savedTokens: number;
  readonly changedEvents: number;
  readonly protectedEvents: number;
  readonly blockedRemovals: number;
  readonly provenTokens: number;
  readonly idleTokens: number;
  /** Requests of the main thread whose reported context lay at the share or above; null without a known window. */
  readonly advised: { readonly prune: number; readonly compact: number; readonly checkpoint: number } | null;
  /** Whether the plan would be committed at the end of the main thread while the cache is warm, and why. */
  readonly commit: { readonly commits: boolean; readonly reason: string };
}

export interface VerdictSide {
  readonly to: Residency;
  /** Null: no rule spoke, so the event stays in full. */
  readonly rule: string | null;
  readonly reason: string | null;
}

/** An event that the two policies leave in different states. */
export interface DifferingVerdict {
  readonly ref: string;
  readonly thread: string;
  readonly kind: string;
  readonly tool: string | null;
  readonly target: string | null;
  readonly tokens: number;
  /** Tokens that the draft takes out more than the policy in force; negative: it keeps more. */
  readonly moreSavedTokens: number;
  readonly now: VerdictSide;
  readonly draft: VerdictSide;
}

/** The thread that people talk to; sub-agents and helpers run in others. */
function mainThread({ threads }: SessionInput): string {
  return threads.find(({ parentKey, auxiliary }) => parentKey === null && !auxiliary)?.key ?? "main";
}

export function figuresOf(
  session: SessionInput,
  plan: Plan,
  policy: PrunePolicy,
  windowTokens: number | null,
): PolicyFigures {
  const noise = measureNoise(session, plan);
  const tokensOf = (isWanted: (name: (typeof noise)[number]["class"]) => boolean) =>
    noise.reduce((sum, item) => (isWanted(item.class) ? sum + item.tokens : sum), 0);
  const moment = { thread: mainThread(session), pauseMs: null, boundaries: [], isAsked: false };
  const { commits, reason } = decideCommit(session, plan, policy.batching, moment);
  const { totals } = plan;
  return {
    beforeTokens: totals.beforeTokens,
    savedTokens: totals.beforeTokens - totals.afterTokens,
    changedEvents: plan.verdicts.filter((verdict) => verdict.to !== verdict.from).length,
    protectedEvents: totals.protectedEvents,
    blockedRemovals: new Set(plan.blocked.map(({ ref }) => ref)).size,
    provenTokens: tokensOf((name) => PROVEN_CLASSES.includes(name)),
    idleTokens: tokensOf((name) => name === "idle"),
    advised: advisedOf(session, policy, windowTokens),
    commit: { commits, reason },
  };
}

function advisedOf(session: SessionInput, { budget }: PrunePolicy, windowTokens: number | null) {
  if (windowTokens === null || windowTokens <= 0) return null;
  const main = mainThread(session);
  const shares = session.requests
    .filter(({ thread, contextTokens }) => thread === main && contextTokens !== null)
    .map(({ contextTokens }) => (contextTokens ?? 0) / windowTokens);
  const from = (share: number) => shares.filter((used) => used >= share).length;
  return {
    prune: from(budget.pruneShare),
    compact: from(budget.compactShare),
    checkpoint: from(budget.checkpointShare),
  };
}

/** How many events the two plans leave in different states, and the ones that weigh most. */
export function differingVerdicts(
  session: SessionInput,
  now: Plan,
  draft: Plan,
  limit: number,
): { readonly count: number; readonly examples: readonly DifferingVerdict[] } {
  const nowOf = new Map(now.verdicts.map((verdict) => [verdict.ref, verdict]));
  const draftOf = new Map(draft.verdicts.map((verdict) => [verdict.ref, verdict]));
  const differing: DifferingVerdict[] = [];
  for (const event of session.events) {
    const before = nowOf.get(event.ref);
    const after = draftOf.get(event.ref);
    const residency = (verdict: typeof before): Residency =>
      verdict?.to ?? session.standings.get(event.ref)?.residency ?? "full";
    const tokensAfter = (verdict: typeof before) => verdict?.tokensAfter ?? event.tokens;
    const moreSavedTokens = tokensAfter(before) - tokensAfter(after);
    const isSame =
      residency(before) === residency(after) &&
      (before?.noise ?? null) === (after?.noise ?? null) &&
      moreSavedTokens === 0;
    if (isSame) continue;
    const side = (verdict: typeof before): VerdictSide => ({
      to: residency(verdict),
      rule: verdict?.rule ?? null,
      reason: verdict?.reason ?? null,
    });
    const { ref, thread, kind, tool, target, tokens } = event;
    differing.push({ ref, thread, kind, tool, target, tokens, moreSavedTokens, now: side(before), draft: side(after) });
  }
  const weight = ({ moreSavedTokens, tokens }: DifferingVerdict) => Math.abs(moreSavedTokens) * 1e6 + tokens;
  const examples = [...differing].sort((a, b) => weight(b) - weight(a)).slice(0, limit);
  return { count: differing.length, examples };
}
