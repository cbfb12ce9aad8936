import type { ToolClass } from "../events/kinds";
import { isResultKind } from "../events/prepare";
import type { CheckClass } from "../prune/fingerprint";
import type { SessionInput } from "../prune/model";
import { failed, succeeded } from "../prune/outcome";
import { type Question, questionOf } from "../prune/question";
import { type Entry, timelineOf } from "../prune/timeline";
import { upsert } from "../prune/upsert";
import { commandTitle } from "./command-title";
import { fingerprintText } from "./fingerprint-text";
import { errorSignature } from "./signature";
import { subjectOf } from "./subject";

export const FAILURE_TYPES = ["test_failure", "build_failure", "command_failure", "tool_error"] as const;
export type FailureType = (typeof FAILURE_TYPES)[number];

export interface FailureOccurrence {
  /** Entry id of the failed result. */
  readonly ref: string;
  readonly atMs: number;
  readonly agent: string;
  /** Entry id of the later success that resolved it; null while there is none. */
  readonly resolvedBy: string | null;
}

/** The failures of a session that are one: the same command (or tool) with the same cause. */
export interface SessionFailure {
  readonly fingerprint: string;
  readonly type: FailureType;
  readonly title: string;
  /** The line that names the cause, as the last occurrence had it. */
  readonly errorLine: string;
  /** The command as it was run last; null for other tools. */
  readonly command: string | null;
  readonly tool: string;
  /** It only looked for something; that it was not there is no work left to do. */
  readonly isLookup: boolean;
  /** In order; the last one decides whether the failure is open. */
  readonly occurrences: readonly FailureOccurrence[];
  /** Files that changed between the last failure and the success that resolved it. */
  readonly changedBeforeSuccess: readonly string[];
}

/**
 * Failures of a session by fingerprint, in order of their last occurrence. Refusals, collateral errors and aborted
 * calls are none, and neither are answers that a program gives by its exit code (`grep` without a match).
 */
export function groupFailures(session: SessionInput): SessionFailure[] {
  const { entries } = timelineOf(session);
  const open = new OpenOccurrences();
  const groups = new Map<string, Occurrence[]>();
  for (const entry of entries) {
    if (!isResultKind(entry.event.kind) || entry.event.tool === null) continue;
    const question = questionOf(entry);
    if (isFailure(entry)) {
      const occurrence = occurrenceOf(entry, question);
      upsert(groups, occurrence.fingerprint, () => []).push(occurrence);
      open.add(occurrence);
    } else if (question !== null && !question.exitHidden && succeeded(entry.event)) open.resolve(entry, question);
  }
  const changes = new Changes(entries);
  return [...groups.values()].map((group) => toFailure(group, changes)).sort((a, b) => lastAt(a) - lastAt(b));
}

function lastAt(failure: SessionFailure): number {
  return failure.occurrences.at(-1)?.atMs ?? 0;
}

interface Occurrence {
  readonly entry: Entry;
  readonly question: Question | null;
  readonly fingerprint: string;
  readonly type: FailureType;
  readonly errorLine: string;
  resolvedBy: Entry | null;
}

