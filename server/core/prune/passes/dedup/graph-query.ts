import { succeeded } from "../../outcome";
import { LOSSLESS_WINDOW, type PruneRule } from "../../rule";
import type { Entry } from "../../timeline";

/** Another query of the symbol graph that returned the same symbols, with no file changed between. */
export const repeatedGraphQuery: PruneRule = {
  id: "dedup.graph-query",
  pass: "dedup",
  noise: "duplicate",
  begin(board) {
    const originals = new Map<string, Entry>();
    return (entry) => {
      if (isGraphAnswer(entry)) {
        const symbols = symbolsOf(entry.event.text);
        const key = `${entry.context.id}\n${symbols.join("\n")}`;
        const original = originals.get(key);
        if (original === undefined || symbols.length === 0 || board.mutations.touched(null, original)) {
          originals.set(key, entry);
        } else {
          board.report({
            rule: repeatedGraphQuery,
            entry,
            to: "reference",
            sinceTurn: entry.turn,
            evidence: [original],
            cites: original,
            window: LOSSLESS_WINDOW,
            explain: (cited) => `Same ${symbols.length} symbols as ctx:${(cited ?? original).event.ref}.`,
          });
        }
      }
    };
  },
};

function isGraphAnswer({ event }: Entry): boolean {
  if (event.tokens === 0 || event.kind === "tool_call" || event.outcome === "error") return false;
  const isGraph = event.kind === "graph_query" || (event.kind === "tool_result" && event.toolClass === "graph");
  return isGraph && (succeeded(event) || event.outcome === null);
}

/** Every word, number and path of the answer, once and sorted: the order of a listing says nothing. */
function symbolsOf(text: string): string[] {
  return [...new Set(text.match(/[\p{L}\p{N}_$][\p{L}\p{N}_$.:/-]*/gu) ?? [])].sort();
}
