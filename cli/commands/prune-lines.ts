import type { MoveView, PreviewView, RunTotalsView } from "@/server/core/runs/views";
import { count, number } from "../output";

/** What a run would do, whoever planned it. */
export type Previewed = Pick<PreviewView, "totals" | "threads" | "moves" | "blocked" | "summaries">;

/** A preview as lines: `what` it is of, its figures, the windows, the largest changes, and what comes of it. */
export function previewLines(what: string, seen: Previewed, end: string): string[] {
  const { moves, blocked, summaries, totals, threads } = seen;
  const more = moves.total - moves.rows.length;
  return [
    `${what}: ${count(moves.total, "event")} would change, ${sizes(totals)}.`,
    passesLine(totals),
    ...threads.flatMap(({ thread, asked, automatic }) => [
      `${thread}: ${asked.reason}`,
      `  unasked: ${automatic.commits ? "it would be done now" : "it would wait"}. ${automatic.reason}`,
    ]),
    ...moves.rows.map(moveLine),
    ...(more > 0 ? [`  and ${count(more, "smaller change")}`] : []),
    ...(summaries.total > 0 ? [`${count(summaries.total, "summary", "summaries")} would stand for whole ranges`] : []),
    ...(blocked.total > 0 ? [`${count(blocked.total, "removal")} stopped by protections`] : []),
    end,
  ];
}

function sizes({ beforeTokens, afterTokens }: RunTotalsView): string {
  return `${number(beforeTokens)} to ${number(afterTokens)} tokens`;
}

function passesLine({ passes, protectedEvents }: RunTotalsView): string {
  const { dedup, purgeErrors, compress } = passes;
  return `dedup ${number(dedup)}, purge-errors ${number(purgeErrors)}, compress-stale ${number(compress)}, protected ${number(protectedEvents)}`;
}

function moveLine({ ref, label, rule, to, tokensBefore, tokensAfter }: MoveView): string {
  return `  ${number(tokensBefore)} to ${number(tokensAfter)} tokens (${to})  ${label}  ${rule}  ctx:${ref}`;
}
