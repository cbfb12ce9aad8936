import { RESOLVABLE_KINDS } from "../../events/kinds";
import type { Protection } from "../rule";

const JUDGED: ReadonlySet<string> = new Set(RESOLVABLE_KINDS);

/** What is younger than the window of its class, in tokens or in turns, is too young to judge. Delays only. */
export const tail: Protection = {
  id: "protect.tail",
  strength: "delays",
  begin: (_timeline, policy) => (entry) => {
    if (!entry.inContext || !JUDGED.has(entry.event.kind)) return null;
    const toolClass = entry.event.toolClass ?? (entry.event.kind === "skill_load" ? "skill" : "other");
    const window = policy.tail[toolClass];
    const young = entry.ageTokens < window.tokens || entry.ageTurns < window.turns;
    if (!young) return null;
    const reason = `It is ${entry.ageTokens} tokens and ${entry.ageTurns} turns old; ${toolClass} results wait for ${window.tokens} tokens and ${window.turns} turns.`;
    return { reason, pattern: toolClass, evidence: [] };
  },
};
