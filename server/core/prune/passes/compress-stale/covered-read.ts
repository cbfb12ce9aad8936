import type { ToolClass } from "../../../events/kinds";
import type { PrunePolicy } from "../../model";
import { succeeded } from "../../outcome";
import type { PruneRule } from "../../rule";
import type { Entry } from "../../timeline";
import { unitsOf } from "../../visible/text-units";

const READS: ReadonlySet<ToolClass> = new Set(["source_read", "doc_read", "dependency_read"]);
/** Only so many parts of a path are kept open: one read in hundreds of disjoint parts would make the sweep quadratic. */
const MAX_OPEN_PARTS = 16;

/**
 * An older read most of whose lines later reads of the path show again. It was of use and is no proven noise, but it
 * needs less distance than a read that nothing shows again: what is not shown again stays in its kept meaning.
 */
export function coveredRead({ superseded }: PrunePolicy): PruneRule {
  const rule: PruneRule = {
    id: "compress-stale.covered-read",
    pass: "compress-stale",
    noise: null,
    begin(board) {
      const open = new Map<string, Entry[]>();
      return (entry) => {
        // A duplicate points back to the older one, so it covers nothing.
        if (!isRead(entry) || board.isNoise(entry, "dedup")) return;
        const key = `${entry.context.id}\n${entry.event.target}`;
        const still: Entry[] = [];
        for (const older of open.get(key) ?? []) {
          if (!covers(entry, older, superseded.coveredShare)) still.push(older);
          else {
            board.report({
              rule,
              entry: older,
              to: "retained",
              sinceTurn: entry.turn,
              evidence: [entry],
              cites: null,
              window: { tokens: superseded.tokens, turns: superseded.turns },
              explain: () => `ctx:${entry.event.ref} shows most of its lines again.`,
            });
          }
        }
        open.set(key, [...still, entry].slice(-MAX_OPEN_PARTS));
      };
    },
  };
  return rule;
}

function isRead({ event }: Entry): boolean {
  return (
    event.kind === "tool_result" && READS.has(event.toolClass ?? "other") && event.target !== null && succeeded(event)
  );
}

function covers(newer: Entry, older: Entry, share: number): boolean {
  const { keys } = unitsOf(older.event);
  if (keys.size === 0) return false;
  const shown = unitsOf(newer.event).keys;
  let again = 0;
  for (const key of keys) if (shown.has(key)) again++;
  return again >= keys.size * share;
}
