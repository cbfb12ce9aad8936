import type { PrunePolicy } from "../model";
import { pathsOf } from "../paths-of";
import type { Guard, Protection } from "../rule";
import type { Entry, Timeline } from "../timeline";
import { upsert } from "../upsert";
import { runningCommands } from "./running-commands";

/**
 * What is still being worked with: a call without its result, a command that goes on by itself, the latest write or
 * edit result of a file that changed in the last turns, and a result whose path or id was named in the last turns.
 * Delays only.
 */
export function inFlight(acknowledged: ReadonlySet<string>): Protection {
  return {
    id: "protect.in-flight",
    strength: "delays",
    begin(timeline, policy) {
      const named = namedLately(timeline, policy);
      const current = currentChanges(timeline, policy);
      const running = runningCommands(timeline);
      const namedBy = (entry: Entry): string | undefined => {
        const names = acknowledged.has(entry.event.ref) ? undefined : named.get(entry.context.id);
        return names && namesOf(entry).find((name) => names.has(name));
      };
      return (entry) => {
        if (!entry.inContext) return null;
        if (entry.event.kind === "tool_call") return ofCall(entry);
        if (current.has(entry)) return guard(`It confirms the current change of ${entry.event.target}.`);
        if (running.has(entry)) return guard("The command that it started may still be running.");
        const by = namedBy(entry);
        return by ? guard(`${by} was named within the last ${policy.referencedWithinTurns} turns.`) : null;
      };
    },
  };
}

function ofCall(entry: Entry): Guard | null {
  return entry.partner ? null : guard("The call has no result yet.");
}

function namedLately(timeline: Timeline, policy: PrunePolicy): ReadonlyMap<number, ReadonlySet<string>> {
  const named = new Map<number, Set<string>>();
  for (const entry of timeline.entries) {
    const { event, context } = entry;
    if (!entry.inContext || entry.ageTurns >= policy.referencedWithinTurns) continue;
    if (event.kind !== "tool_call" && event.kind !== "assistant_message") continue;
    const names = upsert(named, context.id, () => new Set<string>());
    for (const path of pathsOf(entry)) names.add(path);
    for (const match of event.text.matchAll(/ctx:[\w.:-]*\w/g)) names.add(match[0]);
  }
  return named;
}

/** A result is named by its target alone: a search that lists a hundred paths is not named by each of them. */
function namesOf({ event }: Entry): string[] {
  return event.target === null ? [`ctx:${event.ref}`] : [event.target, `ctx:${event.ref}`];
}

function currentChanges(timeline: Timeline, policy: PrunePolicy): ReadonlySet<Entry> {
  const latest = new Map<string, Entry>();
  for (const entry of timeline.entries) {
    const { event, context } = entry;
    if (!entry.inContext || event.kind !== "tool_result" || event.target === null) continue;
    if (event.toolClass !== "write" && event.toolClass !== "edit") continue;
    if (entry.ageTurns < policy.currentFileTurns) latest.set(`${context.id}\n${event.target}`, entry);
  }
  return new Set(latest.values());
}

function guard(reason: string): Guard {
  return { reason, pattern: null, evidence: [] };
}
