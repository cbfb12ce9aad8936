import type { Entry } from "../prune/timeline";
import { fromPlan } from "./approved-plans";
import { type Alternative, cutAtWord, type Finding, finding } from "./draft";
import { linesOf } from "./markdown-sections";
import { commonWords, subjectWords } from "./subject-words";

/**
 * Decisions made in plain talk: the agent ends its turn with a question that offers options, or with a plan, and the
 * person's next words choose one or approve it. Only what names its options counts; "shall I go on?" decides nothing.
 */
export function talkedDecisions(entry: Entry, next: Entry | null): Finding[] {
  if (entry.event.kind !== "assistant_message" || next === null) return [];
  const { text } = entry.event;
  const reply = next.event.text.trim();
  if (reply === "" || reply.length > MAX_REPLY_CHARACTERS || /[?？]\s*$/.test(reply)) return [];
  const plan = talkedPlan(entry, next, text, reply);
  const question = plan.length > 0 ? null : lastQuestion(text);
  if (question === null) return plan;
  const listed = CHOICE.test(question) ? lastList(text) : [];
  const options = listed.length >= 2 ? listed : namedInQuestion(question);
  const chosen = options.length < 2 ? null : chosenBy(reply, options);
  if (chosen !== null) return [fromTalk(entry, next, question, options, chosen)];
  return listed.length >= 2 && isOwnAnswer(question, reply) ? [fromTalk(entry, next, question, listed, null)] : [];
}

/** A question that asks for one of the options that stand above it. */
const OPEN_CHOICE =
  /\b(?:which|prefer\w*|your (?:preference|call|choice)|thoughts|should we|do you want to|how (?:would|should) (?:you|we))\b/i;

/** Words of one's own in place of an option: they settle something, neither ask back nor only nod. */
function isOwnAnswer(question: string, reply: string): boolean {
  const isNod = /^(?:yes|yeah|no|ok(?:ay)?|sure|thanks|thank you|go on|continue|next|hm+)\b.{0,12}$/i.test(reply);
  return OPEN_CHOICE.test(question) && !isNod && !/[?？]|^[</]/.test(reply) && !UNDECIDED.test(reply);
}

/** A longer message is a task of its own and no answer. */
const MAX_REPLY_CHARACTERS = 400;
const MAX_QUESTION_CHARACTERS = 400;
const MAX_OPTIONS = 9;

/** The question that ends the message: in its last lines, outside of code, quotes and tables; a remark may follow it. */
function lastQuestion(text: string): string | null {
  const lines = linesOf(text).filter(({ line, isCode }) => !isCode && !/^\s*[>|]/.test(line) && line.trim() !== "");
  const asking = lines.slice(-LAST_LINES).findLast(({ line }) => ASKED.test(plain(line)))?.line;
  if (asking === undefined) return null;
  // "Should I: 1. … 2. …?" asks above its list.
  const above = LISTED.test(asking)
    ? lines
        .slice(-LAST_LINES - MAX_OPTIONS)
        .findLast(({ line }) => !LISTED.test(line) && /[:?？]\s*$/.test(plain(line)))?.line
    : undefined;
  const sentence = above === undefined ? ASKED.exec(plain(asking))?.[1]?.trim() : plain(above).replace(/:$/, "?");
  return sentence && sentence.length <= MAX_QUESTION_CHARACTERS ? sentence : null;
}

const LAST_LINES = 6;
/** The last sentence of a line that asks, with at most a remark behind it. */
const ASKED = /(?:^|.*[.!:?。？]\s+)([^.!?。？]{6,}[?？])[^?？]{0,240}$/;

