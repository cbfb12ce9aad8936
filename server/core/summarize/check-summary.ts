import { estimateTokens } from "../events/tokens";
import type { PlannedSummary } from "../prune/model";
import type { Entry, Timeline } from "../prune/timeline";
import { isSteward, readSummary, type SummaryParts } from "./form";
import { MAX_SUMMARY_SHARE, MAX_SUMMARY_TOKENS } from "./options";

/** The events that a planned summary stands for. */
export function entriesOf(timeline: Timeline, summary: Pick<PlannedSummary, "refs">): Entry[] {
  return summary.refs.flatMap((ref) => timeline.byRef.get(ref) ?? []);
}

/**
 * What is wrong with another text in place of a planned summary; null when nothing is. A text from a model is held to
 * what the rules keep by themselves: the form and its numbers, links out of those that resolve, no path that the range
 * does not name, the length, and words that record and do not instruct.
 */
export function faultOf(text: string, planned: PlannedSummary, range: readonly Entry[]): string | null {
  const parts = readSummary(text);
  if (parts === null) return "It is not in the form of a summary, or has no evidence that resolves.";
  return (
    faultOfNumbers(parts, planned) ??
    faultOfLength(text, planned, range) ??
    faultOfEvidence(parts, planned) ??
    faultOfWords(parts) ??
    faultOfPaths(parts, range)
  );
}

function faultOfNumbers({ turns, tokens }: SummaryParts, planned: PlannedSummary): string | null {
  const expected = readSummary(planned.text);
  if (expected?.turns === turns && expected.tokens === tokens) return null;
  return `It says ${turns} turns and ${tokens} tokens where ${expected?.turns} and ${expected?.tokens} were pruned.`;
}

/** A summary of summaries may not be longer than the default, which already is not longer than they were. */
function faultOfLength(text: string, planned: PlannedSummary, range: readonly Entry[]): string | null {
  const isNested = range.some(({ event }) => event.kind === "summary" && isSteward(event.text));
  const share = Math.min(MAX_SUMMARY_TOKENS, Math.floor(planned.replacedTokens * MAX_SUMMARY_SHARE));
  const limit = isNested ? planned.tokens : share;
  const tokens = estimateTokens(text);
  return tokens <= limit ? null : `It has ${tokens} tokens; ${limit} are allowed.`;
}

function faultOfEvidence({ evidence }: SummaryParts, planned: PlannedSummary): string | null {
  const unknown = evidence.filter((link) => !planned.evidence.includes(link));
  return unknown.length === 0 ? null : `Its evidence is not that of the range: ${unknown.join(", ")}.`;
}

/** What stands in quotes was said in the range. */
const QUOTE = /“[^”]*”/g;
const SENTENCE_END = /[.!?]["”')\]]*(?=\s+[\p{Lu}"“]|\s*$)/gu;
const INSTRUCTION =
  /\b(?:please|you (?:should|must|need to|have to)|let's|let us|make sure|don't forget|next steps?:|todo:|to do:|ignore (?:all|any|previous))\b|(?:^|[.;:] )(?:run|fix|continue|implement|add|create|delete|remove|execute|install|proceed|now)\b/i;

function faultOfWords({ summary, retained }: SummaryParts): string | null {
  const own = summary.replace(QUOTE, "“”");
  const sentences = own.match(SENTENCE_END)?.length ?? 0;
  if (sentences < 1 || sentences > 2) return `Its summary has ${sentences} sentences instead of one or two.`;
  const found = INSTRUCTION.exec(`${own}\n${retained.join("; ").replace(QUOTE, "“”")}`)?.[0];
  return found === undefined ? null : `It reads like an instruction: "${found.trim()}".`;
}

/** Words with a slash or a file ending. */
const PATH =
  /(?:[\w@~.+-]*\/)+[\w@.+-]+|\b[\w@+-]+(?:\.[\w+-]+)*\.(?:[cm]?[jt]sx?|json|md|py|go|rs|java|kt|rb|php|cs|cpp|cc|c|h|hpp|swift|sh|sql|ya?ml|toml|css|scss|html|vue|svelte|txt|lock|xml|ini|cfg|env|proto|prisma)\b/g;

function faultOfPaths({ summary, retained }: SummaryParts, range: readonly Entry[]): string | null {
  const named = new Set(`${retained.join("\n")}\n${summary}`.match(PATH) ?? []);
  for (const path of named) {
    const plain = path.replace(/^\.\//, "").replace(/[.]+$/, "");
    if (!isNamed(range, plain)) return `It names ${plain}, which the range does not.`;
  }
  return null;
}

/** `null/undefined` is no path but a choice of two words: there each has to be named. */
function isNamed(range: readonly Entry[], path: string): boolean {
  if (range.some((entry) => mentions(entry, path))) return true;
  const words = path.split("/");
  const isChoice = words.length === 2 && !path.includes(".");
  return isChoice && words.every((word) => range.some((entry) => mentions(entry, word)));
}

function mentions({ event }: Entry, path: string): boolean {
  if (event.text.includes(path)) return true;
  return [event.target ?? "", event.command ?? "", ...event.paths].some((place) => place.includes(path));
}
