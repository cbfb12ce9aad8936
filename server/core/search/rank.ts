import type { SearchKind } from "./fields";

export interface Candidate {
  readonly kind: SearchKind;
  readonly key: string;
  readonly atMs: number;
  /** Of an event: its kind. */
  readonly status: string;
  readonly words: number;
  /** Worth of the words that were found in it. */
  readonly score: number;
  readonly found: number;
}

/** What people wrote to be kept comes before what was said on the way there. */
const KIND_WEIGHTS: Readonly<Record<SearchKind, number>> = {
  decision: 1.3,
  failure: 1.25,
  constraint: 1.25,
  preference: 1.2,
  handoff: 1.1,
  summary: 1.1,
  document: 1.1,
  comment: 1,
  file: 0.9,
  event: 0.9,
};
/** Of an event: output of tools repeats what people and agents say. */
const EVENT_WEIGHTS: Readonly<Record<string, number>> = { user_prompt: 1.2, assistant_message: 1.1, tool_result: 0.9 };
const OVER: ReadonlySet<string> = new Set(["rejected", "superseded", "deprecated", "dismissed"]);
const OVER_WEIGHT = 0.8;

const RECENCY_SHARE = 0.15;
const HALF_LIFE_DAYS = 30;
const DAY_MS = 86_400_000;
/** About the words of a record; a longer text has a word more easily. */
const USUAL_WORDS = 80;
const LENGTH_SHARE = 0.3;

export interface Ranked {
  readonly kind: SearchKind;
  readonly key: string;
  readonly rank: number;
}

/** The best first; without words the newest. The same candidates at the same time always give the same order. */
export function rankCandidates(candidates: readonly Candidate[], wordCount: number, nowMs: number): Ranked[] {
  return candidates
    .map((candidate) => ({
      kind: candidate.kind,
      key: candidate.key,
      rank: wordCount === 0 ? candidate.atMs : rankOf(candidate, wordCount, nowMs),
    }))
    .sort(compareRanked);
}

export function compareRanked(a: Ranked, b: Ranked): number {
  if (a.rank !== b.rank) return b.rank - a.rank;
  const [one, other] = [`${a.kind} ${a.key}`, `${b.kind} ${b.key}`];
  return one === other ? 0 : one < other ? -1 : 1;
}

function rankOf(candidate: Candidate, wordCount: number, nowMs: number): number {
  const { kind, status, words, score, found, atMs } = candidate;
  const length = 1 - LENGTH_SHARE + LENGTH_SHARE * (Math.log(10 + words) / Math.log(10 + USUAL_WORDS));
  // Two of three words are worth more than twice one.
  const coverage = (found / wordCount) ** 0.5;
  const ageDays = Math.max(0, nowMs - atMs) / DAY_MS;
  const recency = 1 + RECENCY_SHARE * 2 ** (-ageDays / HALF_LIFE_DAYS);
  const standing = kind === "event" ? (EVENT_WEIGHTS[status] ?? 1) : OVER.has(status) ? OVER_WEIGHT : 1;
  return (score / length) * coverage * recency * KIND_WEIGHTS[kind] * standing;
}
