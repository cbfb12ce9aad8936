import { cutAtWord } from "../decisions/draft";
import { oneLine } from "./todos";

/** Words that bind a decision to a case: lost, it reads as if it held always. */
const CONDITION =
  /\b(?:unless|until|only (?:if|when|for|on|in|after|once|where)|except|as long as|provided (?:that)?|if|when(?:ever)?|otherwise|at (?:most|least)|no more than|up to|limit(?:ed)? to|must not|never)\b/i;
/** Limits, thresholds, versions, times and sizes. */
const NUMBER = /(?:^|[^\w#])v?\d+(?:[.,:]\d+)*\s?(?:%|[a-zµ]{1,8}\b)?/i;
/** A decision of a few words is told whole. */
const SHORT_CHARACTERS = 200;
const MAX_CHARACTERS = 700;
const SENTENCE_END = /(?<=[.;!?])\s+/;

/**
 * A decision in one line: its title, and of what was decided all that its title does not say when it is short, else the
 * sentences that carry a condition or a number.
 */
export function decisionLine(told: { readonly title: string; readonly decision: string }): string {
  const title = oneLine(told.title);
  const rest = besideTitle(title, told.decision);
  const decision = oneLine(rest);
  if (decision.length > SHORT_CHARACTERS) return titled(title, bindingSentences(rest).join(" "));
  return isCutOf(title, decision) ? decision : titled(title, decision);
}

function titled(title: string, kept: string): string {
  return kept === "" ? title : cutAtWord(`${title}: ${kept}`, MAX_CHARACTERS);
}

/**
 * What a decision says beside its title. An answer's own words stand in the title, and what it means follows on lines of
 * its own; the title of a written decision is its first sentence.
 */
function besideTitle(title: string, decision: string): string {
  const said = comparable(title);
  return decision
    .split("\n")
    .filter((line) => !said.includes(comparable(line)))
    .map((line) => {
      const sentences = line.split(SENTENCE_END);
      return sentences.filter((sentence) => comparable(sentence) !== said).join(" ");
    })
    .join("\n");
}

/** A title that was too long is the beginning of what was decided. */
function isCutOf(title: string, decision: string): boolean {
  return title.endsWith("…") && comparable(decision).startsWith(comparable(title));
}

/** Sentences and list items that hold a condition or a number; code is no sentence. */
export function bindingSentences(text: string): string[] {
  return text
    .replace(/(```|~~~)[\s\S]*?(?:\1|$)/g, "\n")
    .split(/\r?\n|(?<=[.;!?])\s+/)
    .map((sentence) => oneLine(sentence.replace(/^\s*(?:[-*+>]|\d+[.)]|#{1,6})\s+/, "").replace(/\*\*/g, "")))
    .filter((sentence) => sentence.length > 3 && (CONDITION.test(sentence) || NUMBER.test(sentence)));
}

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
