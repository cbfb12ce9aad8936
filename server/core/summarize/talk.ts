import { linesOf } from "../decisions/markdown-sections";
import type { Entry } from "../prune/timeline";

/** What the agent said in a range that is worth a quote. Greetings, thanks and bare confirmations never are. */
export interface Talk {
  readonly messages: number;
  /** The last sentence that says of itself that it concludes, else the last one that states something. */
  readonly conclusion: string | null;
  /** The first sentence that names a limit, a rule or a must. */
  readonly constraint: string | null;
  /** Questions that the agent put, the last ones last. */
  readonly questions: readonly string[];
}

const MIN_SENTENCE_CHARACTERS = 20;
const MAX_QUESTIONS = 2;

const PLEASANTRY =
  /^(?:hi|hello|hey|thanks?|thank you|you'?re (?:absolutely )?(?:right|welcome)|great|good|perfect|excellent|nice|ok(?:ay)?|sure|yes|done|got it|understood|sounds good|of course|certainly|absolutely|no problem|glad|happy to|sorry|i apologi[sz]e|i see)\b/i;
/** Plans for the next step and advice are no conclusions: read later, they look like a task. */
const INTENTION =
  /^(?:now|next|first|then|please|you (?:should|can|need|may)|to (?:run|use|start)|run|start|use|try|check|open|install|add|make sure|remember|note|voy a|vamos a)\b|\b(?:let me|let's|let us|I'?ll|I will|we'?ll|I(?:['’]m| am) (?:going to|also |now )?\w+ing|I(?:['’]m| am) going to|I (?:need|want) to|I should|we (?:should|need to|can now))\b/i;
const CONSTRAINT =
  /\b(?:must(?: not)?|cannot|can't|may not|never|only (?:works|allows|supports)|requires?|limit(?:ed)? to|not supported|forbidden)\b/i;

/** A source stands beside the conclusion; what was retained names it. */
const SOURCE = /^(?:sources?|references?|evidence|links?|see(?: also)?)\s*:/i;
const CONCLUDING =
  /^(?:(?:my|the|our) )?(?:in conclusion|conclusion|to conclude|root cause|bottom line|findings?)\b\s*[:,]?/i;

export function talkOf(entries: readonly Entry[]): Talk {
  const messages = entries.filter(({ event }) => event.kind === "assistant_message" || event.kind === "agent_output");
  const sentences = messages.flatMap(({ event }) => sentencesOf(event.text));
  const statements = sentences.filter((sentence) => !sentence.endsWith("?") && isStatement(sentence));
  return {
    messages: messages.length,
    conclusion: statements.findLast((sentence) => CONCLUDING.test(sentence)) ?? statements.at(-1) ?? null,
    constraint: statements.find((sentence) => CONSTRAINT.test(sentence)) ?? null,
    questions: sentences.filter((sentence) => sentence.endsWith("?")).slice(-MAX_QUESTIONS),
  };
}

function isStatement(sentence: string): boolean {
  return !PLEASANTRY.test(sentence) && !INTENTION.test(sentence) && !SOURCE.test(sentence) && !sentence.endsWith(":");
}

/** Sentences of prose: no code, no headings, no tables, no quotes of others; inline marks taken off. */
export function sentencesOf(text: string): string[] {
  return linesOf(text).flatMap(({ line, isCode }) => {
    if (isCode || /^\s*(?:#{1,6}\s|\||>)/.test(line)) return [];
    const plain = line
      .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "")
      .replace(/\*\*|__|`/g, "")
      .trim();
    return plain.split(/(?<=[.!?])\s+(?=[A-Z"'(])/).filter((sentence) => sentence.length >= MIN_SENTENCE_CHARACTERS);
  });
}
