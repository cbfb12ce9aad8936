import type { PrunePolicy } from "../model";
import type { Guard, Protection } from "../rule";
import type { Entry, Timeline } from "../timeline";
import { pathsOf } from "./paths";

/**
 * What is still being worked with: a call without its result, the latest write or edit result of a file that changed
 * in the last turns, and a result whose path or id was named in the last turns. Delays only.
 */
export const inFlight: Protection = {
  id: "protect.in-flight",
  strength: "delays",
  begin(timeline, policy) {
    const named = namedLately(timeline, policy);
    const current = currentChanges(timeline, policy);
    return (entry) => {
      if (!entry.inContext) return null;
      if (entry.event.kind === "tool_call") return entry.partner ? null : guard("The call has no result yet.");
      if (current.has(entry)) return guard(`It confirms the current change of ${entry.event.target}.`);
      const by = namesOf(entry).find((name) => named.has(`${entry.context.id}\n${name}`));
      return by === undefined ? null : guard(`${by} was named within the last ${policy.referencedWithinTurns} turns.`);
    };
  },
};

function namedLately(timeline: Timeline, policy: PrunePolicy): ReadonlySet<string> {
  const named = new Set<string>();
  for (const entry of timeline.entries) {
    if (!entry.inContext || entry.ageTurns >= policy.referencedWithinTurns) continue;
    const { event, context } = entry;
    if (event.kind === "tool_call") for (const path of pathsOf(entry)) named.add(`${context.id}\n${path}`);
    if (event.kind === "tool_call" || event.kind === "assistant_message") {
      for (const match of event.text.matchAll(/ctx:[\w.:-]+/g)) named.add(`${context.id}\n${match[0]}`);
    }
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
