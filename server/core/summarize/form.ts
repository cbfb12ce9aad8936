/**
 * The published form of a synthetic summary:
 *
 *     [Context Steward] Pruned N turns (M tokens). Retained: [list].
 *     Summary: [1-2 sentences]. Evidence: [link].
 *
 * Numbers are plain digits, list items are joined by "; ", links by ", ".
 */
export interface SummaryParts {
  /** Model requests that the range held. */
  readonly turns: number;
  readonly tokens: number;
  readonly retained: readonly string[];
  /** One or two sentences, with their full stops. */
  readonly summary: string;
  readonly evidence: readonly string[];
}

const HEAD = "[Context Steward] Pruned ";
const FORM =
  /^\[Context Steward\] Pruned (\d+) turns \((\d+) tokens\)\. Retained: ([^\n]+)\.\nSummary: ([^\n]+) Evidence: ([^\n]+)\.$/;
const NOTHING = "nothing";

export function isSteward(text: string): boolean {
  return text.startsWith(HEAD);
}

export function writeSummary({ turns, tokens, retained, summary, evidence }: SummaryParts): string {
  const list = retained.length === 0 ? NOTHING : retained.join("; ");
  return `${HEAD}${turns} turns (${tokens} tokens). Retained: ${list}.\nSummary: ${summary} Evidence: ${evidence.join(", ")}.`;
}

/** Null for a text of any other form. */
export function readSummary(text: string): SummaryParts | null {
  const match = FORM.exec(text.trim());
  if (!match) return null;
  const [, turns = "", tokens = "", list = "", summary = "", links = ""] = match;
  const evidence = links.split(", ");
  if (!evidence.every(isLink)) return null;
  return {
    turns: Number(turns),
    tokens: Number(tokens),
    retained: list === NOTHING ? [] : list.split("; "),
    summary,
    evidence,
  };
}

/** Links from the most to the least telling: what was decided comes before what a file once held. */
const LINKS: readonly RegExp[] = [
  /^DEC-\d+@\d+$/,
  /^FAIL-\d+$/,
  /^SUM-\d+(?:#[\w.-]+)?$/,
  /^[0-9a-f]{7,40}$/,
  /^[^\s,]+@[0-9a-f]{12}$/,
];

export function isLink(text: string): boolean {
  return LINKS.some((form) => form.test(text));
}

/** The most telling links first, each once, in the order given otherwise. */
export function rankLinks(links: readonly string[]): string[] {
  const known = [...new Set(links)].filter(isLink);
  return LINKS.flatMap((form) => known.filter((link) => form.test(link)));
}
