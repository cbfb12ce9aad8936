import type { ToolClass } from "../events/kinds";
import { isLogFile } from "../events/paths";
import { estimateTokens } from "../events/tokens";
import type { RetainPolicy, SessionEvent } from "../prune/model";
import { MIN_KEY_CHARACTERS, type TextLine, unitsOf, unitsOfText } from "../prune/visible/text-units";
import { clip, declaredName, isErrorLine } from "./lines";

/** What is known of the window around the event whose meaning is made. */
export interface RetainContext {
  readonly policy: RetainPolicy;
  /** An edit or write of this thread has matched or written the line. */
  isEdited(key: string): boolean;
  /** Other events of the window that show the line, or the name. */
  linePlaces(key: string): number;
  namePlaces(name: string): number;
  /** The agent or a person used the name behind the event. */
  isUsedSince(name: string): boolean;
}

/** Nothing is known: every line and name counts as shown nowhere else. */
export function withoutContext(policy: RetainPolicy): RetainContext {
  return { policy, isEdited: () => false, linePlaces: () => 0, namePlaces: () => 0, isUsedSince: () => false };
}

/** The kept meaning may be at most this share of what it replaces; a smaller gain is not worth the change. */
export const MAX_SHARE_LEFT = 0.8;
const MAX_HEAD_CHARACTERS = 200;
const MAX_LINE_CHARACTERS = 300;
const FIRST_AND_LAST = { first: 1, last: 6 };
/** The first error lines stay though they stand elsewhere too: they say what this result was about. */
const ROOT_CAUSE_LINES = 2;
const MIN_DIGEST_NAME_CHARACTERS = 8;

/** What of a class tells most. `ends`: its first and last lines; `errors`: what went wrong; `declarations`: symbols. */
interface Telling {
  readonly ends: boolean;
  readonly errors: boolean;
  readonly declarations: boolean;
}

const READ: Telling = { ends: false, errors: false, declarations: true };
const RUN: Telling = { ends: true, errors: true, declarations: false };
const ANSWER: Telling = { ends: true, errors: false, declarations: false };
const LIST: Telling = { ends: false, errors: false, declarations: false };

const TELLING: Readonly<Record<ToolClass, Telling>> = {
  source_read: READ,
  doc_read: READ,
  dependency_read: READ,
  search: LIST,
  git: ANSWER,
  shell: RUN,
  test: RUN,
  build: RUN,
  web: { ends: true, errors: false, declarations: true },
  agent: { ends: true, errors: true, declarations: true },
  write: ANSWER,
  edit: ANSWER,
  skill: READ,
  todo: ANSWER,
  ask: ANSWER,
  plan: { ends: true, errors: false, declarations: true },
  memory: ANSWER,
  graph: LIST,
  other: RUN,
};

/** Why a line stays, most important first. */
const ORDER = ["edited", "error", "used", "near", "end", "short"] as const;
type Why = (typeof ORDER)[number];

/** A log that was read as a file tells what a run tells. */
function tellingOf({ toolClass, target }: SessionEvent): Telling {
  return toolClass === "source_read" && target !== null && isLogFile(target) ? RUN : TELLING[toolClass ?? "other"];
}

/**
 * The kept meaning of a result or of a call's arguments, made by rule and offline: what was asked and how it ended,
 * with the exact exit code and the count; lines that edits matched and what stands around them; error lines; lines
 * with names that were used since; the first and last lines or the symbols, by tool class; and the names that nothing
 * else in the window shows. Lines that stand elsewhere in the window are left out. Working memory and no evidence:
 * whoever needs the exact text restores it. Null when it would not be a fifth shorter than the text.
 */
export function keptMeaning(event: SessionEvent, context: RetainContext): string | null {
  const budget = Math.floor(event.tokens * MAX_SHARE_LEFT);
  const { lines } = unitsOf(event);
  const head = `${headOf(event)}${endOf(event)}: ${counted(lines.length)}.${symbolsOf(event, lines, context)}`;
  if (estimateTokens(head) > budget) return null;
  const whys = whysOf(event, lines, context);
  const kept = fitting(head, lines, whys, budget);
  const text = [head, ...kept].join("\n");
  return withDigest(text, event, context, budget);
}

/** What was asked: the command as it was typed, or the target with its lines. */
function headOf(event: SessionEvent): string {
  const { command, target, range, tool, kind } = event;
  const what = kind === "tool_call" ? "Arguments of " : "";
  if (command !== null) return what + clip(command.replace(/\s+/g, " "), MAX_HEAD_CHARACTERS);
  const name = clip(target ?? tool ?? "Result", MAX_HEAD_CHARACTERS);
  if (kind === "tool_call") return `${what}${tool ?? "a call"}${target === null ? "" : ` on ${name}`}`;
  if (range === null) return name;
  return range.lastLine === null
    ? `${name} from line ${range.firstLine}`
    : `${name} lines ${range.firstLine}–${range.lastLine}`;
}

/** The exact exit code: 127 and 1 are two failures. */
function endOf({ exitCode, outcome, kind }: SessionEvent): string {
  if (kind === "tool_call") return "";
  if (exitCode !== null) return ` (exit ${exitCode})`;
  return outcome === null || outcome === "ok" ? "" : ` (${outcome})`;
}

function counted(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}

const MAX_SYMBOLS_CHARACTERS = 240;

