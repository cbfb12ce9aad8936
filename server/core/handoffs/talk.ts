import { openQuestions } from "../decisions/answered-questions";
import { cutAtWord } from "../decisions/draft";
import { bulletsOf, linesOf, sectionsOf } from "../decisions/markdown-sections";
import type { Entry } from "../prune/timeline";
import { oneLine } from "./todos";

const MAX_TASK_CHARACTERS = 1_200;
const MIN_TASK_CHARACTERS = 12;
/** A shorter prompt (a remark on the way) is the task only when no longer one was given. */
const SUBSTANTIAL_CHARACTERS = 24;

/** Prompts that only keep the work going; the task is what was asked before them. */
const GO_ON =
  /^(?:ok(?:ay)?|yes|no|y|n|sure|please|thanks?|thank you|great|good|perfect|continue|go on|go ahead|proceed|carry on|next|do it|lgtm|commit(?: (?:it|this|and push))?|push(?: it)?|implement the plan|retry|try again|again|keep going|sounds good|right)(?:[\s,.!]+(?:please|and|then|do it|go|continue|thanks?|it|now))*[\s.!]*$/i;

/** The last prompt of the main thread that asks for something; empty when none does. */
export function currentTask(entries: readonly Entry[]): string {
  const prompts = entries.filter((entry) => entry.event.kind === "user_prompt" && entry.event.thread === "main");
  const texts = prompts.map((entry) => withoutWrappers(entry.event.text));
  const task =
    texts.findLast((text) => isTask(text) && text.length >= SUBSTANTIAL_CHARACTERS) ??
    texts.findLast(isTask) ??
    texts.findLast((text) => text !== "") ??
    "";
  return cutAtWord(task, MAX_TASK_CHARACTERS);
}

function isTask(text: string): boolean {
  return text.length >= MIN_TASK_CHARACTERS && !GO_ON.test(text) && !text.startsWith("[Request interrupted");
}

/** Clients wrap prompts in notes of their own; what the person wrote stays. */
function withoutWrappers(text: string): string {
  return text
    .replace(
      /<(system-reminder|ide_opened_file|ide_selection|environment_context|user_instructions)>[\s\S]*?<\/\1>/g,
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
