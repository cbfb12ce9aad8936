import { recordRef } from "../decisions/record-ref";
import type { DecisionStatus } from "../decisions/transitions";
import { estimateTokens } from "../events/tokens";
import { currentTask } from "../handoffs/talk";
import { lastTodos } from "../handoffs/todos";
import type { SessionInput } from "../prune/model";
import { isAcceptedPlan } from "../prune/outcome";
import { type Context, type Entry, timelineOf } from "../prune/timeline";
import type { Age } from "./importance";
import { Namings } from "./namings";
import { relevanceTo, topicWords } from "./relevance";
import type { BudgetItem, ItemKind } from "./tiers";
import type { TouchedFile } from "./touched-files";

/** What the project remembers, as far as it may take room in a window. */
export interface ProjectRecords {
  /** Newest first. */
  readonly decisions: readonly DecisionRecord[];
  readonly failures: readonly FailureRecord[];
  readonly constraints: readonly SmallRecord[];
  readonly preferences: readonly SmallRecord[];
  /** Of sessions, newest first. */
  readonly summaries: readonly SmallRecord[];
  /** Tokens of an outline, by path: files that the index knows. */
  readonly outlines: ReadonlyMap<string, number>;
}

export interface SmallRecord {
  readonly number: number;
  readonly title: string;
  readonly tokens: number;
  readonly updatedAtMs: number;
}

export interface DecisionRecord extends SmallRecord {
  readonly status: DecisionStatus;
  readonly risk: string;
  readonly tags: readonly string[];
  readonly paths: readonly string[];
}

export interface FailureRecord extends SmallRecord {
  readonly isResolved: boolean;
  readonly paths: readonly string[];
}

/** So many of the latest decisions are always loaded. */
const RECENT_DECISIONS = 10;
/** A tag says that the code has caught up with a decision. */
const IMPLEMENTED_TAGS: ReadonlySet<string> = new Set(["implemented", "done"]);

interface Facts {
  readonly session: SessionInput;
  readonly files: ReadonlyMap<string, TouchedFile>;
  readonly records: ProjectRecords;
  /** The turn at which ages are taken. */
  readonly atTurn: number;
  readonly nowMs: number;
}

/** Everything that competes for the window of a session, with the facts that its importance is made of. */
export function collectItems(facts: Facts): BudgetItem[] {
  const entries = timelineOf(facts.session).entries.filter((entry) => entry.visible && !entry.thread.auxiliary);
  const task = currentTask(entries, facts.session.boundaries);
  const desk = new Desk(facts, topicWords(task), new Namings(entries));
  return [
    ...taskItems(desk, entries, task),
    ...fileItems(desk, facts),
    ...decisionItems(desk, facts.records.decisions),
    ...facts.records.failures.map((failure) => failureItem(desk, failure)),
    ...facts.records.constraints.map((record) => desk.record("constraint", `CON-${digits(record)}`, record, true)),
    ...facts.records.preferences.map((record) => desk.record("preference", `PREF-${digits(record)}`, record, true)),
    ...facts.records.summaries.map((record, at) =>
      desk.record(at === 0 ? "last-summary" : "old-summary", `SUM-${digits(record)}`, record, false),
    ),
    ...historyItems(desk, facts.session),
  ];
}

function digits({ number }: SmallRecord): string {
  return String(number).padStart(3, "0");
}

const MS_PER_DAY = 86_400_000;

/** Works out the facts of an item against the task and the talk of the session. */
class Desk {
  constructor(
    private readonly facts: Pick<Facts, "atTurn" | "nowMs">,
    private readonly task: ReadonlySet<string>,
    readonly namings: Namings,
  ) {}

  item(
    kind: ItemKind,
    id: string,
    about: {
      readonly title: string;
      readonly tokens: number;
      readonly anchor: boolean;
      readonly age: Age | null;
      readonly references: number;
      /** Words beside the title that tell what it is about. */
      readonly words?: readonly string[];
      readonly relevance?: number;
    },
  ): BudgetItem {
    const { title, tokens, anchor, age, references, words = [], relevance } = about;
    const facts = { anchor, age, references };
    return {
      id,
      kind,
      title,
      tokens,
      facts: { ...facts, relevance: relevance ?? relevanceTo(this.task, topicWords(title, ...words)) },
    };
  }

