import type { EventKind } from "../../events/kinds";
import type { Protection } from "../rule";
import type { Entry } from "../timeline";
import { upsert } from "../upsert";

const RESULTS: ReadonlySet<EventKind> = new Set(["tool_result", "agent_output"]);

/** What the agent came back to often waits until it has not come back for a while. Delays only. */
export const reused: Protection = {
  id: "protect.reused",
  strength: "delays",
  begin(timeline, { reuse }) {
    if (reuse === null) return () => null;
    const uses = new Map<string, Entry[]>();
    for (const entry of timeline.entries) {
      if (!entry.inContext || entry.event.kind !== "tool_call" || entry.event.target === null) continue;
      upsert(uses, keyOf(entry), () => []).push(entry);
    }
    return (entry) => {
      if (!entry.inContext || !RESULTS.has(entry.event.kind) || entry.event.target === null) return null;
      const behind = (uses.get(keyOf(entry)) ?? []).filter((use) => use.order > entry.order);
      const last = behind.at(-1);
      if (behind.length < reuse.times || last === undefined || last.ageTurns >= reuse.waitTurns) return null;
      return {
        reason: `${entry.event.target} was used ${behind.length} times since, the last time ${last.ageTurns} requests ago.`,
        pattern: null,
        evidence: [last],
        onlyAgainst: "compress-stale",
      };
    };
  },
};

function keyOf({ context, event }: Entry): string {
  return `${context.id}\n${event.target}`;
}