/** Programs that answer with exit code 1 where nothing went wrong. */
const ANSWERS_BY_EXIT =
  /^(?:grep|egrep|fgrep|rg|ag|diff|cmp|test|\[|which|pgrep|git (?:diff|grep|merge-base|check-ignore|show-ref))(?:\s|$)/;

function isFailure({ event }: Entry): boolean {
  if (!failed(event)) return false;
  const answers = event.exitCode === 1 && event.command !== null && isOneProgram(event.command);
  return !(
    answers &&
    ANSWERS_BY_EXIT.test(lastProgram(event.command ?? "")) &&
    !/error|denied|usage:/i.test(event.text.slice(0, 500))
  );
}

function isOneProgram(command: string): boolean {
  return !command.includes("\n");
}

/** The part of a line whose exit code the shell gives back. */
function lastProgram(command: string): string {
  return (
    command
      .split(/&&|\|\|?|;/)
      .at(-1)
      ?.trim() ?? ""
  );
}

function occurrenceOf(entry: Entry, question: Question | null): Occurrence {
  const { line, signature } = errorSignature(entry.event.text, entry.event.exitCode);
  const { tool } = entry.event;
  const subject = commandOf(entry) === null ? (tool ?? "") : (question && subjectOf(question)) || tool || "";
  return {
    entry,
    question,
    fingerprint: fingerprintText(subject, signature),
    type: typeOf(entry, question?.check ?? null),
    errorLine: line,
    resolvedBy: null,
  };
}

const TYPE_OF_CHECK: Readonly<Record<CheckClass, FailureType>> = {
  test: "test_failure",
  build: "build_failure",
  typecheck: "build_failure",
  lint: "build_failure",
};

function typeOf(entry: Entry, check: CheckClass | null): FailureType {
  if (commandOf(entry) === null) return "tool_error";
  return check === null ? "command_failure" : TYPE_OF_CHECK[check];
}

/** The command that really ran; null for other tools and for a command that its client refused to start. */
function commandOf({ event }: Entry): string | null {
  const isBlocked = event.text.startsWith("<tool_use_error>");
  return event.command === null || event.command.trim() === "" || isBlocked ? null : event.command;
}

/** What is still open, by what was asked. */
class OpenOccurrences {
  private readonly families = new Map<string, Map<string, Occurrence[]>>();

  add(occurrence: Occurrence): void {
    const { question } = occurrence;
    if (question === null) return;
    const keys = upsert(this.families, question.family, () => new Map<string, Occurrence[]>());
    upsert(keys, question.key, () => []).push(occurrence);
  }

  /** A run without a scope covers every narrower one of its family; another folder is another question. */
  resolve(success: Entry, question: Question): void {
    const keys = this.families.get(question.family);
    if (keys === undefined) return;
    for (const key of question.scope.length === 0 ? [...keys.keys()] : [question.key]) {
      const waiting = keys.get(key) ?? [];
      const still = waiting.filter((occurrence) => !settle(occurrence, success, question));
      if (still.length === 0) keys.delete(key);
      else keys.set(key, still);
    }
  }
}

function settle(occurrence: Occurrence, success: Entry, { folder }: Question): boolean {
  const other = occurrence.question?.folder ?? null;
  if (folder !== null && other !== null && folder !== other) return false;
  occurrence.resolvedBy = success;
  return true;
}

/** Successful changes of files in session order, to say what lay between a failure and its success. */
class Changes {
  private readonly made: readonly Entry[];

  constructor(entries: readonly Entry[]) {
    this.made = entries.filter(({ event }) => event.mutates && isResultKind(event.kind) && succeeded(event));
  }

  between(from: Entry, to: Entry): string[] {
    const paths = new Set<string>();
    for (const { order, event } of this.made) {
      if (order > from.order && order < to.order) for (const path of event.paths) paths.add(path);
      if (order >= to.order || paths.size >= MAX_CHANGED) break;
    }
    return [...paths].slice(0, MAX_CHANGED);
  }
}

const LOOKUPS: ReadonlySet<ToolClass> = new Set(["source_read", "doc_read", "dependency_read", "search", "web"]);
const MAX_CHANGED = 12;
const MAX_TITLE_CHARACTERS = 160;

function toFailure(group: readonly Occurrence[], changes: Changes): SessionFailure {
  const last = group.at(-1);
  if (last === undefined) throw new Error("A group of failures has at least one occurrence.");
  const { event } = last.entry;
  const command = commandOf(last.entry);
  return {
    fingerprint: last.fingerprint,
    type: last.type,
    title: titleOf(command ?? event.tool ?? "Tool", last.errorLine),
    errorLine: last.errorLine,
    command,
    tool: event.tool ?? "",
    isLookup: event.toolClass !== null && LOOKUPS.has(event.toolClass),
    occurrences: group.map(({ entry, resolvedBy }) => ({
      ref: entry.event.ref,
      atMs: entry.event.atMs,
      agent: entry.agent,
      resolvedBy: resolvedBy?.event.ref ?? null,
    })),
    changedBeforeSuccess: last.resolvedBy === null ? [] : changes.between(last.entry, last.resolvedBy),
  };
}

const MAX_SUBJECT_CHARACTERS = 60;

function titleOf(subject: string, errorLine: string): string {
  const title = `${commandTitle(subject, MAX_SUBJECT_CHARACTERS)}: ${errorLine}`;
  return title.length <= MAX_TITLE_CHARACTERS ? title : `${title.slice(0, MAX_TITLE_CHARACTERS - 1)}…`;
}
