import { cutAtWord } from "../decisions/draft";
import { commitsMade, filesModified, lastChecks, relativePath } from "../handoffs/changes";
import { type ComposeFacts, localMinute } from "../handoffs/compose";
import { CutLists } from "../handoffs/cut-list";
import { decisionLine } from "../handoffs/decision-line";
import { failedApproaches, isOpen, isWork, openRefusals, refusedCall } from "../handoffs/failed-approaches";
import { currentTask, openAsks, questionsLeft } from "../handoffs/talk";
import { oneLine, type SourcedTodo, todosWithSource } from "../handoffs/todos";
import type { SessionInput } from "../prune/model";
import { type Entry, timelineOf } from "../prune/timeline";
import { findPreferences } from "../rules/find-preferences";
import { blankSummary, type SessionSummaryBody, type SummaryStatement } from "./body";

/** Longer lists are cut, and the summary says by how much. */
const MAX_STATEMENTS = 60;
const MAX_FILES = 400;
const MAX_MESSAGE_CHARACTERS = 200;

/**
 * Sums up a session from what it really did, without a language model: every statement names the event, commit or
 * record that proves it, and what has no proof is left out. Deterministic: the same events give the same summary, in
 * whatever order they came. Null for a session in which nothing was done, decided or left open.
 */
export function composeSummary(session: SessionInput, facts: ComposeFacts): SessionSummaryBody | null {
  const entries = timelineOf(session).entries.filter((entry) => entry.visible && !entry.thread.auxiliary);
  const short = (path: string) => relativePath(path, facts.cwd);
  const todos = todosWithSource(entries);
  const cut = new CutLists();
  const body: SessionSummaryBody = {
    ...blankSummary(fromOf(session, facts, entries)),
    task: currentTask(entries, session.boundaries),
    worked: cut.last("What Worked", worked(entries, todos), MAX_STATEMENTS),
    failed: cut.last("What Failed", failed(entries, facts, short), MAX_STATEMENTS),
    remaining: cut.first("Remaining Work", remaining(todos), MAX_STATEMENTS),
    decisions: cut.last("Key Decisions", decisions(facts), MAX_STATEMENTS),
    files: cut.first("Files Modified", files(entries, facts), MAX_FILES),
    tests: lastChecks(entries).map(({ eventRef, ...check }) => ({ ...check, evidence: links(eventRef) })),
    blockers: cut.last("Blockers", blockers(entries, facts), MAX_STATEMENTS),
    preferences: cut.last("Preferences", preferences(session), MAX_STATEMENTS),
    questions: cut.last("Open Questions", questionsLeft(entries).map(toStatement), MAX_STATEMENTS),
  };
  return isEmpty(body) ? null : { ...body, more: cut.sections() };
}

function fromOf(session: SessionInput, facts: ComposeFacts, entries: readonly Entry[]): SessionSummaryBody["from"] {
  const agents = new Set(entries.map(({ agent }) => agent.replaceAll(",", " ")));
  return {
    session: facts.number,
    at: localMinute(facts.startedAtMs, facts.timeZone),
    client: session.client,
    agents: [...agents].sort((a, b) => Number(b === "main") - Number(a === "main") || (a < b ? -1 : 1)),
    branch: facts.branch,
  };
}

/** A session with a prompt and an answer alone has nothing to sum up; its task stands in the handoff note. */
function isEmpty(body: SessionSummaryBody): boolean {
  const { worked, failed, remaining, decisions, files, tests, blockers, preferences, questions } = body;
  return [worked, failed, remaining, decisions, files, tests, blockers, preferences, questions].every(
    (list) => list.length === 0,
  );
}

/** What can stand in a list of links: ids with spaces or commas, which a client may give, can not. */
function links(...told: readonly (string | null | undefined)[]): string[] {
  return told.flatMap((one) => (typeof one === "string" && /^[^\s,]+$/.test(one) ? [named(one)] : []));
}

