import type { ToolClass } from "../../../events/kinds";
import type { PrunePolicy, SessionEvent } from "../../model";
import { succeeded } from "../../outcome";
import type { PruneRule } from "../../rule";
import type { Entry } from "../../timeline";

const READS: ReadonlySet<ToolClass> = new Set(["source_read", "doc_read", "dependency_read"]);

/**
 * An older read of a path whose lines a later successful read or a whole write shows again. Being superseded is one
 * signal; the other, distance, is the tail's to give. The read goes to its kept meaning and never straight to a
 * reference, because later turns quote such reads. A read of unknown length covers nothing, and is covered only by the
 * whole file.
 */
export function supersededRead({ superseded }: PrunePolicy): PruneRule {
  const rule: PruneRule = {
    id: "compress-stale.superseded-read",
    pass: "compress-stale",
    noise: "superseded",
    begin(board) {
      const open = new Map<string, Entry[]>();
      const report = (older: Entry, newer: Entry) =>
        board.report({
          rule,
          entry: older,
          to: "retained",
          sinceTurn: newer.turn,
          evidence: [newer],
          cites: null,
          window: { tokens: superseded.tokens, turns: superseded.turns },
          explain: () => `${describeRange(older.event)} came again at ctx:${newer.event.ref}, in full and newer.`,
        });
      return (entry) => {
        const { event } = entry;
        if (!shows(entry) || event.target === null) return;
        const key = `${entry.context.id}\n${event.target}`;
        const older = open.get(key) ?? [];
        // A duplicate is not what the reader will look at, so it covers nothing; a later read covers it as any other.
        const stay = board.isNoise(entry, "dedup") ? older : older.filter((read) => !supersede(report, read, entry));
        open.set(key, [...stay, entry].slice(-MAX_OPEN_PARTS));
      };
    },
  };
  return rule;
}

/** Only so many parts of a path are kept open: one read in hundreds of disjoint parts would make the sweep quadratic. */
const MAX_OPEN_PARTS = 64;

/** Answers whether the newer one covers the older; what a write covered of an older write is no read, and no noise. */
function supersede(report: (older: Entry, newer: Entry) => void, older: Entry, newer: Entry): boolean {
  if (!covers(newer.event, older.event)) return false;
  if (!READS.has(older.event.toolClass ?? "other")) return true;
  report(older, newer);
  return true;
}

/** What shows the text of a file: a successful read, or the call that wrote the whole of it. */
function shows({ event }: Entry): boolean {
  if (event.kind !== "tool_result" || !succeeded(event)) return false;
  if (event.toolClass === "write") return isWholeWrite(event);
  return READS.has(event.toolClass ?? "other") && !event.mutates;
}

/** A shell line may append, and a deletion shows nothing. */
function isWholeWrite({ mutates, command, tool }: SessionEvent): boolean {
  return mutates && command === null && !/delete|remove/i.test(tool ?? "");
}

function covers(newer: SessionEvent, older: SessionEvent): boolean {
  if (newer.range === null || newer.toolClass === "write") return true;
  if (newer.range.lastLine === null || older.range === null || older.range.lastLine === null) return false;
  return newer.range.firstLine <= older.range.firstLine && newer.range.lastLine >= older.range.lastLine;
}

function describeRange({ range, target }: SessionEvent): string {
  if (range === null) return `${target}`;
  if (range.lastLine === null) return `${target} from line ${range.firstLine}`;
  return `Lines ${range.firstLine}–${range.lastLine} of ${target}`;
}
