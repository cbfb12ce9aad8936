import { openQuestions } from "../decisions/answered-questions";
import { cutAtWord } from "../decisions/draft";
import { bulletsOf, linesOf, sectionsOf } from "../decisions/markdown-sections";
import type { SessionBoundary } from "../prune/model";
import type { Entry } from "../prune/timeline";
import { isFollowUp, isGoOn } from "./follow-up";
import { oneLine } from "./todos";

const MAX_TASK_CHARACTERS = 1_200;
const MIN_TASK_CHARACTERS = 12;
/** A shorter prompt (a remark on the way) is the task only when no longer one was given. */
const SUBSTANTIAL_CHARACTERS = 24;
/** A question at the end of a message stands in them. */
const LAST_WORDS_CHARACTERS = 200;

/**
 * What the session works on: the last prompt of the main thread that asks for something of its own. Where the client
 * told that a task began or ended there, the first such prompt behind it. Remarks and questions on the way are the task
 * only when nothing else was asked. Empty when no prompt says anything.
 */
export function currentTask(entries: readonly Entry[], boundaries: readonly SessionBoundary[]): string {
  const prompts = promptsOf(entries);
  const asking = prompts.filter(({ text, isFollowUp }) => isTask(text) && !isFollowUp);
  const toldSeq = lastTaskBoundary(boundaries);
  const texts = prompts.map(({ text }) => text);
  const task =
    asking.find(({ seq }) => seq > toldSeq)?.text ??
    asking.at(-1)?.text ??
    texts.findLast((text) => isTask(text) && text.length >= SUBSTANTIAL_CHARACTERS) ??
    texts.findLast(isTask) ??
    texts.findLast((text) => text !== "") ??
    "";
  return cutAtWord(task, MAX_TASK_CHARACTERS);
}

/** Infinity when none was told: then nothing lies behind it. */
function lastTaskBoundary(boundaries: readonly SessionBoundary[]): number {
  const told = boundaries.filter(
    ({ kind, thread }) => thread === "main" && (kind === "task-start" || kind === "task-end"),
  );
  return told.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...told.map(({ seq }) => seq));
}

interface Prompt {
  readonly seq: number;
  readonly text: string;
  readonly isFollowUp: boolean;
}

function promptsOf(entries: readonly Entry[]): Prompt[] {
  const main = entries.filter(({ event }) => event.thread === "main");
  const found = main.flatMap((entry, at) => (entry.event.kind === "user_prompt" ? [at] : []));
  return found.map((at, index) => {
    const behind = main.slice(at + 1, found[index + 1]);
    const said = main.slice(found[index - 1] ?? 0, at).findLast(({ event }) => event.kind === "assistant_message");
    const text = withoutWrappers(main[at]?.event.text ?? "");
    const place = {
      isAsked: said !== undefined && /[?？][\s*_)"]*$/.test(said.event.text.slice(-LAST_WORDS_CHARACTERS)),
      ledToChange: behind.some(({ event }) => event.mutates),
    };
    return { seq: main[at]?.event.seq ?? 0, text, isFollowUp: isFollowUp(text, place) };
  });
}

function isTask(text: string): boolean {
  return text.length >= MIN_TASK_CHARACTERS && !isGoOn(text) && !text.startsWith("[Request interrupted");
}

/** Clients wrap prompts in notes of their own; what the person wrote stays. */
function withoutWrappers(text: string): string {
  return text
    .replace(
      /<(system-reminder|ide_opened_file|ide_selection|environment_context|user_instructions|bash-input|bash-stdout|bash-stderr)>[\s\S]*?<\/\1>/g,
      "",
    )
    .replace(/<command-message>[\s\S]*?<\/command-message>/g, "")
    .replace(/<command-(?:name|args)>([\s\S]*?)<\/command-(?:name|args)>\s*/g, "$1 ")
    .trim();
}

/** Questions nobody answered: of ask tools, and those at the end of the last message when no prompt came behind it. */
export function unanswered(entries: readonly Entry[]): string[] {
  return questionsLeft(entries).map(({ text }) => text);
}

/** A question with the entry id of the event that asked it. */
export interface SourcedQuestion {
  readonly text: string;
  readonly source: string;
}

export function questionsLeft(entries: readonly Entry[]): SourcedQuestion[] {
  const last = lastWords(entries);
  const written = last === null ? [] : questionsAtEnd(last.event.text).map((text) => asked(text, last));
  return eachOnce([...openAsks(entries), ...written]);
}

/** Questions of ask tools that stand without an answer. */
export function openAsks(entries: readonly Entry[]): SourcedQuestion[] {
  return eachOnce(entries.flatMap((entry) => openQuestions(entry).map((text) => asked(text, entry))));
}

function asked(text: string, { event }: Entry): SourcedQuestion {
  return { text: oneLine(text), source: event.ref };
}

function eachOnce(questions: readonly SourcedQuestion[]): SourcedQuestion[] {
  const seen = new Set<string>();
  return questions.filter(({ text }) => text !== "" && !seen.has(text) && seen.add(text));
}

/** The last message of the main thread, unless a person spoke after it. */
function lastWords(entries: readonly Entry[]): Entry | null {
  const talk = entries.findLast(
    ({ event }) => event.thread === "main" && (event.kind === "assistant_message" || event.kind === "user_prompt"),
  );
  return talk?.event.kind === "assistant_message" ? talk : null;
}

/** Sentences with a question mark in the last lines of a message. */
function questionsAtEnd(text: string): string[] {
  const lines = linesOf(text).filter(({ line, isCode }) => !isCode && line.trim() !== "");
  return lines.slice(-6).flatMap(({ line }) => {
    const plain = line.replace(/^\s*(?:[-*+>]|\d+[.)]|#{1,6})\s+/, "").replace(/\*\*/g, "");
    return (plain.match(/[^.!?？]*[^.!?？\s][?？]/g) ?? [])
      .map((sentence) => sentence.trim())
      .filter((one) => one.length > 8);
  });
}

/** Steps that the last message lists under a heading such as "Next steps"; empty when it does not. */
export function writtenNextSteps(entries: readonly Entry[]): string[] {
  const last = lastWords(entries);
  if (last === null) return [];
  const heading = /^(?:next steps?|remaining(?: work)?|to ?do|what(?:'s| is) (?:left|next))\b/i;
  const section = sectionsOf(boldAsHeading(last.event.text)).find((one) => heading.test(one.heading));
  return section ? bulletsOf(section.body).map(oneLine) : [];
}

/** `**Next steps:**` on a line of its own heads a list as well as a heading does. */
function boldAsHeading(text: string): string {
  return text
    .replace(/^\*\*([^*\n]{3,40}?):?\*\*:?\s*$/gm, "### $1")
    .replace(/^(Next steps?|Remaining work):\s*$/gim, "### $1");
}
