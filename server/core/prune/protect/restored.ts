import type { SessionInput } from "../model";
import type { Protection } from "../rule";

/** What was restored stays for some turns, so that it can be used; after that it may be archived again. */
export function restored(standings: SessionInput["standings"]): Protection {
  return {
    id: "protect.restored",
    strength: "delays",
    isTimeless: true,
    begin: (_timeline, policy) => (entry) => {
      const standing = standings.get(entry.event.ref);
      if (standing?.residency !== "full" || !entry.inContext) return null;
      const turns = entry.context.requestsSince(standing.setAtMs);
      if (turns >= policy.restoredTurns) return null;
      return {
        reason: `It was restored ${turns} turn${turns === 1 ? "" : "s"} ago; restored results stay for ${policy.restoredTurns}.`,
        pattern: null,
        evidence: [],
      };
    },
  };
}
