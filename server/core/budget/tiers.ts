import type { BudgetPolicy } from "../prune/model";
import { explainImportance, type Importance, type ImportanceFacts, importanceOf } from "./importance";

/** Always loaded, loaded on demand, found by search. */
export const TIERS = ["hot", "warm", "cold"] as const;
export type Tier = (typeof TIERS)[number];

interface KindRow {
  readonly home: Tier;
  readonly why: string;
}

/** What goes where when there is room. */
export const ITEM_KINDS = {
  task: { home: "hot", why: "The current task is always loaded." },
  plan: { home: "hot", why: "The plan of the task is always loaded." },
  constraint: { home: "hot", why: "A constraint guards all work." },
  preference: { home: "hot", why: "People said that they want it so." },
  "active-file": { home: "hot", why: "The file is being worked on." },
  decision: { home: "hot", why: "One of the latest decisions." },
  "file-summary": { home: "warm", why: "The session used the file; its outline is enough until it is needed." },
  "architecture-decision": { home: "warm", why: "An earlier decision that is still in force." },
  failure: { home: "warm", why: "The failure is unresolved: what was tried must not be tried again." },
  "last-summary": { home: "warm", why: "The summary of the latest session." },
  "old-summary": { home: "cold", why: "A summary of an older session." },
  "old-decision": { home: "cold", why: "The decision was superseded, withdrawn or implemented." },
  "resolved-failure": { home: "cold", why: "The failure is resolved." },
  history: { home: "cold", why: "A part of the session before a compaction or a clear: history, not in the window." },
} as const satisfies Record<string, KindRow>;
export type ItemKind = keyof typeof ITEM_KINDS;
export const ITEM_KIND_NAMES = Object.keys(ITEM_KINDS) as [ItemKind, ...ItemKind[]]; // the keys of the table above

/** Something that may take room in a window. */
export interface BudgetItem {
  /** Unique in a placement: `task`, `file:src/a.ts`, `DEC-003`, `history:main:0`. */
  readonly id: string;
  readonly kind: ItemKind;
  readonly title: string;
  readonly tokens: number;
  readonly facts: ImportanceFacts;
}

export interface PlacedItem {
  readonly id: string;
  readonly kind: ItemKind;
  readonly title: string;
  readonly tokens: number;
  readonly home: Tier;
  readonly importance: Importance;
  /** Sentences: what put it here, whether it fell, and what its importance is made of. */
  readonly why: string;
}

export interface TierPlacement {
  readonly tier: Tier;
  /** Null when the window is unknown: then nothing falls. */
  readonly budgetTokens: number | null;
  readonly usedTokens: number;
  /** The most important first. */
  readonly items: readonly PlacedItem[];
}

export interface Placement {
  readonly tiers: readonly TierPlacement[];
  /** What no tier has room for: kept, and reached by its reference only. */
  readonly beyond: readonly PlacedItem[];
}

interface Candidate {
  readonly item: BudgetItem;
  readonly home: Tier;
  readonly importance: Importance;
  /** Tiers that had no room for it. */
  readonly full: readonly Tier[];
}

/**
 * Puts each item into exactly one tier, its own when there is room: the most important first, and what does not fit
 * falls to the next tier, where it competes with what belongs there. No tier ever holds more than its share.
 */
export function placeItems(
  items: readonly BudgetItem[],
  windowTokens: number | null,
  shares: BudgetPolicy["tiers"],
): Placement {
  const candidates = items.map((item): Candidate => {
    return { item, home: ITEM_KINDS[item.kind].home, importance: importanceOf(item.facts), full: [] };
  });
  const tiers: TierPlacement[] = [];
  let fallen: Candidate[] = [];
  for (const tier of TIERS) {
    const budgetTokens = windowTokens === null ? null : Math.floor(windowTokens * shares[tier]);
    const own = candidates.filter(({ home }) => home === tier);
    const { placed, left } = fill([...own, ...fallen], budgetTokens ?? Number.POSITIVE_INFINITY);
    const usedTokens = placed.reduce((sum, { item }) => sum + item.tokens, 0);
    tiers.push({ tier, budgetTokens, usedTokens, items: placed.map(toPlaced) });
    fallen = left.map((candidate) => ({ ...candidate, full: [...candidate.full, tier] }));
  }
  return { tiers, beyond: fallen.map(toPlaced) };
}

function fill(candidates: readonly Candidate[], budgetTokens: number): { placed: Candidate[]; left: Candidate[] } {
  const placed: Candidate[] = [];
  const left: Candidate[] = [];
  let room = budgetTokens;
  for (const candidate of candidates.toSorted(byImportance)) {
    if (candidate.item.tokens <= room) {
      placed.push(candidate);
      room -= candidate.item.tokens;
    } else left.push(candidate);
  }
  return { placed, left };
}

function byImportance(a: Candidate, b: Candidate): number {
  return b.importance.score - a.importance.score || (a.item.id < b.item.id ? -1 : 1);
}

function toPlaced({ item, home, importance, full }: Candidate): PlacedItem {
  const { id, kind, title, tokens, facts } = item;
  const fell = full.length === 0 ? "" : ` It fell, because ${full.join(" and ")} had no room for it.`;
  const why = `${ITEM_KINDS[kind].why}${fell} ${explainImportance(facts, importance)}`;
  return { id, kind, title, tokens, home, importance, why };
}
