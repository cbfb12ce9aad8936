import type { ProjectScope } from "@/server/core/access/scope";
import { type Advice, adviceFor } from "@/server/core/budget/advice";
import { justReached } from "@/server/core/budget/just-reached";
import { checkOf, type Relief, reliefFor } from "@/server/core/budget/relief";
import { startLine } from "@/server/core/budget/start-line";
import type { BudgetStatusView } from "@/server/core/budget/views";
import type { BudgetPolicy } from "@/server/core/prune/model";
import { timelineOf } from "@/server/core/prune/timeline";
import { ok, type Result } from "@/server/core/result";
import { readCounts } from "@/server/db/budget/records";
import { readStanding } from "@/server/db/budget/standing";
import { readSessionHead } from "@/server/db/sessions/session";
import type { Deps } from "../deps";
import { minutesSince } from "./give-advice";
import { type SessionBudget, sessionBudget } from "./session-budget";
import { toTierView } from "./tier-view";

/** A page shows the most important ones; `budget.tiers` lists all. */
const MAX_ITEMS_A_TIER = 20;
const MAX_TARGETS = 50;
const MINUTE_MS = 60_000;

/**
 * How full a session's window is, what it should hold, and what to do about it now. Asking changes nothing, so the same
 * advice is given each time; only the answers of uploads keep quiet for a while.
 */
export async function getStatus(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly number: number },
): Promise<Result<BudgetStatusView>> {
  const found = await sessionBudget(deps, scope, input.number);
  if (!found.ok) return found;
  const budget = found.value;
  const { head, policy, window, usage, share, plan, placement } = budget;
  const [row, standing, counts] = await Promise.all([
    readSessionHead(deps.db, scope, head.number),
    readStanding(deps.db.pool, { teamId: scope.teamId, sessionId: head.id }),
    readCounts(deps.db.pool, scope),
  ]);
  return ok({
    session: head.number,
    title: row?.title ?? null,
    client: head.client,
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    policyVersion: policy.version,
    startLine: startLine({ ...counts, windowTokens: window.windowTokens }),
    window: { tokens: window.windowTokens, source: window.windowSource },
    usage: { ...usage, share, reclaimableTokens: Math.max(0, plan.totals.beforeTokens - plan.totals.afterTokens) },
    complexity: complexityOf(budget),
    length: lengthOf(budget),
    thresholds: thresholdsOf(policy.budget),
    check: { everyTurns: policy.budget.checkEveryTurns, ...checkOf(budget.turns, policy.budget.checkEveryTurns) },
    advice: adviceOf(budget, standing),
    relief: reliefOf(budget).map(cutTargets),
    tiers: placement.tiers.map((tier) => toTierView(tier, MAX_ITEMS_A_TIER)),
    beyond: placement.beyond.length,
    lastCheckpointAt: standing?.checkpointAt?.toISOString() ?? null,
  });
}

function complexityOf({ files }: SessionBudget): BudgetStatusView["complexity"] {
  const all = [...files.values()];
  return { files: all.length, changedFiles: all.filter(({ isChanged }) => isChanged).length };
}

function lengthOf({ session, turns }: SessionBudget): BudgetStatusView["length"] {
  const times = session.events.map(({ atMs }) => atMs);
  const [first, last] = [times.reduce((a, b) => Math.min(a, b), Infinity), times.reduce((a, b) => Math.max(a, b), 0)];
  const userTurns = session.events.filter(({ kind, thread }) => kind === "user_prompt" && thread === "main").length;
  return { turns, userTurns, minutes: times.length === 0 ? 0 : Math.round((last - first) / MINUTE_MS) };
}

function thresholdsOf(budget: BudgetPolicy): BudgetStatusView["thresholds"] {
  return {
    prune: budget.pruneShare,
    plan: budget.planShare,
    compact: budget.compactShare,
    summarize: budget.summarizeShare,
    checkpoint: budget.checkpointShare,
    checkpointAfterMinutes: budget.checkpointAfterMinutes,
    quietTurns: budget.quietTurns,
    maxInjection: budget.maxInjectionShare,
  };
}

function adviceOf(
  { session, share, policy }: SessionBudget,
  standing: Awaited<ReturnType<typeof readStanding>>,
): Advice | null {
  const boundaries = justReached(session, standing?.checkpointAt?.getTime() ?? null);
  return adviceFor({ share, boundaries, minutesSinceCheckpoint: standing && minutesSince(standing) }, policy.budget);
}

/** The oldest half of the window's turns may be summarized; what a rule protects stays out. */
function reliefOf({ session, plan, placement, share, policy }: SessionBudget): Relief[] {
  const guarded = new Set(
    plan.verdicts.filter(({ pass, noise }) => pass === null && noise === null).map(({ ref }) => ref),
  );
  const entries = timelineOf(session).entries.filter(({ inContext, event }) => inContext && event.thread === "main");
  const middleTurn = (entries[0]?.turn ?? 0) + Math.floor(((entries.at(-1)?.turn ?? 0) - (entries[0]?.turn ?? 0)) / 2);
  const oldest = entries
    .filter(({ event, turn }) => turn < middleTurn && event.kind !== "user_prompt" && !guarded.has(event.ref))
    .map(({ event: { ref, tokens } }) => ({ ref, tokens }));
  const redundant = plan.verdicts
    .filter(({ from, to }) => from !== to)
    .map(({ ref, tokensBefore, tokensAfter }) => ({ ref, savedTokens: tokensBefore - tokensAfter }));
  return reliefFor({ share, placement, oldest, redundant }, policy.budget);
}

function cutTargets({ targets, ...relief }: Relief): BudgetStatusView["relief"][number] {
  return { ...relief, targets: targets.slice(0, MAX_TARGETS), moreTargets: Math.max(0, targets.length - MAX_TARGETS) };
}
