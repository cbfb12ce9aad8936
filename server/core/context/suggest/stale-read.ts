import type { SuggestionRule } from "./rule";

/**
 * A read that the plan proves superseded. Later turns quote old reads, so its meaning is kept, and an edited file alone
 * proves nothing: the newer text must be in the window.
 */
export const staleRead: SuggestionRule = {
  id: "suggest.stale-read",
  rank: 2,
  judge({ event }, window) {
    const verdict = window.verdictOf(event);
    if (verdict?.noise !== "superseded") return null;
    const [newer] = verdict.evidence;
    const where = newer === undefined ? "" : ` at ctx:${newer}`;
    return {
      to: "retained",
      why: `${event.target ?? "Its target"} was read again${where}, newer.`,
      evidence: verdict.evidence,
    };
  },
};
