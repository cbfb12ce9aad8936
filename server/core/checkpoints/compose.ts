import type { Stage } from "../events/kinds";
import { changedAfterChecks } from "../handoffs/changes";
import type { HandoffNote } from "../handoffs/note";
import type { Plan, SessionInput } from "../prune/model";
import { type Entry, timelineOf } from "../prune/timeline";
import { restorableRefs } from "./restorable-refs";
import type { CheckpointState } from "./state";

/** What a checkpoint needs beside the session and the note that `composeHandoff` made of it. */
export interface CheckpointFacts {
  readonly session: CheckpointState["session"];
  /** `2026-03-20 14:30` in the project's time zone. */
  readonly savedAt: string;
  readonly note: string;
  readonly head: string | null;
  readonly cwd: string | null;
  readonly context: CheckpointState["context"];
}

const KEPT_MESSAGES = 2;

/**
 * The state of a session from which a fresh one can go on. Tells apart what is done and what is open, so that finished
 * work is not done again, and keeps the last two user messages word for word, since the last one decides.
 */
export function composeCheckpoint(
  session: SessionInput,
  plan: Plan,
  note: HandoffNote,
  facts: CheckpointFacts,
): CheckpointState {
  const entries = timelineOf(session).entries.filter((entry) => entry.visible && !entry.thread.auxiliary);
  const taskState = taskStateOf(session, entries, note);
  const stepsThatAre = (state: HandoffNote["progress"][number]["state"]) =>
    note.progress.filter((item) => item.state === state).map(({ text }) => text);
  const open = stepsThatAre("open");
  return {
    session: facts.session,
    savedAt: facts.savedAt,
    note: facts.note,
    task: { text: note.currentTask, state: taskState },
    userMessages: lastMessages(entries, taskState !== "open"),
    steps: {
      done: stepsThatAre("done"),
      current: stepsThatAre("in_progress"),
      open,
      cancelled: stepsThatAre("cancelled"),
      areOfTask: isListOfTask(entries, note.currentTask),
    },
    // Open todos are the next steps already.
    nextSteps: open.length > 0 || stepsThatAre("in_progress").length > 0 ? [] : note.nextSteps,
    decisions: note.keyDecisions,
    rejectedAlternatives: note.rejectedAlternatives,
    openQuestions: note.openQuestions,
    filesModified: note.filesModified,
    failures: note.remainingFailures,
    checks: note.checks,
    isChangedSinceCheck: note.checks.length > 0 && changedAfterChecks(entries),
    branch: note.branch,
    head: facts.head,
    commits: note.commits,
    stage: stageOf(entries),
    pruned: prunedOf(session, entries),
    refs: restorableRefs(session, plan, note, facts.cwd),
    rules: [],
    context: facts.context,
  };
}

function prompts(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ event }) => event.kind === "user_prompt" && event.thread === "main");
}

/** Whatever stands behind a prompt in the main thread shows that the agent has taken it up; the last one may be unfinished. */
function lastMessages(entries: readonly Entry[], isAllAnswered: boolean): CheckpointState["userMessages"] {
  return prompts(entries)
    .slice(-KEPT_MESSAGES)
    .map(({ event }, at, kept) => ({
      ref: event.ref,
      text: event.text.trim(),
      isAnswered:
        isAllAnswered || (at < kept.length - 1 && isAnsweredBefore(entries, event.ref, kept[at + 1]?.event.ref)),
    }))
    .toReversed();
}

/** Between two prompts the agent's last word was a message to the person: it had come to an end with the first one. */
function isAnsweredBefore(entries: readonly Entry[], ref: string, nextRef: string | undefined): boolean {
  const from = entries.findIndex(({ event }) => event.ref === ref);
  const to = entries.findIndex(({ event }) => event.ref === nextRef);
  const last = entries.slice(from + 1, to).findLast(({ event }) => event.thread === "main" && event.kind !== "system");
  return last?.event.kind === "assistant_message";
}

/**
 * The task is over when its end was told, or when the agent's last word is a message, no todo is open, and no check or
 * command failed since the last prompt. With a question that nobody answered it waits.
 */
function taskStateOf(
  session: SessionInput,
  entries: readonly Entry[],
  note: HandoffNote,
): CheckpointState["task"]["state"] {
  const prompt = prompts(entries).at(-1);
  if (!prompt) return "open";
  if (isEndTold(session, prompt)) return "finished";
  if (!hasLastWord(entries) || hasOpenStep(note) || hasFailedSince(session, prompt, note)) return "open";
  return note.openQuestions.length > 0 ? "waiting" : "finished";
}

function isEndTold({ boundaries }: SessionInput, { event }: Entry): boolean {
  return boundaries.some(({ kind, thread, seq }) => kind === "task-end" && thread === "main" && seq > event.seq);
}

function hasLastWord(entries: readonly Entry[]): boolean {
  const last = entries.findLast(({ event }) => event.thread === "main" && event.kind !== "system");
  return last?.event.kind === "assistant_message";
}

function hasOpenStep({ progress, nextSteps }: HandoffNote): boolean {
  return nextSteps.length > 0 || progress.some(({ state }) => state === "open" || state === "in_progress");
}

/** What failed before the prompt is not what the prompt was about; it stays listed. */
function hasFailedSince(session: SessionInput, prompt: Entry, { checks, remainingFailures }: HandoffNote): boolean {
  const { byRef } = timelineOf(session);
  const failing = [...checks.filter(({ passed }) => !passed), ...remainingFailures];
  return failing.some(({ eventRef }) => (byRef.get(eventRef ?? "")?.order ?? -1) > prompt.order);
}

/** Whether the todo list was touched since the task was given. */
function isListOfTask(entries: readonly Entry[], task: string): boolean {
  const list = entries.findLast(({ event }) => event.kind === "tool_call" && event.toolClass === "todo");
  const given = prompts(entries).findLast(({ event }) => event.text.includes(task.replace(/…$/, "")));
  return list !== undefined && (given === undefined || list.order > given.order);
}

function stageOf(entries: readonly Entry[]): Stage | null {
  return entries.findLast(({ event }) => event.thread === "main")?.stage ?? null;
}

/** What committed runs, people and agents took out of the windows before this moment. */
function prunedOf(session: SessionInput, entries: readonly Entry[]): CheckpointState["pruned"] {
  const gone = entries.filter(({ event }) => (session.standings.get(event.ref)?.residency ?? "full") !== "full");
  return { events: gone.length, tokens: gone.reduce((sum, { event }) => sum + event.tokens, 0) };
}
