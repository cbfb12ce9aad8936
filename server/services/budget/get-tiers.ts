import type { ProjectScope } from "@/server/core/access/scope";
import { checkOf } from "@/server/core/budget/relief";
import type { TiersView } from "@/server/core/budget/views";
import { ok, type Result } from "@/server/core/result";
import type { Deps } from "../deps";
import { sessionBudget } from "./session-budget";
import { cutItems, toTierView } from "./tier-view";

const MAX_ITEMS_A_TIER = 500;

/** What goes where in a session's window, each with its reasons. */
export async function getTiers(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly number: number },
): Promise<Result<TiersView>> {
  const found = await sessionBudget(deps, scope, input.number);
  if (!found.ok) return found;
  const { head, placement, turns, policy } = found.value;
  const beyond = cutItems(placement.beyond, MAX_ITEMS_A_TIER);
  return ok({
    session: head.number,
    asOf: deps.clock.now().toISOString(),
    atTurn: checkOf(turns, policy.budget.checkEveryTurns).atTurn,
    tiers: placement.tiers.map((tier) => toTierView(tier, MAX_ITEMS_A_TIER)),
    beyond: beyond.items,
    moreBeyond: beyond.moreItems,
  });
}
