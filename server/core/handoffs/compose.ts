import type { DecisionDraft } from "../decisions/draft";
import type { SessionInput } from "../prune/model";
import { type Entry, timelineOf } from "../prune/timeline";
import { localTimeOf, writeLocal } from "../telemetry/zone";
import { changedAfterChecks, commitsOf, filesModified, lastChecks, relativePath } from "./changes";
import { CutLists } from "./cut-list";
import { decisionLine } from "./decision-line";
import { failedApproaches, isOpen, isWork, type ToldFailure } from "./failed-approaches";
import type { HandoffNote, SectionState } from "./note";
import type { NoteSection } from "./note-sections";
import { currentTask, unanswered, writtenNextSteps } from "./talk";
import { lastTodos, oneLine } from "./todos";

/** What a note needs beside the session itself. */
export interface ComposeFacts {
  readonly number: number;
  readonly startedAtMs: number;
  readonly timeZone: string;
  readonly cwd: string | null;
  readonly branch: string | null;
  /** Drafts of the session with the number they have in the project; rejected ones are left out by the caller. */
  readonly decisions: readonly { readonly draft: DecisionDraft; readonly ref: string | null }[];
  readonly failures: readonly ToldFailure[];
}

/** Longer lists are cut, and the note says by how much. */
const MAX_FAILURES = 20;
const MAX_APPROACHES = 30;
const MAX_QUESTIONS = 30;
const MAX_STEPS = 40;
const MAX_FILES = 400;

/**
 * Composes the note of a session from what it really did, without a language model. Deterministic: the same events give
 * the same note, in whatever order they came. Null when there is nothing to hand over: no prompt, no change, no todo.
 */
export function composeHandoff(session: SessionInput, facts: ComposeFacts): HandoffNote | null {
  const entries = timelineOf(session).entries.filter((entry) => entry.visible && !entry.thread.auxiliary);
  const progress = lastTodos(entries);
  const { commits, branch } = commitsOf(entries, facts.branch);
  const open = progress
    .filter((item) => item.state === "in_progress")
    .concat(progress.filter((item) => item.state === "open"));
  const cut = new CutLists();
  const steps = open.length > 0 ? open.map((item) => item.text) : writtenNextSteps(entries);
  const files = filesModified(entries, facts.cwd).map(({ source: _source, ...file }) => file);
  const note: HandoffNote = {
    from: {
      session: facts.number,
      at: localMinute(facts.startedAtMs, facts.timeZone),
      client: session.client,
      agent: session.threads.find((thread) => thread.key === "main")?.agent ?? "main",
    },
    to: "Next session",
    currentTask: currentTask(entries, session.boundaries),
    progress,
    keyDecisions: facts.decisions.map(({ draft, ref }) => ({ text: decisionLine(draft), ref })),
    rejectedAlternatives: rejected(facts),
    failedApproaches: cut.last("Failed Approaches", approaches(entries, facts), MAX_APPROACHES),
    openQuestions: cut.last("Open Questions", unanswered(entries), MAX_QUESTIONS),
    filesModified: cut.first("Files Modified", files, MAX_FILES),
    nextSteps: cut.first("Next Steps", steps, MAX_STEPS),
    remainingFailures: cut.last("Remaining Failures", remaining(facts), MAX_FAILURES),
    checks: lastChecks(entries),
    branch,
    commits,
    completeness: [],
  };
  if (isEmpty(note)) return null;
  const more = cut.sections();
  return { ...note, completeness: completeness(note, entries), ...(more.length === 0 ? {} : { more }) };
}

/** `2026-03-20 14:30`. */
export function localMinute(atMs: number, timeZone: string): string {
  const day = writeLocal(localTimeOf(atMs, timeZone));
  const hour = String(localTimeOf(atMs, timeZone).hour).padStart(2, "0");
  // Zones differ from UTC by whole quarters of an hour, so the minute is that of the shifted clock.
  const minutes = new Intl.DateTimeFormat("en-GB", { timeZone, minute: "2-digit" }).format(atMs);
  return `${day} ${hour}:${minutes.padStart(2, "0")}`;
}

