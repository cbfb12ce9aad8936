import type { PrunePolicy } from "../../model";
import { succeeded } from "../../outcome";
import type { FindingBoard, PruneRule } from "../../rule";
import type { Entry } from "../../timeline";
import { upsert } from "../../upsert";
import { halfWindow } from "./half-window";

/** Takes changes of files back: of the named paths, or of everything. */
const UNDO_PATHS = /\bgit\s+(?:checkout|restore)\s+(?:[^\s;&|]+\s+)*?(?:--\s+)?([^;&|]+)/;
const UNDO_ALL =
  /\bgit\s+(?:reset\s+--hard|checkout\s+(?:--\s+)?\.(?:\s|$)|restore\s+\.(?:\s|$)|stash\b(?!\s+(?:pop|apply|list|show)))/;

/** Results of edits and writes that were taken back say nothing of the files any more. No noise: they were work. */
export function undoneWork(policy: PrunePolicy): PruneRule {
  const rule: PruneRule = {
    id: "compress-stale.undone-work",
    pass: "compress-stale",
    noise: null,
    begin(board) {
      const windows = new Map<number, OpenChanges>();
      return (entry) => {
        const changes = upsert(windows, entry.context.id, () => new OpenChanges());
        for (const undone of changes.see(entry)) report(board, rule, policy, undone, entry);
      };
    },
  };
  return rule;
}

/** Results of changes that nothing has taken back yet, by path. */
class OpenChanges {
  private readonly byPath = new Map<string, Entry[]>();

  /** Answers the changes that the entry takes back. */
  see(entry: Entry): Entry[] {
    const { kind, target, command } = entry.event;
    if (kind !== "tool_result") return [];
    if (command !== null) return succeeded(entry.event) ? this.undo(command) : [];
    if (target !== null && isChange(entry)) upsert(this.byPath, target, (): Entry[] => []).push(entry);
    return [];
  }

  private undo(command: string): Entry[] {
    const paths = undonePaths(command, this.byPath);
    const undone = paths.flatMap((path) => this.byPath.get(path) ?? []);
    for (const path of paths) this.byPath.delete(path);
    return undone;
  }
}

function isChange({ event }: Entry): boolean {
  return event.toolClass === "edit" || event.toolClass === "write";
}

function undonePaths(command: string, changes: ReadonlyMap<string, unknown>): string[] {
  if (UNDO_ALL.test(command)) return [...changes.keys()];
  const named = UNDO_PATHS.exec(command)?.[1]?.split(/\s+/) ?? [];
  return [...changes.keys()].filter((path) => named.some((name) => isNamed(path, name)));
}

/** Commands name a file relative to where they run, tools by its full path. */
function isNamed(path: string, name: string): boolean {
  const bare = name.replace(/^\.\//, "");
  return bare.includes(".") && (path === bare || path.endsWith(`/${bare}`));
}

function report(board: FindingBoard, rule: PruneRule, policy: PrunePolicy, entry: Entry, undo: Entry): void {
  board.report({
    rule,
    entry,
    to: "retained",
    sinceTurn: undo.turn,
    evidence: [undo],
    cites: null,
    window: halfWindow(policy, entry),
    explain: () => `The change of ${entry.event.target} was taken back at ctx:${undo.event.ref}.`,
  });
}
