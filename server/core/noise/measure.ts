import type { NoiseClass, Plan, SessionInput } from "../prune/model";
import { requestsAfter, timelineOf } from "../prune/timeline";
import { cachedReadPrice } from "./prices";

/** One event that is noise, with what it cost. */
export interface NoiseItem {
  readonly ref: string;
  readonly class: NoiseClass;
  /** Tokens of the event; of a dropped one, the tokens that its removal saved. */
  readonly tokens: number;
  /** Turn of the thread after which it was noise. */
  readonly sinceTurn: number;
  /** Requests of its window that carried it after that. */
  readonly carriedRequests: number;
  readonly carriedTokens: number;
  /** Carried tokens at the cached-read price of the event's model; null when that price is unknown. */
  readonly costNanoUsd: number | null;
}

/**
 * The noise of a session under a plan, one item an event, in the order of the session. An event that is not full any
 * more is `dropped`, whatever it was before; its carried figures are 0, since what it cost was charged before the run.
 */
export function measureNoise(session: SessionInput, plan: Plan): NoiseItem[] {
  const { byRef } = timelineOf(session);
  const items: NoiseItem[] = [];
  for (const verdict of plan.verdicts) {
    const entry = byRef.get(verdict.ref);
    if (entry === undefined) continue;
    if (verdict.from !== "full" && session.standings.get(verdict.ref)?.isApplied) {
      const saved = Math.max(0, entry.event.tokens - verdict.tokensAfter);
      const sinceTurn = verdict.noiseSinceTurn ?? entry.turn;
      items.push({
        ref: verdict.ref,
        class: "dropped",
        tokens: saved,
        sinceTurn,
        carriedRequests: 0,
        carriedTokens: 0,
        costNanoUsd: 0,
      });
    } else if (verdict.noise !== null && verdict.noiseSinceTurn !== null) {
      const carriedRequests = requestsAfter(entry, verdict.noiseSinceTurn);
      const carriedTokens = carriedRequests * entry.event.tokens;
      items.push({
        ref: verdict.ref,
        class: verdict.noise,
        tokens: entry.event.tokens,
        sinceTurn: verdict.noiseSinceTurn,
        carriedRequests,
        carriedTokens,
        costNanoUsd: costOf(carriedTokens, entry.model, entry.event.atMs),
      });
    }
  }
  return items;
}

/** Nothing carried costs nothing, whatever the price. */
function costOf(carriedTokens: number, model: string | null, atMs: number): number | null {
  if (carriedTokens === 0) return 0;
  const price = cachedReadPrice(model, atMs);
  return price === null ? null : Math.round(carriedTokens * price);
}