function rejected({ decisions }: ComposeFacts): HandoffNote["rejectedAlternatives"] {
  return decisions.flatMap(({ draft, ref }) =>
    draft.alternatives.map(({ option, detail, whyNot }) => ({
      text: oneLine(option),
      why: oneLine(whyNot || detail),
      ref,
    })),
  );
}

/** What failed once and still fails is told with the remaining failures; here stands what was tried on it. */
function approaches(entries: readonly Entry[], { failures, cwd }: ComposeFacts): HandoffNote["failedApproaches"] {
  const tried = failures.filter(({ failure }) => !isOpen(failure) || failure.occurrences.length > 1);
  return failedApproaches(entries, tried, (path) => relativePath(path, cwd)).map((one) => ({
    text: one.approach,
    why: [one.reason, one.lesson].filter((part) => part !== "").join(" → "),
    ref: one.ref,
    eventRef: one.events[0] ?? null,
  }));
}

/** Commands that still fail. A tool that was used wrongly once, or a look-up without a hit, is no work left to do. */
function remaining({ failures }: ComposeFacts): HandoffNote["remainingFailures"] {
  return failures
    .filter(({ failure }) => isWork(failure) && isOpen(failure))
    .map(({ failure, ref }) => ({
      text: oneLine(failure.title),
      ref,
      eventRef: failure.occurrences.at(-1)?.ref ?? null,
    }));
}

function isEmpty(note: HandoffNote): boolean {
  return (
    note.currentTask === "" &&
    note.progress.length === 0 &&
    note.filesModified.length === 0 &&
    note.commits.length === 0
  );
}

function completeness(note: HandoffNote, entries: readonly Entry[]): SectionState[] {
  const filled = (section: NoteSection): SectionState => ({ section, state: "filled", reason: "" });
  const none = (section: NoteSection, reason: string): SectionState => ({ section, state: "none", reason });
  const missing = (section: NoteSection, reason: string): SectionState => ({ section, state: "missing", reason });
  const hasTodos = note.progress.length > 0;
  const isDone = hasTodos && note.progress.every((item) => item.state === "done" || item.state === "cancelled");
  const pick = (section: NoteSection, isFilled: boolean, otherwise: SectionState) =>
    isFilled ? filled(section) : otherwise;
  return [
    pick(
      "currentTask",
      note.currentTask !== "",
      missing("currentTask", "No prompt of this session says what it is about."),
    ),
    pick("progress", hasTodos, missing("progress", "The session kept no todo list.")),
    pick(
      "keyDecisions",
      note.keyDecisions.length > 0,
      none("keyDecisions", "No question was answered, no plan approved and no decision recorded."),
    ),
    pick(
      "rejectedAlternatives",
      note.rejectedAlternatives.length > 0,
      none("rejectedAlternatives", "No decision of the session named another option."),
    ),
    pick("failedApproaches", note.failedApproaches.length > 0, none("failedApproaches", "Nothing was tried in vain.")),
    pick("openQuestions", note.openQuestions.length > 0, none("openQuestions", "No question is open.")),
    pick("filesModified", note.filesModified.length > 0, none("filesModified", "No file tool changed a file.")),
    pick(
      "nextSteps",
      note.nextSteps.length > 0,
      isDone
        ? none("nextSteps", "Every todo is done.")
        : missing("nextSteps", "There is no open todo, and the last message lists no next step."),
    ),
    pick(
      "remainingFailures",
      note.remainingFailures.length > 0,
      none("remainingFailures", "No failed command is left."),
    ),
    checksState(note, entries),
  ];
}

function checksState(note: HandoffNote, entries: readonly Entry[]): SectionState {
  const changed = note.filesModified.length > 0;
  if (note.checks.length === 0) {
    return changed
      ? { section: "checks", state: "missing", reason: "Files changed and no check was run." }
      : { section: "checks", state: "none", reason: "Nothing changed, and no check was run." };
  }
  if (!changedAfterChecks(entries)) return { section: "checks", state: "filled", reason: "" };
  return { section: "checks", state: "missing", reason: "Files changed after the last check." };
}
