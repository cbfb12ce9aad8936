import type { EventKind } from "../../../events/kinds";
import { LOSSLESS_WINDOW, type PruneRule } from "../../rule";
import type { Entry } from "../../timeline";

/** Graph queries and skill loads have rules of their own. */
const RESULTS: ReadonlySet<EventKind> = new Set(["tool_result", "agent_output", "memory_query"]);

/**
 * The same window, tool, parameters and content, and no change of the target between: the first result stays, later
 * ones point to it. The key holds the thread and the epoch, because another reader never saw the first.
 */
export const identicalResult: PruneRule = {
  id: "dedup.identical-result",
  pass: "dedup",
  noise: "duplicate",
  begin(board) {
    const originals = new Map<string, Entry>();
    return (entry) => {
      const { event } = entry;
      if (isJudged(entry)) {
        const key = `${entry.context.id}\n${event.tool}\n${event.paramsKey}\n${event.contentKey}`;
        const original = originals.get(key);
        if (original === undefined || board.mutations.touched(event.target, original)) {
          originals.set(key, entry);
        } else {
          board.report({
            rule: identicalResult,
            entry,
            to: "reference",
            sinceTurn: entry.turn,
            evidence: [original],
            cites: original,
            window: LOSSLESS_WINDOW,
            explain: (cited) => `Same result as ctx:${(cited ?? original).event.ref}, which this thread already has.`,
          });
        }
      }
    };
  },
};

/** A refusal, a sibling's collateral error or an aborted call answered nothing, so nothing was repeated. */
function isJudged({ event }: Entry): boolean {
  if (!RESULTS.has(event.kind) || event.paramsKey === null || event.tokens === 0) return false;
  return event.outcome === null || event.outcome === "ok" || event.outcome === "error";
}
