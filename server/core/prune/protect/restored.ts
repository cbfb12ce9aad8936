import type { SessionInput } from "../model";
import type { Protection } from "../rule";
import type { Entry } from "../timeline";

/** What was restored stays for some turns, so that it can be used; after that it may be archived again. */
export function restored(standings: SessionInput["standings"], requests: SessionInput["requests"]): Protection {
  return {
    id: "protect.restored",
    strength: "delays",
    begin: (_timeline, policy) => (entry) => {
      const standing = standings.get(entry.event.ref);
      if (standing?.residency !== "full" || !entry.inContext) return null;
      const turns = turnsSince(entry, standing.setAtMs, requests);
      if (turns >= policy.restoredTurns) return null;
      return {
        reason: `It was restored ${turns} turn${turns === 1 ? "" : "s"} ago; restored results stay for ${policy.restoredTurns}.`,
        pattern: null,
        evidence: [],
      };
    },
  };
}

function turnsSince(entry: Entry, atMs: number, requests: SessionInput["requests"]): number {
  return requests.filter(({ thread, atMs: requestedMs }) => thread === entry.thread.key && requestedMs > atMs).length;
}
