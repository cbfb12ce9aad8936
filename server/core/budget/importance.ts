/**
 * How much an item matters to the work at hand: four terms between 0 and 1, each with its weight. The weights add up to
 * 1, so importance lies between 0 and 1 as well.
 */
export const IMPORTANCE_TERMS = {
  /** The current task, guards and critical decisions. Outweighs the rest together: anchors are always placed first. */
  anchor: { weight: 0.52 },
  /** Halves every `HALF_LIFE` of its unit. */
  recency: { weight: 0.2 },
  /** How often people and agents named it. */
  references: { weight: 0.1 },
  /** How much of it speaks of the current task. */
  relevance: { weight: 0.18 },
} as const;
export type ImportanceTerm = keyof typeof IMPORTANCE_TERMS;
const TERM_NAMES = ["anchor", "recency", "references", "relevance"] as const satisfies readonly ImportanceTerm[];

/** Turns for what stands in the session, days for the records of the project. */
export type Age = { readonly turns: number } | { readonly days: number };
const HALF_LIFE = { turns: 10, days: 30 } as const;

/** So many references count for half of the term. */
const HALF_OF_REFERENCES = 3;

export interface ImportanceFacts {
  readonly anchor: boolean;
  /** Since it was last touched; null when nothing tells. */
  readonly age: Age | null;
  readonly references: number;
  /** 0 to 1; see `relevanceTo`. */
  readonly relevance: number;
}

export interface Importance {
  readonly score: number;
  readonly terms: readonly { readonly term: ImportanceTerm; readonly value: number; readonly weight: number }[];
}

export function importanceOf(facts: ImportanceFacts): Importance {
  const values: Readonly<Record<ImportanceTerm, number>> = {
    anchor: facts.anchor ? 1 : 0,
    recency: facts.age === null ? 0 : recency(facts.age),
    references: facts.references / (facts.references + HALF_OF_REFERENCES),
    relevance: facts.relevance,
  };
  const terms = TERM_NAMES.map((term) => ({
    term,
    value: rounded(values[term]),
    weight: IMPORTANCE_TERMS[term].weight,
  }));
  return { score: rounded(terms.reduce((sum, { value, weight }) => sum + value * weight, 0)), terms };
}

function recency(age: Age): number {
  const halves = "turns" in age ? age.turns / HALF_LIFE.turns : age.days / HALF_LIFE.days;
  return 2 ** -Math.max(0, halves);
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** The importance in words: `Importance 0.71: anchor, touched 2 turns ago, named 4 times, 50 % about the task.` */
export function explainImportance(facts: ImportanceFacts, { score }: Importance): string {
  const parts = [
    facts.anchor ? "anchor" : null,
    facts.age === null ? null : inWords(facts.age),
    facts.references === 0 ? "never named" : `named ${times(facts.references)}`,
    `${Math.round(facts.relevance * 100)} % about the task`,
  ];
  return `Importance ${score}: ${parts.filter((part) => part !== null).join(", ")}.`;
}

function inWords(age: Age): string {
  const [count, unit] = "turns" in age ? [age.turns, "turn"] : [Math.floor(age.days), "day"];
  if (count === 0) return unit === "turn" ? "touched in this turn" : "touched today";
  return `touched ${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
