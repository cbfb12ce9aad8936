/**
 * Score = Σ wᵢ·xᵢ over four terms, each between 0 and 1 (published form: f(dependency_depth, change_frequency,
 * relevance_to_task, test_coverage_inverse)). The weights stand here and nowhere else; together they make 1.
 */
export const SCORE_TERMS = [
  { term: "dependency", weight: 0.4, label: "Dependency depth" },
  { term: "relevance", weight: 0.3, label: "Relevance to the task" },
  { term: "frequency", weight: 0.2, label: "Change frequency" },
  { term: "coverage", weight: 0.1, label: "Inverse test coverage" },
] as const;
export type ScoreTerm = (typeof SCORE_TERMS)[number]["term"];

/** One term as a person reads it: `weight × value = points`, and where the value comes from. */
export interface TermValue {
  readonly term: ScoreTerm;
  readonly weight: number;
  readonly value: number;
  readonly points: number;
  readonly why: string;
}

export interface Measured {
  readonly value: number;
  readonly why: string;
}

/** What is not known counts half: neither as covered nor as bare. */
const UNKNOWN_COVERAGE = 0.5;

/** Weighs the terms. The score is the sum of the points; values outside 0 to 1 are cut. */
export function weigh(measured: Readonly<Record<ScoreTerm, Measured>>): { score: number; terms: TermValue[] } {
  const terms = SCORE_TERMS.map(({ term, weight }) => {
    const value = Math.min(1, Math.max(0, measured[term].value));
    return { term, weight, value: round(value), points: round(weight * value), why: measured[term].why };
  });
  return { score: round(terms.reduce((sum, { points }) => sum + points, 0)), terms };
}

/** Nearer is more: the file itself 1, what it imports 1/2, two steps 1/3; what imports it counts as one step. */
export function measureDepth(steps: number | null, why: string): Measured {
  return { value: steps === null ? 0 : 1 / (1 + steps), why };
}

/** Logarithmic, since the tenth commit tells more than the hundredth. */
export function measureFrequency(commits: number, mostCommits: number): Measured {
  if (mostCommits === 0) return { value: 0, why: "No commits are known." };
  const why = commits === 0 ? "No commit changed it lately." : `${plural(commits, "commit")} changed it lately.`;
  return { value: Math.log1p(commits) / Math.log1p(mostCommits), why };
}

/** Without files being edited: what many import is near to everything. */
export function measureUse(users: number, mostUsers: number): Measured {
  const why = users === 0 ? "No file imports it." : `${plural(users, "file")} import${users === 1 ? "s" : ""} it.`;
  return { value: mostUsers === 0 ? 0 : Math.log1p(users) / Math.log1p(mostUsers), why };
}

/** `coverage` is the covered share of its lines; null when no report names the file. */
export function measureCoverage(coverage: number | null, canBeCovered: boolean): Measured {
  if (!canBeCovered) return { value: 0, why: "Tests do not cover such files." };
  if (coverage === null) return { value: UNKNOWN_COVERAGE, why: "No coverage report names it; unknown counts half." };
  return { value: 1 - coverage, why: `Tests cover ${Math.round(coverage * 100)} % of it.` };
}

function plural(value: number, one: string): string {
  return `${value} ${one}${value === 1 ? "" : "s"}`;
}

/** Four decimals: what is shown adds up, and equal inputs give equal texts. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
