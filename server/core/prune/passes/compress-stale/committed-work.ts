import type { PrunePolicy } from "../../model";
import { changesFiles } from "../../mutations";
import { succeeded } from "../../outcome";
import { pathsOf } from "../../paths-of";
import type { FindingBoard, PruneRule } from "../../rule";
import type { Entry } from "../../timeline";
import { upsert } from "../../upsert";
import { halfWindow } from "./half-window";

const COMMIT = /\bgit\b(?:\s+-[^\s]+(?:\s+[^\s-][^\s]*)?)*\s+commit\b/;

/**
 * Work whose files a later commit contains is merged: what was looked at and written on the way is needed less. It was
 * of use and is no noise. Only files that were changed since the commit before count.
 */
export function committedWork(policy: PrunePolicy): PruneRule {
  const rule: PruneRule = {
    id: "compress-stale.committed-work",
    pass: "compress-stale",
    noise: null,
    begin(board) {
      const windows = new Map<number, OpenWork>();
      return (entry) => {
        const work = upsert(windows, entry.context.id, () => new OpenWork());
        if (isCommit(entry)) work.commit((older) => report(board, rule, policy, older, entry));
        else work.see(entry);
      };
    },
  };
  return rule;
}

function isCommit({ event }: Entry): boolean {
  return event.kind === "tool_result" && event.command !== null && COMMIT.test(event.command) && succeeded(event);
}

function report(board: FindingBoard, rule: PruneRule, policy: PrunePolicy, entry: Entry, commit: Entry): void {
  board.report({
    rule,
    entry,
    to: "retained",
    sinceTurn: commit.turn,
    evidence: [commit],
    cites: null,
    window: halfWindow(policy, entry),
    explain: () => `The work on ${entry.event.target} was committed at ctx:${commit.event.ref}.`,
  });
}

/** What a window has seen of each file since its last commit. */
class OpenWork {
  private readonly changed = new Set<string>();
  private readonly results = new Map<string, Entry[]>();

  see(entry: Entry): void {
    const { kind, target } = entry.event;
    if (kind === "tool_result" && target !== null) upsert(this.results, target, (): Entry[] => []).push(entry);
    if (changesFiles(entry)) for (const path of pathsOf(entry)) this.changed.add(path);
  }

  commit(each: (entry: Entry) => void): void {
    for (const path of this.changed) for (const entry of this.results.get(path) ?? []) each(entry);
    for (const path of this.changed) this.results.delete(path);
    this.changed.clear();
  }
}
