import { adviceIn } from "../../core/budget/advice";
import { windowOf } from "../../core/budget/windows";
import type { LiveStanding } from "../../core/telemetry/live";
import { readStanding, type StandingRow } from "../../db/budget/standing";
import { type LiveRow, readLastSeq, readLive } from "../../db/sessions/live";
import { budgetOf, minutesSince } from "../budget/give-advice";
import type { Deps } from "../deps";

export interface LiveKey {
  readonly teamId: string;
  readonly sessionId: string;
}

/**
 * Looks at a session; null when it is gone. What costs more than the one row is read only when that row says that it
 * has changed since `before`.
 */
export async function lookAt(
  deps: Pick<Deps, "db">,
  key: LiveKey,
  before: LiveStanding | null,
): Promise<LiveStanding | null> {
  const row = await readLive(deps.db, key);
  if (!row) return null;
  const advice = adviceName(row);
  return {
    events: row.events,
    waiting: row.waiting,
    analysedAtMs: row.analysedAt?.getTime() ?? 0,
    advice,
    upToSeq: before?.events === row.events ? before.upToSeq : await readLastSeq(deps.db, key),
    told: before?.advice === advice ? before.told : await toldOf(deps, key, row),
  };
}

function adviceName({ adviceAction, adviceTurn }: LiveRow): string {
  return adviceAction === null ? "" : `${adviceTurn ?? 0}:${adviceAction}`;
}

/** The advice that the agent's upload was answered with, in the same words. */
async function toldOf(
  { db }: Pick<Deps, "db">,
  key: LiveKey,
  { adviceAction }: LiveRow,
): Promise<LiveStanding["told"]> {
  const standing = adviceAction === null ? null : await readStanding(db.pool, key);
  if (adviceAction === null || standing === null) return null;
  const usage = usageOf(standing);
  const facts = { share: usage?.share ?? null, minutesSinceCheckpoint: minutesSince(standing) };
  const advice = adviceIn(adviceAction, { ...facts, boundaries: new Set() }, budgetOf(standing));
  return advice && { usage, advice };
}

function usageOf({ contextTokens, contextModel, windowTokens: told, model }: StandingRow) {
  if (contextTokens === null) return null;
  const { windowTokens } = windowOf({ told, model: contextModel ?? model, seenTokens: contextTokens });
  return { tokens: contextTokens, windowTokens, share: windowTokens === null ? null : contextTokens / windowTokens };
}
