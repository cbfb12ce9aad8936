import { succeeded } from "../../prune/outcome";
import { isInventory } from "./inventory";
import { listedPaths } from "./paths";
import { ctx, type SuggestionRule } from "./rule";

/**
 * A search that led nowhere, when a later one led to what was read and the exploration has ended. What was searched for
 * stays, so that nobody searches for it again.
 */
export const supersededExploration: SuggestionRule = {
  id: "suggest.superseded-exploration",
  rank: 1,
  judge(entry, window) {
    const { event } = entry;
    if (event.toolClass !== "search" || isInventory(event) || !succeeded(event)) return null;
    if (listedPaths(event.text).some((path) => window.usedBehind(path, entry)) || window.isNamedBehind(entry))
      return null;
    const found = window.fruitfulSearchBehind(entry);
    const review = window.reviewBehind(entry);
    if (found === null || review === null || review.seq < found.event.seq) return null;
    const why = `Nothing that it found was used; ${ctx(found)} led on, and the exploration has ended (${review.kind}).`;
    return { to: "retained", why, evidence: [found.event.ref] };
  },
};
