/**
 * When a decision asks to be looked at again: it was decided long ago with little confidence, it is of high risk and
 * rests on nothing, or what it is about is no longer there. A person who says that it still holds quiets it for as long.
 */

export const REVIEW_AFTER_DAYS = 90;
const DAY_MS = 86_400_000;

export interface ReviewedDecision {
  readonly status: string;
  readonly confidence: string;
  readonly risk: string;
  readonly hasEvidence: boolean;
  readonly decidedAtMs: number;
  /** When somebody last said that it still holds. */
  readonly reviewedAtMs: number | null;
  /** Affected paths that the file index no longer has. */
  readonly gonePaths: readonly string[];
}

/** A look at or after this instant is recent enough. */
export function reviewBefore(nowMs: number): number {
  return nowMs - REVIEW_AFTER_DAYS * DAY_MS;
}

/** Sentences, one a reason; none when no review is due. */
export function reviewReasons(decision: ReviewedDecision, nowMs: number): string[] {
  const { status, confidence, risk, hasEvidence, decidedAtMs, reviewedAtMs, gonePaths } = decision;
  const before = reviewBefore(nowMs);
  if (status !== "accepted" || (reviewedAtMs !== null && reviewedAtMs >= before)) return [];
  const reasons: string[] = [];
  const level = /^\s*(low|medium)/i.exec(confidence)?.[1]?.toLowerCase();
  if (level && decidedAtMs < before) {
    const days = Math.floor((nowMs - decidedAtMs) / DAY_MS);
    reasons.push(`Decided ${days} days ago with ${level} confidence.`);
  }
  if (/^\s*high/i.test(risk) && !hasEvidence) reasons.push("Its risk is high, and no evidence is linked.");
  if (gonePaths.length > 0) reasons.push(`The file index no longer has ${told(gonePaths)}.`);
  return reasons;
}

const SHOWN = 3;

function told(paths: readonly string[]): string {
  const shown = paths.slice(0, SHOWN).join(", ");
  return paths.length > SHOWN ? `${shown} and ${paths.length - SHOWN} more` : shown;
}
