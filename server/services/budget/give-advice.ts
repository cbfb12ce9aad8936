import { type Advice, adviceFor, coveredBy } from "@/server/core/budget/advice";
import type { BoundaryKind } from "@/server/core/events/kinds";
import { POLICIES } from "@/server/core/prune/policy";
import { noteAdvice, type StandingRow } from "@/server/db/budget/standing";
import { readPolicy } from "../analysis/current-policy";
import type { Deps } from "../deps";

/**
 * What to tell an agent about its window now: null when there is nothing to do, or when as urgent advice was given a
 * few turns ago. Writes only when something is to be said; most uploads cost nothing.
 */
export async function giveAdvice(
  deps: Deps,
  key: { readonly teamId: string; readonly sessionId: string },
  facts: { readonly standing: StandingRow; readonly share: number | null; readonly reached: ReadonlySet<BoundaryKind> },
): Promise<Advice | null> {
  const { standing, share, reached } = facts;
  const budget = budgetOf(standing);
  const minutesSinceCheckpoint = minutesSince(standing);
  const advice = adviceFor({ share, boundaries: reached, minutesSinceCheckpoint }, budget);
  if (advice === null) return null;
  const { situation } = advice;
  const { quietTurns } = budget;
  const isGiven = await noteAdvice(deps.db.pool, key, { situation, quietTurns, covering: coveredBy(situation) });
  return isGiven ? advice : null;
}

export function budgetOf({ policyVersion, policyBody }: Pick<StandingRow, "policyVersion" | "policyBody">) {
  return policyVersion === null ? POLICIES.strict.budget : readPolicy(policyVersion, policyBody).budget;
}

const MINUTE_MS = 60_000;

/** By the session's own clock, so that a session of last week is as long as it was then. */
export function minutesSince({
  startedAt,
  lastEventAt,
  checkpointAt,
}: Pick<StandingRow, "startedAt" | "lastEventAt" | "checkpointAt">): number {
  const savedMs = Math.max(startedAt.getTime(), checkpointAt?.getTime() ?? 0);
  return Math.max(0, lastEventAt.getTime() - savedMs) / MINUTE_MS;
}
