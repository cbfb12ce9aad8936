import { argumentsOf } from "../decisions/call-arguments";
import type { BoundaryKind } from "../events/kinds";
import type { TodoItem } from "../handoffs/note";
import { lastTodos, wholeList } from "../handoffs/todos";
import type { SessionInput } from "../prune/model";
import { isAcceptedPlan } from "../prune/outcome";
import { timelineOf } from "../prune/timeline";
import { doneWave } from "./done-wave";
import { changesStage } from "./stage-switch";

/**
 * Boundaries of the main thread that no model request has passed yet. Clients seldom tell them, so they are read from
 * what happened too: a mark that tells another stage and a plan that was accepted switch the stage, agents that all
 * handed back end their wave, and a todo list whose items are all done ends a task until its state was saved.
 */
export function justReached(session: SessionInput, checkpointAtMs: number | null): Set<BoundaryKind> {
  const lastSeq = session.requests.reduce(
    (last, { thread, seq }) => (thread === "main" ? Math.max(last, seq) : last),
    -1,
  );
  const reached = new Set(
    session.boundaries.filter(({ thread, seq }) => thread === "main" && seq > lastSeq).map(({ kind }) => kind),
  );
  if (switchesStage(session, lastSeq)) reached.add("stage");
  if (doneWave(session.events.filter(({ thread, seq }) => thread === "main" && seq >= lastSeq))) {
    reached.add("wave-done");
  }
  const doneAtMs = allDoneSince(session);
  if (doneAtMs !== null && (checkpointAtMs === null || checkpointAtMs < doneAtMs)) reached.add("task-end");
  return reached;
}

function switchesStage({ marks, events }: SessionInput, lastSeq: number): boolean {
  const own = marks.filter(({ thread }) => thread === "main").sort((a, b) => a.seq - b.seq);
  const before = own.findLast(({ stage, seq }) => stage !== null && seq <= lastSeq)?.stage ?? null;
  const news = own.filter(({ seq }) => seq > lastSeq);
  if (changesStage(before, news)) return true;
  return events.some((event) => event.thread === "main" && event.seq > lastSeq && isAcceptedPlan(event));
}

/** Whether the arguments of a todo call carry a whole list of which nothing is left: clients seldom tell a task's end. */
export function endsTask(callText: string): boolean {
  return isAllDone(wholeList(argumentsOf(callText)) ?? []);
}

function isAllDone(todos: readonly TodoItem[]): boolean {
  return todos.length > 0 && todos.every(({ state }) => state === "done" || state === "cancelled");
}

/** When the todo list was last changed, if nothing of it is open. */
function allDoneSince(session: SessionInput): number | null {
  const entries = timelineOf(session).entries.filter((entry) => entry.visible && !entry.thread.auxiliary);
  if (!isAllDone(lastTodos(entries))) return null;
  return entries.findLast(({ event }) => event.toolClass === "todo" && event.kind === "tool_call")?.event.atMs ?? null;
}
