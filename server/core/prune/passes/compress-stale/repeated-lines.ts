import { estimateTokens } from "../../../events/tokens";
import type { PrunePolicy, Verdict } from "../../model";
import { tokensOf } from "../../projection";
import type { Entry } from "../../timeline";
import { MIN_KEY_CHARACTERS, type TextLine, type TextUnits, unitsOf, unitsOfText } from "../../visible/text-units";
import type { WindowView } from "../../visible/window-view";

export const REPEATED_LINES_RULE = "compress-stale.repeated-lines";
/** Stands for lines that something newer in the window shows. */
export const CUT_MARK = "[..]";

interface Trimming {
  readonly policy: NonNullable<PrunePolicy["blocks"]>;
  readonly view: WindowView;
  /** Whether the event may lose lines: of a kind that may, full under the plan, guarded by nothing but its age. */
  mayTrim(entry: Entry): boolean;
  /** What the plan already leaves of an event, when it changes it. */
  verdictOf(entry: Entry): Verdict | undefined;
}

/**
 * Cuts from each older result of a window the runs of lines that something newer in the same window shows. Lossless:
 * each line that is cut stands, letter for letter but for its line number, in an event behind it.
 * Goes from the newest to the oldest, so that nothing is cut on the word of a line that is cut itself.
 */
export function trimRepeatedLines(trimming: Trimming): Verdict[] {
  const shownBehind = new Map<string, Entry>();
  const verdicts: Verdict[] = [];
  for (const entry of [...trimming.view.entries].reverse()) {
    const cut = trimming.mayTrim(entry) ? trim(entry, shownBehind, trimming) : null;
    if (cut) verdicts.push(cut);
    for (const key of left(entry, cut ?? trimming.verdictOf(entry), trimming.view).keys) {
      if (!shownBehind.has(key)) shownBehind.set(key, entry);
    }
  }
  return verdicts.reverse();
}

/** What the model sees of the event once the verdict is carried out. */
function left(entry: Entry, verdict: Verdict | undefined, view: WindowView): TextUnits {
  if (verdict === undefined || verdict.to === verdict.from) return view.shown(entry);
  return unitsOfText(verdict.retained ?? "");
}

function trim(entry: Entry, shownBehind: ReadonlyMap<string, Entry>, { policy }: Trimming): Verdict | null {
  const { event } = entry;
  if (event.tokens < policy.minTokens || entry.ageTurns < policy.minTurns) return null;
  const { text, evidence, lines } = cutRuns(unitsOf(event).lines, shownBehind, policy.minLines);
  if (lines === 0 || estimateTokens(text) > event.tokens * (1 - policy.minGainShare)) return null;
  const verdict = {
    ref: event.ref,
    from: "full" as const,
    to: "retained" as const,
    pass: "compress-stale" as const,
    rule: REPEATED_LINES_RULE,
    reason: `${lines} of its lines stand again, word for word, in ${listOf(evidence)}.`,
    evidence: evidence.map((newer) => newer.event.ref),
    tokensBefore: event.tokens,
    noise: null,
    noiseSinceTurn: null,
    retained: text,
  };
  const tokensAfter = tokensOf(verdict, null);
  return tokensAfter > event.tokens * (1 - policy.minGainShare) ? null : { ...verdict, tokensAfter };
}

const MAX_EVIDENCE = 3;

function listOf(evidence: readonly Entry[]): string {
  return evidence.map((entry) => `ctx:${entry.event.ref}`).join(", ");
}

function cutRuns(lines: readonly TextLine[], shownBehind: ReadonlyMap<string, Entry>, minLines: number) {
  const kept: string[] = [];
  const evidence = new Set<Entry>();
  let cut = 0;
  let at = 0;
  while (at < lines.length) {
    const end = endOfRun(lines, at, shownBehind);
    if (countTelling(lines, at, end) < minLines) {
      kept.push(...lines.slice(at, Math.max(end, at + 1)).map(({ text }) => text));
      at = Math.max(end, at + 1);
      continue;
    }
    kept.push(CUT_MARK);
    cut += end - at;
    for (const { key } of lines.slice(at, end)) {
      const newer = shownBehind.get(key);
      if (newer && evidence.size < MAX_EVIDENCE) evidence.add(newer);
    }
    at = end;
  }
  return { text: kept.join("\n"), evidence: [...evidence], lines: cut };
}

/** A run goes on over lines that tell nothing and stops at one that nothing behind shows. */
function endOfRun(lines: readonly TextLine[], start: number, shownBehind: ReadonlyMap<string, Entry>): number {
  let end = start;
  while (end < lines.length) {
    const key = lines[end]?.key ?? "";
    if (key.length >= MIN_KEY_CHARACTERS && !shownBehind.has(key)) break;
    end++;
  }
  return end;
}

function countTelling(lines: readonly TextLine[], start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if ((lines[at]?.key.length ?? 0) >= MIN_KEY_CHARACTERS) count++;
  return count;
}
