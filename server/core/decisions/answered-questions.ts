import { succeeded } from "../prune/outcome";
import type { Entry } from "../prune/timeline";
import { type Arguments, argumentsOf, isRecord, listAt, recordsAt, textAt } from "./call-arguments";
import { type Alternative, cutAtWord, type Finding, finding } from "./draft";

/** A question of an ask tool with what could be chosen. */
interface Question {
  readonly id: string;
  readonly header: string;
  readonly text: string;
  readonly options: readonly Option[];
}

interface Option {
  readonly label: string;
  readonly detail: string;
}

/** Texts by which clients tell that nobody answered. */
const UNANSWERED =
  /^\s*(?:the )?user (?:declined|dismissed|skipped|did not answer|cancelled)|^\s*(?:no (?:answer|response)|question (?:dismissed|cancelled))|wants to clarify these questions/i;

/**
 * Every question of an ask tool that got an answer: the chosen one is the decision, the others are its alternatives.
 * Argument and answer forms of Claude Code (AskUserQuestion), OpenCode (question), Codex (request_user_input), Gemini
 * CLI and Copilot CLI (ask_user), Cline and Roo (ask_followup_question).
 */
export function answeredQuestions(entry: Entry): Finding[] {
  const { event, partner } = entry;
  if (event.toolClass !== "ask" || event.kind !== "tool_call" || partner === null) return [];
  const answerText = partner.event.text.trim();
  if (!succeeded(partner.event) || answerText === "" || UNANSWERED.test(answerText)) return [];
  const questions = questionsOf(event.text);
  return questions.flatMap((question, index) => {
    const answer = answerOf(questions, index, answerText);
    return answer === "" ? [] : [fromAnswer(entry, partner, question, answer, questions.length > 1 ? index + 1 : null)];
  });
}

/** Questions that stand without an answer: refused, dismissed, or asked last. */
export function openQuestions(entry: Entry): string[] {
  const { event, partner } = entry;
  if (event.toolClass !== "ask" || event.kind !== "tool_call") return [];
  if (partner?.event.outcome === "error") return [];
  const isAnswered = partner !== null && succeeded(partner.event) && !UNANSWERED.test(partner.event.text);
  return isAnswered ? [] : questionsOf(event.text).map((question) => question.text);
}

function questionsOf(argsText: string): Question[] {
  const args = argumentsOf(argsText);
  const several = recordsAt(args, "questions");
  const questions = (several.length > 0 ? several : [args]).map(questionOf).filter((question) => question.text !== "");
  // A tool that takes a bare text asks just that.
  return questions.length === 0 && !argsText.startsWith("{") && argsText.trim() !== ""
    ? [{ id: "", header: "", text: argsText.trim(), options: [] }]
    : questions;
}

function questionOf(args: Arguments): Question {
  const options = listAt(args, "options", "choices", "follow_up", "suggestions");
  return {
    id: textAt(args, "id"),
    header: textAt(args, "header"),
    text: textAt(args, "question", "prompt", "message"),
    options: options.map(optionOf).filter((option) => option.label !== ""),
  };
}

function optionOf(value: unknown): Option {
  if (typeof value === "string") return { label: value.trim(), detail: "" };
  if (!isRecord(value)) return { label: "", detail: "" };
  const label = textAt(value, "label", "text", "title", "value", "answer");
  const detail = textAt(value, "description");
  return { label, detail: comparable(detail) === comparable(label) ? "" : detail };
}

/** Agents repeat a label as its description; case, spaces and the last full stop make no difference. */
function comparable(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim().replace(/\.$/, "");
}

function answerOf(questions: readonly Question[], index: number, text: string): string {
  const question = questions[index];
  if (question === undefined) return "";
  const answer = jsonAnswer(question, index, text) ?? quotedAnswer(questions, index, text);
  if (answer !== null) return answer.trim();
  return questions.length === 1 ? plainAnswer(text) : "";
}