function plain(line: string): string {
  return line.replace(/[*`]+/g, "").trim();
}

/** Only a question that leaves a choice takes a list above it as its options. */
const CHOICE =
  /\b(?:which|prefer\w*|should (?:we|i|it)|shall (?:we|i)|would you (?:like|rather|prefer)|do you want|want (?:me|to)|how (?:would|should|do) (?:you|we|i)|what(?:'s| is| do| are) you\w*|thoughts|options?|approach|or|cu[aá]l|prefieres|quieres|welche\w*|sollen|quelle?|pr[ée]f[èe]re\w*)\b|哪/i;

interface Option {
  /** What it is called in a list: `1`, `a`. */
  readonly mark: string;
  readonly text: string;
}

/** `1. Do this`, `- **A)** Do this`, `| **A. This** | … |`, `## Option A: this`. */
const LISTED =
  /^\s*(?:[-*+]\s+|\|\s*|#{1,6}\s+)?(?:\*\*)?(?:option\s+)?([1-9]|[A-F])(?:\*\*)?\s*[.):—–]\s*(?:\*\*)?\s*([^|\n]+)/i;

/** The run of marked items that ends last: numbered steps inside of an option are no options. */
function lastList(text: string): Option[] {
  const runs = { digit: [] as Option[], letter: [] as Option[] };
  let last: keyof typeof runs = "digit";
  for (const { line, isCode } of linesOf(text)) {
    const item = isCode ? null : LISTED.exec(line);
    if (!item) continue;
    const mark = (item[1] ?? "").toLowerCase();
    last = /\d/.test(mark) ? "digit" : "letter";
    if (mark === "1" || mark === "a") runs[last] = [];
    runs[last].push({ mark, text: optionText(item[2] ?? "") });
  }
  const run = runs[last];
  return run.length <= MAX_OPTIONS && run.every(({ text: told }) => told.length > 1) ? run : [];
}

function optionText(text: string): string {
  const head = /^(.{2,80}?)\s*(?::|—|–|\s-\s|\.\s|\()/.exec(plain(text))?.[1] ?? plain(text);
  return cutAtWord(head.replace(/[?.]$/, ""), 80);
}

/** The words on both sides of "or", without what leads to them. */
function namedInQuestion(question: string): Option[] {
  const body = question.replace(/[?？]\s*$/, "").replace(/^.*[:,]\s+(?=.*\bor\b)/, "");
  if (!/\bor\b/i.test(body)) return [];
  const parts = body
    .split(/,?\s+or\s+(?:should we |shall we |do you want |would you (?:rather|prefer) )?|,\s+/i)
    .map((part) => part.replace(LEAD, "").trim())
    .filter((part) => part !== "");
  const isUsable = parts.every((part) => part.length <= 80 && !isVague(part));
  return isUsable && parts.length >= 2 && parts.length <= 4 ? parts.map((text) => ({ mark: "", text })) : [];
}

const LEAD =
  /^.*\b(?:should (?:we|i|it|the \w+)|shall (?:we|i)|do you (?:want|prefer)(?: me)?(?: to)?|would you (?:like|rather|prefer)(?: me)?(?: to)?|want me to|prefer|which(?: one)? do you \w+)\s+(?:go with |use |keep |take |pick )?/i;

/** An option that is none: "something else", "not". */
function isVague(option: string): boolean {
  return /^(?:not|no|yes|leave it|something|anything|else|other\w*|wait|stop|later|what|how|why|is|are|does|do)\b/i.test(
    option,
  );
}

/** Which of the options a reply takes; null when it takes none, several, or hangs in the balance. */
function chosenBy(reply: string, options: readonly Option[]): Option | null {
  const first = plain(reply.split("\n", 1)[0] ?? "");
  const marks = marksIn(first, options);
  const chosen =
    marks.length > 0 ? marks.length === 1 && options.find(({ mark }) => mark === marks[0]) : byWords(first, options);
  return chosen && !isVague(chosen.text) ? chosen : null;
}

const UNDECIDED =
  /\b(?:not sure|don't know|no idea|maybe|either|neither|none of|depends|what do you|you (?:decide|choose)|whatever|wonder)\b/i;
/** A letter is a mark where it cannot be the article "a": with a sign behind it, at the end, or after such words. */
const LETTER_MARKS =
  /\b(?:option\s+|with\s+|think\s+|take\s+|pick\s+|choose\s+|prefer\s+|for\s+|por la\s+)?([A-F])(?=[.),:;!]|\s*$)|\b(?:option|with|think|take|pick|choose|prefer|por la)\s+([a-f])\b|\b([B-F])\b/g;
const DIGIT_MARKS = /(?:^|\b(?:option|number|with|take|pick|choose|do|prefer)\s+|#)([1-9])(?=[.),:;!\s]|$)/gi;
const ORDINAL = /\bthe (first|second|third|last)\b/i;

/** The marks that a reply names, each once. */
function marksIn(reply: string, options: readonly Option[]): string[] {
  const known = new Set(options.map(({ mark }) => mark).filter((mark) => mark !== ""));
  const pattern = [...known].some((mark) => /\d/.test(mark)) ? DIGIT_MARKS : LETTER_MARKS;
  const named = [...reply.matchAll(pattern)].map((match) => (match[1] ?? match[2] ?? match[3] ?? "").toLowerCase());
  const ordinal = ORDINAL.exec(reply)?.[1]?.toLowerCase();
  const at = ordinal === undefined ? -1 : ["first", "second", "third"].indexOf(ordinal);
  const placed = ordinal === "last" ? options.at(-1) : options[at];
  const marks = named.length === 0 && placed && placed.mark !== "" ? [placed.mark] : named;
  return [...new Set(marks.filter((mark) => known.has(mark)))];
}

const MAX_WORDY_REPLY_CHARACTERS = 160;
const TAKES = 0.6;

/** The option whose own words a short reply has; words that several options share tell nothing. */
function byWords(reply: string, options: readonly Option[]): Option | null {
  if (reply.length > MAX_WORDY_REPLY_CHARACTERS || UNDECIDED.test(reply)) return null;
  const said = subjectWords(reply.replace(/\b(?:not|no|instead of|rather than|over)\s+\S+/gi, " "));
  const words = options.map(({ text }) => subjectWords(text));
  const scores = words.map((own, at) => {
    const telling = [...own].filter((word) => words.every((other, place) => place === at || !other.has(word)));
    return telling.length === 0 ? 0 : commonWords(new Set(telling), said).length / telling.length;
  });
  const hits = scores.flatMap((score, at) => (score >= TAKES ? [at] : []));
  return hits.length === 1 ? (options[hits[0] ?? -1] ?? null) : null;
}

function fromTalk(
  entry: Entry,
  next: Entry,
  question: string,
  options: readonly Option[],
  chosen: Option | null,
): Finding {
  const reply = next.event.text.trim();
  const answer = chosen?.text ?? cutAtWord(reply.split("\n", 1)[0] ?? "", 80);
  const isBare = chosen === null || reply.length <= chosen.text.length + 12;
  const whyNot = chosen === null ? "The person answered in words of their own." : "";
  return finding({
    entry,
    source: "answered-question",
    title: `${cutAtWord(question.replace(/[?？]\s*$/, ""), 80)}: ${answer}`,
    context: question,
    decision: isBare ? (chosen?.text ?? reply) : `${answer}\n\n${reply}`,
    alternatives: options
      .filter((option) => option !== chosen && !isVague(option.text))
      .map((option): Alternative => ({ option: option.text, detail: "", whyNot })),
    evidence: [
      { ref: entry.event.ref, note: "The question." },
      { ref: next.event.ref, note: "The answer." },
    ],
  });
}

const PLAN_HEAD =
  /^\s*(?:#{1,4}\s+|\*\*)?(?:(?:here(?:'s| is) (?:the|my|a) )?(?:proposed |implementation |revised |final )?plan)\b[^\n]{0,80}$/im;
const STEP = /^\s*(?:\d+[.)]|[-*+]|#{2,4})\s+\S/gm;
const MIN_STEPS = 2;
const APPROVED =
  /^\s*(?:(?:yes|yep|ok(?:ay)?|sure|please|great|perfect|looks? good|sounds good|lgtm|good|nice)[\s,.!:-]*)*(?:(?:implement|execute|follow) (?:the|this|that|your) plan|go ahead|go for it|proceed|do it|approved?|ship it|start(?: implementing)?|lgtm|looks? good(?: to me)?|sounds good)\b/i;
const HOLD = /\b(?:but|except|instead|however|wait|don'?t|do not|not yet|first)\b/i;

/** A plan that ends a turn, under a heading that calls it one, and words that approve it as it is. */
function talkedPlan(entry: Entry, next: Entry, text: string, reply: string): Finding[] {
  const head = PLAN_HEAD.exec(text);
  if (!head || text.includes("<proposed_plan>") || !APPROVED.test(reply) || HOLD.test(reply)) return [];
  const plan = text.slice(head.index).trim();
  if ((plan.match(STEP) ?? []).length < MIN_STEPS) return [];
  return [
    fromPlan(entry, plan, [
      { ref: entry.event.ref, note: "The plan." },
      { ref: next.event.ref, note: "Its approval." },
    ]),
  ];
}