/** Records and commits are named as they are; all else is an event. */
function named(link: string): string {
  return /^(?:DEC|FAIL)-\d+$/.test(link) ? link : `ctx:${link}`;
}

function toStatement({ text, source }: { readonly text: string; readonly source: string }): SummaryStatement {
  return { text, evidence: links(source) };
}

/** Checks that pass at the end, commits, and todos that were done; a statement without proof is none. */
function worked(entries: readonly Entry[], todos: readonly SourcedTodo[]): SummaryStatement[] {
  const done = todos.filter(({ state }) => state === "done").map((todo) => toStatement(todo));
  const commits = commitsMade(entries).map(({ hash, message, source }) => ({
    text: `Committed: ${oneLine(message).slice(0, MAX_MESSAGE_CHARACTERS)}`,
    evidence: [...(hash === null ? [] : [hash]), ...links(source)],
  }));
  const passing = lastChecks(entries).filter(({ passed }) => passed);
  const checks = passing.map(({ check, command, eventRef }) => ({
    text: `${check} passed: ${command}`,
    evidence: links(eventRef),
  }));
  return [...done, ...commits, ...checks].filter(({ evidence }) => evidence.length > 0);
}

function failed(
  entries: readonly Entry[],
  { failures }: ComposeFacts,
  short: (path: string) => string,
): SessionSummaryBody["failed"] {
  return failedApproaches(entries, failures, short)
    .map(({ approach, reason, lesson, ref, events }) => ({ approach, reason, lesson, evidence: links(ref, ...events) }))
    .filter(({ evidence }) => evidence.length > 0);
}

function remaining(todos: readonly SourcedTodo[]): SessionSummaryBody["remaining"] {
  const left = todos.filter(({ state }) => state === "in_progress" || state === "open");
  return left.map(({ text, state, source }) => ({ text, state, evidence: links(source) }));
}

function decisions({ decisions: told }: ComposeFacts): SessionSummaryBody["decisions"] {
  return told.map(({ draft, ref }) => ({
    text: decisionLine(draft),
    ref,
    evidence: links(...draft.evidence.map((one) => one.ref)),
  }));
}

function files(entries: readonly Entry[], { cwd }: ComposeFacts): SessionSummaryBody["files"] {
  return filesModified(entries, cwd).map(({ source, ...file }) => ({ ...file, evidence: links(source) }));
}

/** What still fails, what the person refused, and what was asked and not answered. */
function blockers(entries: readonly Entry[], { failures }: ComposeFacts): SummaryStatement[] {
  const failing = failures
    .filter(({ failure }) => isWork(failure) && isOpen(failure))
    .map(({ failure, ref }) => ({
      text: `Still fails: ${oneLine(failure.title)}`,
      evidence: links(ref, failure.occurrences.at(-1)?.ref),
    }));
  const refused = openRefusals(entries).map((entry) => ({
    text: `Refused: ${refusedCall(entry)}`,
    evidence: links(entry.event.ref),
  }));
  const asked = openAsks(entries).map(({ text, source }) => ({ text: `No answer: ${text}`, evidence: links(source) }));
  return [...failing, ...refused, ...asked].filter(({ evidence }) => evidence.length > 0);
}

function preferences(session: SessionInput): SummaryStatement[] {
  return findPreferences(session, "").map(({ text, ref }) => ({ text: oneLine(text), evidence: links(ref) }));
}

const MAX_TITLE_CHARACTERS = 120;

/** A summary is called as its session, else by its task, else by the first thing that it tells. */
export function summaryTitle(sessionTitle: string | null, body: SessionSummaryBody): string {
  const told = oneLine(sessionTitle ?? "") || oneLine(body.task) || firstOf(body);
  return cutAtWord(told, MAX_TITLE_CHARACTERS) || `Session ${body.from.session ?? ""}`.trim();
}

function firstOf({ worked: done, files: changed, decisions: decided }: SessionSummaryBody): string {
  return done[0]?.text ?? decided[0]?.text ?? changed[0]?.path ?? "";
}
