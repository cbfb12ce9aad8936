import type { LinkedRecord } from "../prune/model";
import type { RangeFacts } from "./facts";
import type { SummaryParts } from "./form";
import { shortNames } from "./short-names";
import { count, listed, quoted } from "./words";

export interface RetainedDetail {
  readonly items: number;
  readonly names: number;
  /** 0 leaves quotes out. */
  readonly quoteCharacters: number;
}

const EARLIER = "earlier ";

/**
 * What stays of a range beside its sentences: decisions, files that were changed, open questions, limits that were
 * found, error patterns, sources. What earlier summaries had retained comes last, so that it gives way first. What
 * the user prefers is in the prompts, which no summary touches.
 */
export function retainedList(
  facts: RangeFacts,
  decisions: readonly LinkedRecord[],
  earlier: readonly SummaryParts[],
  { items, names, quoteCharacters }: RetainedDetail,
): string[] {
  const short = shortNames([...facts.edits.keys(), ...facts.reads.keys()]);
  const quotes = quoteCharacters > 0;
  const quote = (text: string) => quoted(text, quoteCharacters);
  const list = [
    ...(quotes ? decisions.map((decision) => `decision ${quote(decision.title)}`) : []),
    ...named("changed", counted(facts.edits, short), names),
    ...(quotes ? facts.talk.questions.map((question) => `open question ${quote(question)}`) : []),
    ...(quotes && facts.talk.constraint !== null ? [`limit ${quote(facts.talk.constraint)}`] : []),
    ...(quotes ? [...facts.errors].map(([line, times]) => `error ${quote(line)} (${count(times, "time")})`) : []),
    ...named("opened", facts.pages.map(flat), names),
    ...named("read", [...facts.reads.keys()].map(short).map(flat), names),
    ...earlierItems(earlier, quotes ? quoteCharacters : 0),
  ];
  return [...new Set(list)].slice(0, items);
}

function named(verb: string, items: readonly string[], max: number): string[] {
  return items.length === 0 ? [] : [`${verb} ${listed(items, max)}`];
}

function counted(times: ReadonlyMap<string, number>, short: (path: string) => string): string[] {
  return [...times].map(([path, count]) => (count === 1 ? flat(short(path)) : `${flat(short(path))} (${count} times)`));
}

function flat(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, 120);
}

/** The last summary's account, then the lists of all; an account of an account is not passed on. */
function earlierItems(earlier: readonly SummaryParts[], quoteCharacters: number): string[] {
  const last = earlier.at(-1);
  const account = last && quoteCharacters > 0 ? [`${EARLIER}${quoted(last.summary, quoteCharacters)}`] : [];
  const lists = earlier.flatMap((summary) => summary.retained.filter((item) => !item.startsWith(EARLIER)));
  return [...account, ...lists];
}
