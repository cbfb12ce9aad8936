import { failed } from "../outcome";
import { questionOf } from "../question";
import type { Protection } from "../rule";
import type { Entry } from "../timeline";

/**
 * The latest result of each check of the window, and the latest failure of anything that nothing has resolved. A failed
 * run that a run of the whole resolved is no standing of its check any more.
 */
export const verification: Protection = {
  id: "protect.verification",
  strength: "delays",
  begin(timeline, _policy, board) {
    const latestCheck = new Map<string, Entry>();
    const latestFailure = new Map<string, Entry>();
    for (const entry of timeline.entries) {
      if (!entry.visible || entry.event.kind !== "tool_result") continue;
      const question = questionOf(entry);
      if (question === null) continue;
      const key = `${entry.context.id}\n${question.key}`;
      if (question.check !== null) latestCheck.set(key, entry);
      if (failed(entry.event) && !board.isNoise(entry, "purge-errors")) latestFailure.set(key, entry);
    }
    const checks = new Set([...latestCheck.values()].filter((entry) => !board.isNoise(entry, "purge-errors")));
    const failures = new Set(latestFailure.values());
    return (entry) => {
      if (failures.has(entry)) {
        return {
          reason: "It is the latest failure of its kind and nothing has resolved it.",
          pattern: null,
          evidence: [],
        };
      }
      if (checks.has(entry)) {
        return { reason: `It is the latest result of ${questionOf(entry)?.label}.`, pattern: null, evidence: [] };
      }
      return null;
    };
  },
};