/** `{"answers":{"<id or index>":{"answers":["label"]}}}` (Codex), `{"answers":{"0":"label"}}` (Gemini CLI). */
function jsonAnswer(question: Question, index: number, text: string): string | null {
  if (!text.startsWith("{")) return null;
  const answers = argumentsOf(text)["answers"];
  const given = isRecord(answers)
    ? (answers[question.id] ?? answers[String(index)] ?? answers[question.text])
    : Array.isArray(answers)
      ? answers[index]
      : undefined;
  if (given === undefined) return null;
  return textsOf(isRecord(given) ? (given["answers"] ?? given["answer"] ?? given["label"]) : given).join(", ");
}

function textsOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.filter((item) => typeof item === "string" && item !== "").map(String);
}

/** `"question"="answer"` pairs in one sentence (Claude Code, OpenCode); an answer may hold quotes of its own. */
function quotedAnswer(questions: readonly Question[], index: number, text: string): string | null {
  const head = `"${questions[index]?.text}"="`;
  const start = text.indexOf(head);
  if (start < 0) return null;
  const rest = text.slice(start + head.length);
  const next = questions[index + 1];
  const ends = [
    next ? rest.indexOf(`", "${next.text}"="`) : -1,
    rest.indexOf('" selected preview:'),
    rest.indexOf('" user notes:'),
    rest.lastIndexOf('". You can now continue'),
    rest.lastIndexOf('"'),
  ].filter((end) => end >= 0);
  return ends.length === 0 ? rest : rest.slice(0, Math.min(...ends));
}

/** A sentence or a tag around the words of the person (Copilot CLI, Cline, Roo). */
function plainAnswer(text: string): string {
  const tagged = /<answer>([\s\S]*?)<\/answer>/.exec(text)?.[1];
  return (tagged ?? text.replace(/^(?:the )?user (?:selected|responded|answered|chose)(?: with)?:?\s*/i, "")).trim();
}

function fromAnswer(entry: Entry, result: Entry, question: Question, answer: string, part: number | null): Finding {
  const chosen = question.options.filter((option) => isChosen(option.label, answer));
  const header = GENERIC_HEADER.test(question.header) ? "" : question.header;
  // Nobody says why an option was not taken; that none was is worth knowing.
  const whyNot = chosen.length === 0 ? "The person answered in words of their own." : "";
  const details = chosen.map((option) => option.detail).filter((detail) => detail !== "");
  return finding({
    entry,
    part,
    source: "answered-question",
    title: `${header || shortQuestion(question.text)}: ${answer}`,
    context: question.text,
    decision: decisionText(answer, details),
    alternatives: question.options
      .filter((option) => !chosen.includes(option))
      .map((option): Alternative => ({ option: option.label, detail: option.detail, whyNot })),
    tags: header === "" ? [] : [tagOf(header)],
    evidence: [
      { ref: entry.event.ref, note: "The question." },
      { ref: result.event.ref, note: "The answer." },
    ],
  });
}

/** Headers that fit every question, so they tell nothing about this one. */
const GENERIC_HEADER =
  /^\s*(?:your )?(?:answer|choice|choose|confirm|confirmation|decision|input|next|next steps?|options?|pick|preference|question|select|selection)\s*#?\d*\s*:?\s*$/i;
const MAX_QUESTION_CHARACTERS = 80;

/** The sentence that asks, without what leads to it, in the room that a title has beside the answer. */
function shortQuestion(text: string): string {
  const asking = /(?:^|[.!\n:。]\s*)([^.!?？\n。]*\S)\s*[?？]/.exec(text)?.[1] ?? text;
  return cutAtWord(
    asking
      .replace(/[?？¿]+/g, "")
      .replace(/\s+/g, " ")
      .trim(),
    MAX_QUESTION_CHARACTERS,
  );
}

/** A description that begins with the answer says it already. */
function decisionText(answer: string, details: readonly string[]): string {
  const isSaid = details.some((detail) => comparable(detail).startsWith(`${comparable(answer)} `));
  return (isSaid ? details : [answer, ...details]).join("\n\n");
}

/** Several choices come as one text, joined by commas; a label may hold commas itself. */
function isChosen(label: string, answer: string): boolean {
  if (label === answer) return true;
  return answer.startsWith(`${label}, `) || answer.endsWith(`, ${label}`) || answer.includes(`, ${label}, `);
}

export function tagOf(text: string): string {
  return text.toLowerCase().trim().replace(/\s+/g, "-").slice(0, 40);
}
