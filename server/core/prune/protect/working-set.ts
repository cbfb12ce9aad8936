import type { ToolClass } from "../../events/kinds";
import { changesFiles } from "../mutations";
import { succeeded } from "../outcome";
import { pathsOf } from "../paths-of";
import type { Protection } from "../rule";
import type { Entry } from "../timeline";
import { upsert } from "../upsert";

const READS: ReadonlySet<ToolClass> = new Set(["source_read", "doc_read"]);

/**
 * The latest read of each file that was edited within the working set's requests: the next edit will have to match
 * its lines. Older reads of the file may go, since the latest shows them newer.
 */
export const workingSet: Protection = {
  id: "protect.working-set",
  strength: "delays",
  begin(timeline, policy) {
    const edited = new Map<number, Set<string>>();
    const latest = new Map<string, Entry>();
    for (const entry of timeline.entries) {
      if (!entry.inContext) continue;
      if (changesFiles(entry) && entry.ageTurns < policy.workingSetTurns) {
        const paths = upsert(edited, entry.context.id, () => new Set<string>());
        for (const path of pathsOf(entry)) paths.add(path);
      }
      if (isRead(entry)) latest.set(keyOf(entry), entry);
    }
    return (entry) => {
      const { target } = entry.event;
      if (target === null || !edited.get(entry.context.id)?.has(target)) return null;
      if (!isRead(entry) || latest.get(keyOf(entry)) !== entry) return null;
      return {
        reason: `It is the latest look at ${target}, which was edited within ${policy.workingSetTurns} requests.`,
        pattern: target,
        evidence: [],
        onlyAgainst: "compress-stale",
      };
    };
  },
};

function isRead({ event }: Entry): boolean {
  return event.kind === "tool_result" && READS.has(event.toolClass ?? "other") && succeeded(event);
}

/** Each part of a file that was read in parts has a latest look of its own. */
function keyOf({ context, event }: Entry): string {
  return `${context.id}\n${event.target}\n${event.range?.firstLine ?? ""}`;
}
