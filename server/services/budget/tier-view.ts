import type { PlacedItem, TierPlacement } from "@/server/core/budget/tiers";
import type { TierView } from "@/server/core/budget/views";

/** A tier with its first items; the number of the rest is told. */
export function toTierView({ tier, budgetTokens, usedTokens, items }: TierPlacement, maxItems: number): TierView {
  return { tier, budgetTokens, usedTokens, ...cutItems(items, maxItems) };
}

export function cutItems(items: readonly PlacedItem[], maxItems: number): Pick<TierView, "items" | "moreItems"> {
  const shown = items.slice(0, maxItems).map(({ importance, ...item }) => ({
    ...item,
    importance: { score: importance.score, terms: importance.terms.map((term) => ({ ...term })) },
  }));
  return { items: shown, moreItems: Math.max(0, items.length - maxItems) };
}
