import { capInjection, type InjectionItem } from "../budget/injection";
import type { Stage } from "../events/kinds";
import type { PrunePolicy } from "../prune/model";
import { type CatalogueEntry, FILTER_RULES, type FilterRule, stageFilter } from "./stage-filter";

export interface LoadDecision<Entry extends CatalogueEntry> {
  readonly entry: Entry;
  readonly rule: FilterRule;
  readonly why: string;
}

/** What to load at a stage, in order of need, and what waits. */
export interface Load<Entry extends CatalogueEntry> {
  readonly now: readonly LoadDecision<Entry>[];
  readonly waits: readonly LoadDecision<Entry>[];
  /** At most so many tokens are loaded at once. */
  readonly limitTokens: number;
  /** Of what is to be loaded and is not held already. */
  readonly tokensNow: number;
  /** Of what is to be loaded but stands in the window already: it costs nothing more. */
  readonly tokensHeld: number;
  /** Of what the stage defers. */
  readonly tokensDeferred: number;
  /** Of what the stage would load but the limit keeps out: offered by reference. */
  readonly tokensOffered: number;
}

/**
 * Sorts the catalogue for a stage. Nothing that is injected takes more than the policy's share of the window at once:
 * core files come first, then what the stage names, then the rest, rules before skills and small before large; what
 * does not fit any more is offered by reference. `takenTokens` is what is loaded beside the catalogue.
 */
export function composeLoad<Entry extends CatalogueEntry>(
  entries: readonly Entry[],
  stage: Stage,
  policy: PrunePolicy,
  windowTokens: number | null,
  isHeld: (entry: Entry) => boolean = () => false,
  takenTokens = 0,
): Load<Entry> {
  const judge = stageFilter(policy, stage);
  const judged = entries.map((entry) => ({ entry, ...judge(entry) })).sort(byNeed);
  const wanted = judged
    .filter(({ loads }) => loads)
    .map((one) => ({ ...one, ...offerOf(one.entry, isHeld(one.entry)) }));
  const capped = capInjection(wanted, windowTokens, policy.budget, takenTokens);
  const now = capped.injected.map(({ entry, rule, why }) => ({ entry, rule, why }));
  const deferred = judged.filter(({ loads }) => !loads).map(({ entry, rule, why }) => ({ entry, rule, why }));
  const limitTokens = capped.capTokens + takenTokens;
  const why = tooMuch(policy, limitTokens);
  const offered = [...capped.offered, ...capped.unlisted].map(({ entry }) => ({
    entry,
    rule: "over-budget" as const,
    why,
  }));
  return {
    now,
    waits: [...deferred, ...offered],
    limitTokens,
    tokensNow: sumOf(now.filter(({ entry }) => !isHeld(entry))),
    tokensHeld: sumOf(now.filter(({ entry }) => isHeld(entry))),
    tokensDeferred: sumOf(deferred),
    tokensOffered: sumOf(offered),
  };
}

function offerOf({ kind, name, path, tokens }: CatalogueEntry, isHeld: boolean): InjectionItem {
  return { tokens: isHeld ? 0 : tokens, reference: `${kind} ${path ?? name}` };
}

function sumOf(decisions: readonly LoadDecision<CatalogueEntry>[]): number {
  return decisions.reduce((sum, { entry }) => sum + entry.tokens, 0);
}

function tooMuch({ budget }: PrunePolicy, limitTokens: number): string {
  const share = Math.round(budget.maxInjectionShare * 100);
  return `At most ${share} % of the window (${limitTokens} tokens) is loaded at once; read it by its path when needed.`;
}

interface Judged {
  readonly entry: CatalogueEntry;
  readonly rule: FilterRule;
}

function byNeed(a: Judged, b: Judged): number {
  const byRule = FILTER_RULES.indexOf(a.rule) - FILTER_RULES.indexOf(b.rule);
  if (byRule !== 0) return byRule;
  if (a.entry.kind !== b.entry.kind) return a.entry.kind === "rule" ? -1 : 1;
  return a.entry.tokens - b.entry.tokens || (a.entry.name < b.entry.name ? -1 : Number(a.entry.name > b.entry.name));
}
