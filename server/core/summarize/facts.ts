import { commandTitle } from "../failures/command-title";
import { errorSignature } from "../failures/signature";
import { failed, succeeded } from "../prune/outcome";
import { pathsOf } from "../prune/paths-of";
import { questionOf } from "../prune/question";
import type { Entry } from "../prune/timeline";
import { type Commit, commitsOf } from "./commits";
import { type Talk, talkOf } from "./talk";

/** What happened in a range, counted. */
export interface RangeFacts {
  /** Times each file was changed, in the order of the first change. */
  readonly edits: ReadonlyMap<string, number>;
  readonly reads: ReadonlyMap<string, number>;
  readonly searches: readonly string[];
  readonly pages: readonly string[];
  readonly checks: readonly CheckFact[];
  readonly commands: readonly string[];
  readonly commits: readonly Commit[];
  /** Tasks that were given to other agents. */
  readonly agents: readonly string[];
  readonly dissent: string | null;
  /** Error lines with the times they came. */
  readonly errors: ReadonlyMap<string, number>;
  readonly talk: Talk;
}

export interface CheckFact {
  readonly label: string;
  readonly runs: number;
  readonly failures: number;
  readonly lastFailed: boolean;
  readonly lastExit: number | null;
  /** It passed behind the range: the failure of its last run here is none any more. */
  readonly passedLater: boolean;
}

/** Whether something behind the range answered its question with success. */
export type PassedLater = (entry: Entry) => boolean;

const MAX_LABEL_CHARACTERS = 80;

interface Counting {
  readonly edits: Map<string, number>;
  readonly reads: Map<string, number>;
  readonly searches: Set<string>;
  readonly pages: Set<string>;
  readonly checks: Map<string, CheckFact>;
  readonly commands: Set<string>;
  readonly agents: string[];
  readonly errors: Map<string, number>;
  readonly outputs: Entry[];
}

export function factsOf(entries: readonly Entry[], passedLater: PassedLater = () => false): RangeFacts {
  const counting: Counting = {
    edits: new Map(),
    reads: new Map(),
    searches: new Set(),
    pages: new Set(),
    checks: new Map(),
    commands: new Set(),
    agents: [],
    errors: new Map(),
    outputs: [],
  };
  for (const entry of entries) {
    if (isResult(entry)) countResult(counting, entry, passedLater);
    if (entry.event.kind === "agent_output" || (isResult(entry) && entry.event.toolClass === "agent")) {
      counting.outputs.push(entry);
    }
  }
  return {
    ...counting,
    searches: [...counting.searches],
    pages: [...counting.pages],
    checks: [...counting.checks.values()],
    commands: [...counting.commands],
    commits: entries.flatMap(commitsOf),
    dissent: dissentOf(counting.outputs),
    talk: talkOf(entries),
  };
}

function isResult({ event }: Entry): boolean {
  return event.callId !== null && event.kind !== "tool_call";
}

function countResult(counting: Counting, entry: Entry, passedLater: PassedLater): void {
  const { event } = entry;
  if (failed(event)) countError(counting.errors, entry);
  if (countCheck(counting.checks, entry, passedLater)) return;
  // What failed, was refused or cut short changed nothing and showed nothing.
  if (event.outcome !== null && event.outcome !== "ok") return;
  const changed = event.mutates ? pathsOf(entry).filter((path) => !/(?:^|\/)[-+]\w*$/.test(path)) : [];
  for (const path of changed) add(counting.edits, path);
  if (changed.length === 0) countLook(counting, entry);
}

function countLook(counting: Counting, entry: Entry): void {
  const { event } = entry;
  const about = event.target ?? event.command;
  if (event.toolClass === "agent") counting.agents.push(event.target ?? "");
  else if (event.toolClass?.endsWith("_read")) for (const path of pathsOf(entry)) add(counting.reads, path);
  else if (about === null) return;
  else if (event.toolClass === "web" && /^[a-z]+:\/\//i.test(about)) counting.pages.add(about);
  else if (event.toolClass === "search" || event.toolClass === "web") counting.searches.add(about);
  else if (event.command !== null) counting.commands.add(questionOf(entry)?.label ?? event.command);
}

/** Builds and tests by what they checked; the last run tells how things stood. */
function countCheck(checks: Map<string, CheckFact>, entry: Entry, passedLater: PassedLater): boolean {
  const question = questionOf(entry);
  if (question === null || question.check === null) return false;
  const { event } = entry;
  if (!failed(event) && !succeeded(event)) return true;
  const before = checks.get(question.key);
  const isFailure = failed(event);
  checks.set(question.key, {
    label: event.command === null ? question.label : checkTitle(event.command),
    runs: (before?.runs ?? 0) + 1,
    failures: (before?.failures ?? 0) + (isFailure ? 1 : 0),
    lastFailed: isFailure,
    lastExit: event.exitCode,
    passedLater: isFailure && passedLater(entry),
  });
  return true;
}

/** The command without the filters that its output went through. */
function checkTitle(command: string): string {
  return commandTitle(
    command.replace(/(?:\s*2>&1)?\s*\|\s*(?:head|tail|grep|egrep|rg|cat|tee|sed|awk)\b[\s\S]*$/, ""),
    MAX_LABEL_CHARACTERS,
  );
}

/** A bare exit code is no pattern to learn from. */
function countError(errors: Map<string, number>, { event }: Entry): void {
  const line = errorSignature(event.text, event.exitCode).line.replace(/\s+/g, " ").trim();
  if (line !== "" && !/^exit code -?\d+$/i.test(line)) add(errors, line);
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const DISSENT =
  /\b(?:disagree\w*|dissent\w*|object(?:s|ed|ion)\b|oppose[sd]?|advise[sd]? against|not recommended|reject(?:s|ed)?|concern(?:s|ed)?|risky?)\b/i;

/** The first thing that one of several agents held against. */
function dissentOf(outputs: readonly Entry[]): string | null {
  if (outputs.length < 2) return null;
  for (const { event } of outputs) {
    const sentence = event.text
      .split(/\n|(?<=[.!?])\s+/)
      .map((part) => part.replace(/^\s*(?:[-*+]|\d+[.)]|#{1,6})\s+|\*\*|`/g, "").trim())
      .find((part) => part.length > 12 && DISSENT.test(part));
    if (sentence !== undefined) return sentence;
  }
  return null;
}