/** Names of what a file declares: enough to know whether to look at it again. */
function symbolsOf(event: SessionEvent, lines: readonly TextLine[], { policy }: RetainContext): string {
  if (!policy.declarations || event.outcome === "error" || !tellingOf(event).declarations) return "";
  const names = new Set(lines.flatMap(({ text }) => declaredName(text) ?? []));
  const shown = clip([...names].join(", "), MAX_SYMBOLS_CHARACTERS);
  return shown === "" ? "" : ` Declares ${shown}`;
}

function whysOf(event: SessionEvent, lines: readonly TextLine[], context: RetainContext): (Why | null)[] {
  const whys: (Why | null)[] = lines.map(() => null);
  const telling = event.outcome === "error" ? RUN : tellingOf(event);
  const mark = (at: number, why: Why) => {
    const known = whys[at];
    if (at < 0 || at >= lines.length) return;
    if (known === null || known === undefined || ORDER.indexOf(why) < ORDER.indexOf(known)) whys[at] = why;
  };
  lines.forEach((line, at) => {
    if (line.key.length >= MIN_KEY_CHARACTERS && context.isEdited(line.key)) {
      markNear(mark, at, context.policy.nearEditLines);
    }
    if (isShort(line.key)) mark(at, "short");
    if (telling.errors && isErrorLine(line.text)) mark(at, "error");
  });
  markUsed(lines, context, mark);
  if (telling.ends) markEnds(lines, mark);
  let errors = 0;
  return whys.map((why, at) => {
    if (why === "error" && ++errors <= ROOT_CAUSE_LINES) return why;
    return isShownElsewhere(lines[at], context) ? null : why;
  });
}

/** Lines such as `} else {` cost little, and a patch that has to match one of them fails without it. */
const MAX_SHORT_CHARACTERS = 13;

function isShort(key: string): boolean {
  return key.length >= MIN_KEY_CHARACTERS && key.length <= MAX_SHORT_CHARACTERS;
}

type Mark = (at: number, why: Why) => void;

function markNear(mark: Mark, at: number, distance: number): void {
  mark(at, "edited");
  for (let by = 1; by <= distance; by++) {
    mark(at - by, "near");
    mark(at + by, "near");
  }
}

/** Lines with a name that was used since and that few other places show. */
function markUsed(lines: readonly TextLine[], context: RetainContext, mark: Mark): void {
  if (context.policy.usedNamePlaces === 0) return;
  lines.forEach((line, at) => {
    if (line.key.length < MIN_KEY_CHARACTERS) return;
    const isUsed = unitsOfText(line.text).names.some(
      (name) => context.isUsedSince(name) && context.namePlaces(name) < context.policy.usedNamePlaces,
    );
    if (isUsed) mark(at, "used");
  });
}

function markEnds(lines: readonly TextLine[], mark: Mark): void {
  const telling = lines.flatMap(({ text }, at) => (text.trim() === "" ? [] : [at]));
  for (const at of telling.slice(0, FIRST_AND_LAST.first)) mark(at, "end");
  for (const at of telling.slice(-FIRST_AND_LAST.last)) mark(at, "end");
}

function isShownElsewhere(line: TextLine | undefined, context: RetainContext): boolean {
  if (line === undefined || line.key.length < MIN_KEY_CHARACTERS) return true;
  return context.linePlaces(line.key) > 0;
}

/** The lines in their order, each once; when there is no room for all, the less important go first. */
function fitting(head: string, lines: readonly TextLine[], whys: readonly (Why | null)[], budget: number): string[] {
  const chosen = new Set<number>();
  const seen = new Set<string>();
  let size = head.length;
  for (const why of ORDER) {
    for (let at = 0; at < lines.length; at++) {
      if (whys[at] !== why) continue;
      const text = shown(lines[at], why);
      const isFull = Math.ceil((size + text.length + 1) / 4) > budget;
      if (isFull || seen.has(text)) continue;
      seen.add(text);
      size += text.length + 1;
      chosen.add(at);
    }
  }
  return [...chosen].sort((a, b) => a - b).map((at) => shown(lines[at], whys[at] ?? "end"));
}

/** What an edit may have to match stays whole. */
function shown(line: TextLine | undefined, why: Why): string {
  const text = line?.text ?? "";
  return why === "error" || why === "end" ? clip(text, MAX_LINE_CHARACTERS) : text.trimEnd();
}

/** Names that would be gone with the text: paths first, then by name, as far as the room goes. */
function withDigest(text: string, event: SessionEvent, context: RetainContext, budget: number): string {
  const room = Math.min(context.policy.digestTokens, budget - estimateTokens(text));
  const names = digestOf(text, event, context);
  let digest = "";
  for (const name of names) {
    const longer = digest === "" ? `Also named: ${name}` : `${digest} ${name}`;
    if (estimateTokens(longer) + 1 > room) break;
    digest = longer;
  }
  return digest === "" ? text : `${text}\n${digest}`;
}

function digestOf(text: string, event: SessionEvent, context: RetainContext): string[] {
  const kept = new Set(unitsOfText(text).names);
  const lost = unitsOf(event).names.filter(
    (name) => name.length >= MIN_DIGEST_NAME_CHARACTERS && !kept.has(name) && context.namePlaces(name) === 0,
  );
  const paths = lost.filter((name) => name.includes("/")).sort();
  return [...paths, ...lost.filter((name) => !name.includes("/")).sort()];
}
