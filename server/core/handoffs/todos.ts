import { type Arguments, argumentsOf, listAt, recordsAt, textAt } from "../decisions/call-arguments";
import { failed } from "../prune/outcome";
import type { Entry } from "../prune/timeline";
import type { TodoItem, TodoState } from "./note";

/**
 * The todo list as a session left it. Two forms: a call that carries the whole list (TodoWrite, update_plan,
 * write_todos, todowrite, manage_todo_list, update_todo_list, task_tracker), and single tasks that are created and
 * updated by id (TaskCreate, TaskUpdate of Claude Code). The main thread's list counts; else the last one of any.
 */
export function lastTodos(entries: readonly Entry[]): TodoItem[] {
  return todosWithSource(entries).map(({ text, state }) => ({ text, state }));
}

/** A todo with the entry id of the call that told its state last. */
export interface SourcedTodo extends TodoItem {
  readonly source: string;
}

export function todosWithSource(entries: readonly Entry[]): SourcedTodo[] {
  const lists = new Map<string, TodoList>();
  for (const entry of entries) {
    const { event, partner } = entry;
    if (event.toolClass !== "todo" || event.kind !== "tool_call") continue;
    if (partner !== null && (failed(partner.event) || partner.event.outcome === "refused")) continue;
    const list = lists.get(event.thread) ?? new TodoList();
    lists.set(event.thread, list);
    list.apply(event.ref, argumentsOf(event.text), event.tool ?? "", partner?.event.text ?? "");
  }
  const main = lists.get("main")?.items() ?? [];
  return main.length > 0 ? main : ([...lists.values()].at(-1)?.items() ?? []);
}

class TodoList {
  private whole: SourcedTodo[] = [];
  private readonly tasks = new Map<string, { text: string; state: TodoState | null; source: string }>();

  apply(source: string, args: Arguments, tool: string, result: string): void {
    const list = wholeList(args);
    if (list !== null) {
      const before = new Map(this.whole.map((item) => [item.text, item]));
      this.whole = list.map((item) => {
        const known = before.get(item.text);
        return { ...item, source: known?.state === item.state ? known.source : source };
      });
      return;
    }
    if (/create/i.test(tool)) this.create(source, args, result);
    else if (/update/i.test(tool)) this.update(source, args);
  }

  items(): SourcedTodo[] {
    const tasks = [...this.tasks.values()].flatMap(({ state, ...task }) =>
      state === null ? [] : [{ ...task, state }],
    );
    return tasks.length > 0 ? tasks : this.whole;
  }

  /** The result names the task: `Task #1 created successfully`. */
  private create(source: string, args: Arguments, result: string): void {
    const text = textAt(args, "subject", "title", "description");
    const id = /#(\d+)/.exec(result)?.[1] ?? String(this.tasks.size + 1);
    if (text !== "") this.tasks.set(id, { text: oneLine(text), state: "open", source });
  }

  private update(source: string, args: Arguments): void {
    const task = this.tasks.get(textAt(args, "taskId", "task_id", "id"));
    if (task === undefined) return;
    task.source = source;
    const subject = textAt(args, "subject", "title");
    if (subject !== "") task.text = oneLine(subject);
    const status = textAt(args, "status");
    if (status === "deleted") task.state = null;
    else if (status !== "") task.state = stateOf(status);
  }
}

/** The list that a call carries; null when it carries none. */
export function wholeList(args: Arguments): TodoItem[] | null {
  const records = recordsAt(args, "todos", "plan", "todoList", "task_list", "items", "tasks");
  const isList =
    listAt(args, "todos", "plan", "todoList", "task_list", "items", "tasks").length > 0 || Array.isArray(args["todos"]);
  if (isList) return records.map(itemOf).filter((item) => item.text !== "");
  const markdown = textAt(args, "todos", "task_progress", "plan");
  return markdown === "" ? null : checklistOf(markdown);
}

function itemOf(args: Arguments): TodoItem {
  const text = textAt(args, "content", "step", "title", "description", "text", "subject", "task");
  return { text: oneLine(text), state: stateOf(textAt(args, "status", "state")) };
}

/** `- [x] done`, `- [ ] open`, `[-] in progress`. */
export function checklistOf(markdown: string): TodoItem[] {
  return markdown.split("\n").flatMap((line): TodoItem[] => {
    const match = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?\[([ xX~-])\]\s+(.+)$/.exec(line);
    if (!match) return [];
    const mark = match[1] ?? " ";
    const state: TodoState = mark === " " ? "open" : mark.toLowerCase() === "x" ? "done" : "in_progress";
    return [{ text: oneLine(match[2] ?? ""), state }];
  });
}

function stateOf(status: string): TodoState {
  if (/^(?:completed?|done|finished)$/i.test(status)) return "done";
  if (/^(?:in[_-]?progress|active|doing)$/i.test(status)) return "in_progress";
  if (/^(?:cancel|skip|blocked_by_user)/i.test(status)) return "cancelled";
  return "open";
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