  record(kind: ItemKind, ref: string, record: SmallRecord, anchor: boolean, words: readonly string[] = []): BudgetItem {
    const { title, tokens } = record;
    const days = Math.max(0, this.facts.nowMs - record.updatedAtMs) / MS_PER_DAY;
    return this.item(kind, ref, { title, tokens, anchor, age: { days }, references: this.namings.of(ref), words });
  }

  turnsSince(turn: number): Age {
    return { turns: Math.max(0, this.facts.atTurn - turn) };
  }
}

/** The task and its plan: the todo list, and the last plan that a person accepted. */
function taskItems(desk: Desk, entries: readonly Entry[], task: string): BudgetItem[] {
  const about = { anchor: true, age: { turns: 0 }, references: 0, relevance: 1 };
  const items: BudgetItem[] = [];
  if (task !== "") items.push(desk.item("task", "task", { ...about, title: task, tokens: estimateTokens(task) }));
  const todos = lastTodos(entries)
    .map(({ text, state }) => `- [${state === "done" ? "x" : " "}] ${text}`)
    .join("\n");
  if (todos !== "")
    items.push(desk.item("plan", "todos", { ...about, title: "Todo list", tokens: estimateTokens(todos) }));
  const plan = entries.findLast(({ event }) => isAcceptedPlan(event))?.partner?.event;
  if (plan) {
    const { ref, tokens } = plan;
    items.push(desk.item("plan", `plan:${ref}`, { ...about, title: "Accepted plan", tokens }));
  }
  return items;
}

function fileItems(desk: Desk, { files, records }: Facts): BudgetItem[] {
  return [...files.values()].map((file) => {
    const { path, isActive, uses, lastTurn, keptTokens } = file;
    const outline = records.outlines.get(path);
    return desk.item(isActive ? "active-file" : "file-summary", `file:${path}`, {
      title: path,
      tokens: isActive ? keptTokens : Math.min(outline ?? keptTokens, keptTokens),
      anchor: false,
      age: desk.turnsSince(lastTurn),
      references: uses + desk.namings.ofPath(path),
    });
  });
}

function decisionItems(desk: Desk, decisions: readonly DecisionRecord[]): BudgetItem[] {
  const inForce = decisions.filter((decision) => !isSettled(decision));
  const recent = new Set(inForce.slice(0, RECENT_DECISIONS));
  return decisions.map((decision) => {
    const kind = isSettled(decision) ? "old-decision" : recent.has(decision) ? "decision" : "architecture-decision";
    const words = [...decision.tags, ...decision.paths];
    const isCritical = decision.risk === "high" && kind !== "old-decision";
    return desk.record(kind, recordRef("decision", decision.number), decision, isCritical, words);
  });
}

function isSettled({ status, tags }: DecisionRecord): boolean {
  return status === "superseded" || status === "deprecated" || tags.some((tag) => IMPLEMENTED_TAGS.has(tag));
}

function failureItem(desk: Desk, failure: FailureRecord): BudgetItem {
  const kind = failure.isResolved ? "resolved-failure" : "failure";
  return desk.record(kind, recordRef("failure", failure.number), failure, false, failure.paths);
}

/** Windows that a compaction or a clear closed, each as one item. */
function historyItems(desk: Desk, session: SessionInput): BudgetItem[] {
  const sums = new Map<Context, { tokens: number; first: number; last: number; agent: string }>();
  let mainTurn = 0;
  for (const { event, context, turn, visible, thread, agent } of timelineOf(session).entries) {
    if (event.thread === "main") mainTurn = turn;
    if (context.current || !visible || thread.auxiliary) continue;
    const sum = sums.get(context) ?? { tokens: 0, first: turn, last: mainTurn, agent };
    sums.set(context, { ...sum, tokens: sum.tokens + event.tokens, last: mainTurn });
  }
  return [...sums].map(([{ thread, epoch }, { tokens, first, last, agent }]) =>
    desk.item("history", `history:${thread}:${epoch}`, {
      title: `Window ${epoch + 1} of ${agent}, turns ${Math.max(1, first)} to ${last}`,
      tokens,
      anchor: false,
      age: desk.turnsSince(last),
      references: 0,
      relevance: 0,
    }),
  );
}
