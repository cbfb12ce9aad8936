import { estimateTokens } from "../events/tokens";
import type { PlannedSummary } from "../prune/model";
import type { Entry, Timeline } from "../prune/timeline";
import { evidenceOf, type RangeEvidence, waitsForDecision } from "./evidence";
import { factsOf, type PassedLater, type RangeFacts } from "./facts";
import { readSummary, type SummaryParts, writeSummary } from "./form";
import { MAX_SUMMARY_SHARE, MAX_SUMMARY_TOKENS, MIN_RANGE_TOKENS, type SummarizeOptions } from "./options";
import { passedLaterIn } from "./passed-later";
import { findRanges, type SummaryRange, withoutTornPairs } from "./ranges";
import { retainedList } from "./retained-list";
import { tell } from "./sentences";

/**
 * One synthetic text for each stale range of every thread's current window, in the published form: how much went, what
 * was retained, one or two sentences by rule, and links that resolve. Deterministic and offline. A range without
 * evidence, without its decision, or too small to pay stays in full. A summary never has more than a fifth of the
 * tokens that it replaces; one that takes over earlier summaries is never longer than they were.
 */
export function summarizeRanges(timeline: Timeline, options: SummarizeOptions): PlannedSummary[] {
  const ready = findRanges(timeline, options).filter((range) => !waitsForDecision(range, options.records));
  const told = { ...options, passedLater: passedLaterIn(timeline) };
  return ready.flatMap((range) => {
    const whole = summarize(range, told);
    if (whole !== null) return [whole];
    return betweenSummaries(range).flatMap((part) => summarize(part, told) ?? []);
  });
}

/** Where an earlier summary is too short to take more in, it stays, and what lies around it is summed up on its own. */
function betweenSummaries(range: SummaryRange): SummaryRange[] {
  const parts: Entry[][] = [[]];
  for (const entry of range.entries) {
    if (entry.event.kind === "summary") parts.push([]);
    else parts.at(-1)?.push(entry);
  }
  if (parts.length === 1) return [];
  const last = parts.length - 1;
  const end = (at: number) => (at === last ? {} : { ledTo: null, behind: [] });
  return withoutTornPairs(parts.map((entries, at) => ({ ...range, entries, ...end(at) })));
}

type Told = SummarizeOptions & { readonly passedLater: PassedLater };

function summarize(range: SummaryRange, options: Told): PlannedSummary | null {
  const replacedTokens = range.entries.reduce((sum, entry) => sum + visibleTokens(entry, options), 0);
  if (replacedTokens < (options.minRangeTokens ?? MIN_RANGE_TOKENS)) return null;
  const evidence = evidenceOf(range, options.records);
  if (evidence.links.length === 0) return null;
  const account = accountOf(range, evidence, options);
  const text = firstThatFits(account, limitOf(range, replacedTokens, options));
  if (text === null) return null;
  return {
    thread: range.thread,
    refs: range.entries.map((entry) => entry.event.ref),
    text,
    tokens: estimateTokens(text),
    evidence: readSummary(text)?.evidence ?? [],
    replacedTokens,
  };
}

function visibleTokens(entry: Entry, options: SummarizeOptions): number {
  return options.visibleTokens?.(entry) ?? entry.event.tokens;
}

/** Summaries of summaries never grow: what they had together is all that their successor gets. */
function limitOf({ entries }: SummaryRange, replacedTokens: number, options: SummarizeOptions): number {
  const limit = Math.min(
    options.maxSummaryTokens ?? MAX_SUMMARY_TOKENS,
    Math.floor(replacedTokens * MAX_SUMMARY_SHARE),
  );
  const earlier = entries.filter(({ event }) => event.kind === "summary");
  if (earlier.length === 0) return limit;
  return Math.min(
    limit,
    earlier.reduce((sum, entry) => sum + estimateTokens(entry.event.text), 0),
  );
}

interface Account {
  readonly turns: number;
  readonly tokens: number;
  readonly facts: RangeFacts;
  readonly evidence: RangeEvidence;
  readonly earlier: readonly SummaryParts[];
}

/** Turns and tokens of earlier summaries count again: the new one stands for what they stood for. */
function accountOf({ entries }: SummaryRange, evidence: RangeEvidence, options: Told): Account {
  const earlier = entries.flatMap(({ event }) => (event.kind === "summary" ? (readSummary(event.text) ?? []) : []));
  const own = entries.filter(({ event }) => event.kind !== "summary");
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    turns: new Set(own.map((entry) => entry.turn)).size + sum(earlier.map(({ turns }) => turns)),
    tokens:
      sum(own.map((entry) => options.tokensBefore?.(entry) ?? visibleTokens(entry, options))) +
      sum(earlier.map(({ tokens }) => tokens)),
    facts: factsOf(own, options.passedLater),
    evidence,
    earlier,
  };
}

/** From the fullest account to the barest; even that names what happened and one link. */
const DETAILS = [
  { items: 10, names: 8, quoteCharacters: 160, links: 8 },
  { items: 8, names: 5, quoteCharacters: 120, links: 6 },
  { items: 6, names: 4, quoteCharacters: 90, links: 5 },
  { items: 5, names: 3, quoteCharacters: 70, links: 4 },
  { items: 4, names: 2, quoteCharacters: 50, links: 3 },
  { items: 2, names: 1, quoteCharacters: 0, links: 2 },
  { items: 1, names: 1, quoteCharacters: 0, links: 1 },
  { items: 0, names: 1, quoteCharacters: 0, links: 1 },
] as const;

function firstThatFits({ turns, tokens, facts, evidence, earlier }: Account, limit: number): string | null {
  for (const detail of DETAILS) {
    const text = writeSummary({
      turns,
      tokens,
      retained: retainedList(facts, evidence.decisions, earlier, detail),
      summary: tell({ facts, decisions: evidence.decisions, turns, ...detail }),
      evidence: evidence.links.slice(0, detail.links),
    });
    if (estimateTokens(text) <= limit) return text;
  }
  return null;
}
