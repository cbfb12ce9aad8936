import { contradictionBetween } from "./contradiction";
import { type DriftDecision, type Profile, profileOf } from "./drift-profile";
import { commonWords, likeness, type Weights, weightsOf } from "./subject-words";
import { type DecisionStatus, olderOf } from "./transitions";

/**
 * Drift and repetition among the decisions of a project: two that overlap, two that contradict each other, and questions
 * that were asked again though they had been answered. Pure; linear in the pairs that have anything in common.
 */

export const FLAG_KINDS = ["contradiction", "repetition", "overlap"] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

export interface DriftFlag {
  readonly kind: FlagKind;
  /** The newer of the two, by its number. */
  readonly number: number;
  readonly other: number;
  /** 0 to 1: how sure. */
  readonly score: number;
  /** Sentences that say why; then what both have in common. */
  readonly reasons: readonly string[];
  readonly words: readonly string[];
  readonly paths: readonly string[];
}

/** Shares of weighted words from which two decisions are about the same: alone, and with an affected path in common. */
const OVERLAP = 0.45;
const OVERLAP_WITH_PATH = 0.25;
/** Two wordings of one question. */
const SAME_QUESTION = 0.7;
/** Words of more decisions than this lead to no pair by themselves: they are the project's everyday words. */
const MAX_POSTINGS = 60;
const MAX_COMMON = 12;

/** Each pair at most once, by its gravest finding; the surest first. Decisions that replace one another are settled. */
export function findDrift(decisions: readonly DriftDecision[]): DriftFlag[] {
  const living = decisions.filter(({ status }) => isLiving(status)).sort((a, b) => a.number - b.number);
  const profiles = living.map(profileOf);
  const weight = weightsOf(profiles.map(({ said, asked }) => new Set([...said, ...asked])));
  const flags: DriftFlag[] = [];
  for (const [older, newer] of candidatePairs(profiles)) {
    if (!mayConflict(older.of, newer.of)) continue;
    const flag = flagOf(older, newer, weight);
    if (flag) flags.push(flag);
  }
  return flags.sort((a, b) => b.score - a.score || b.number - a.number || b.other - a.other);
}

export function isLiving(status: DecisionStatus): boolean {
  return status === "draft" || status === "proposed" || status === "accepted";
}

/** One of them holds, and they are not settled with each other already. */
function mayConflict(older: DriftDecision, newer: DriftDecision): boolean {
  if (older.status !== "accepted" && newer.status !== "accepted") return false;
  return !olderOf(newer).includes(older.number) && !olderOf(older).includes(newer.number);
}

/** Pairs that share a path or a telling word, the older one first. */
function candidatePairs(profiles: readonly Profile[]): [Profile, Profile][] {
  const postings = new Map<string, number[]>();
  profiles.forEach(({ said, asked, paths }, at) => {
    const keys = new Set([...said, ...asked, ...[...paths].map((path) => `path:${path}`)]);
    for (const key of keys) {
      const list = postings.get(key);
      if (list) list.push(at);
      else postings.set(key, [at]);
    }
  });
  const seen = new Set<number>();
  const pairs: [Profile, Profile][] = [];
  for (const list of postings.values()) {
    if (list.length > MAX_POSTINGS) continue;
    for (const [place, a] of list.entries()) {
      for (const b of list.slice(place + 1)) {
        const key = a * profiles.length + b;
        const [older, newer] = [profiles[a], profiles[b]];
        if (seen.has(key) || !older || !newer) continue;
        seen.add(key);
        pairs.push([older, newer]);
      }
    }
  }
  return pairs;
}

function flagOf(older: Profile, newer: Profile, weight: Weights): DriftFlag | null {
  const paths = [...newer.paths].filter((path) => older.paths.has(path));
  const saidAlike = likeness(older.said, newer.said, weight);
  const askedAlike = likeness(older.asked, newer.asked, weight);
  const isAskedAgain = askedAlike >= SAME_QUESTION;
  const clash = contradictionBetween(older, newer, { saidAlike, isAskedAgain, sharesPath: paths.length > 0, weight });
  const isOverlap = saidAlike >= (paths.length > 0 ? OVERLAP_WITH_PATH : OVERLAP);
  if (!clash && !isAskedAgain && !isOverlap) return null;
  const words = commonWords(older.said, newer.said)
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, MAX_COMMON);
  const pair = { number: newer.of.number, other: older.of.number, words, paths: paths.slice(0, MAX_COMMON) };
  if (clash) return { ...pair, kind: "contradiction", score: rounded(clash.score), reasons: clash.reasons };
  if (isAskedAgain) {
    const reasons = [`Asked again, and answered the same: ${newer.of.question.trim()}`];
    return { ...pair, kind: "repetition", score: rounded(askedAlike), reasons };
  }
  return { ...pair, kind: "overlap", score: rounded(saidAlike), reasons: [overlapReason(pair)] };
}

function overlapReason({ words, paths }: Pick<DriftFlag, "words" | "paths">): string {
  const about = words.slice(0, 5).join(", ");
  return paths.length > 0
    ? `Both are about ${about}, and about ${paths.slice(0, 3).join(", ")}.`
    : `Both are about ${about}.`;
}

function rounded(score: number): number {
  return Math.round(score * 100) / 100;
}
