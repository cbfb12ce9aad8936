import { wholeList } from "../../../handoffs/todos";
import type { PrunePolicy } from "../../model";
import type { FindingBoard, PruneRule } from "../../rule";
import type { Entry } from "../../timeline";
import { upsert } from "../../upsert";
import { halfWindow } from "./half-window";

/**
 * A sub-task is done when its item of the agent's task list is: what was looked at while it was in progress is needed
 * less. It was of use and is no noise.
 */
export function finishedTask(policy: PrunePolicy): PruneRule {
  const rule: PruneRule = {
    id: "compress-stale.finished-task",
    pass: "compress-stale",
    noise: null,
    begin(board) {
      const windows = new Map<number, TaskWork>();
      return (entry) => {
        const work = upsert(windows, entry.context.id, () => new TaskWork());
        if (entry.event.toolClass === "todo" && entry.event.kind === "tool_call") {
          work.read(entry, (older, task) => report(board, rule, policy, older, entry, task));
        } else if (entry.event.kind === "tool_result" && entry.event.toolClass !== "todo") work.see(entry);
      };
    },
  };
  return rule;
}

function report(
  board: FindingBoard,
  rule: PruneRule,
  policy: PrunePolicy,
  entry: Entry,
  list: Entry,
  task: string,
): void {
  board.report({
    rule,
    entry,
    to: "retained",
    sinceTurn: list.turn,
    evidence: [list],
    cites: null,
    window: halfWindow(policy, entry),
    explain: () => `It belongs to "${task}", which was done at ctx:${list.event.ref}.`,
  });
}

class TaskWork {
  private current: string | null = null;
  private results: Entry[] = [];

  see(entry: Entry): void {
    if (this.current !== null) this.results.push(entry);
  }

  read(list: Entry, each: (entry: Entry, task: string) => void): void {
    const items = wholeList(argumentsOf(list.event.text));
    if (items === null) return;
    const { current } = this;
    if (current !== null && items.some((item) => item.text === current && item.state === "done")) {
      for (const entry of this.results) each(entry, current);
    }
    const next = items.find((item) => item.state === "in_progress")?.text ?? null;
    if (next !== current) this.results = [];
    this.current = next;
  }
}

function argumentsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
