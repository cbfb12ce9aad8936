import { type Command, InvalidArgumentError } from "commander";
import type { PassId } from "@/server/core/prune/model";
import {
  type MoveView,
  PASSES,
  type PreviewView,
  type RunAnswerView,
  type RunTotalsView,
} from "@/server/core/runs/views";
import { count, number, say } from "../output";
import { asking, findPlace, type PlaceOptions } from "./place";

export interface PruneOptions extends PlaceOptions {
  readonly passes?: PassId[];
  readonly compact?: boolean;
  readonly preview?: boolean;
  readonly thread?: string;
  readonly json?: boolean;
}

/** Changes that a preview prints, the largest savings first. */
const SHOWN_MOVES = 20;
const EXIT_REFUSED = 1;

export function addPrune(command: Command): void {
  command
    .description("Take noise out of a session's context; with --preview only say what would go, and why.")
    .argument("<session>", "its number, such as 12 or S-12", sessionNumber)
    .option("--passes <list>", `only these passes, with commas between: ${PASSES.join(",")}`, passList)
    .option("--compact", "also replace stale ranges by summaries")
    .option("--thread <key>", "only this window: main, or a sub-agent's")
    .option("--preview", "change nothing")
    .action(prune);
}

async function prune(session: number, options: PruneOptions): Promise<void> {
  const { api, team, project } = await findPlace(options);
  const { passes, compact, thread } = options;
  const request = {
    team,
    project,
    number: session,
    ...(passes && { passes }),
    ...(compact && { compact }),
    ...(thread && { thread }),
  };
  if (options.preview) {
    const seen = await asking(api.prune.preview.query({ ...request, limit: SHOWN_MOVES }));
    print(seen, previewLines(session, seen), options);
    return;
  }
  const answer = await asking(api.prune.run.mutate(request));
  print(answer, answerLines(session, answer), options);
  if (!answer.committed) process.exitCode = EXIT_REFUSED;
}

function print(answer: object, lines: readonly string[], { json }: PruneOptions): void {
  if (json) say.line(JSON.stringify(answer, null, 2));
  else for (const line of lines) say.line(line);
}

function previewLines(session: number, seen: PreviewView): string[] {
  const { moves, blocked, summaries, totals, threads } = seen;
  const more = moves.total - moves.rows.length;
  return [
    `Session #${session}: ${count(moves.total, "event")} would change, ${sizes(totals)}.`,
    passesLine(totals),
    ...threads.flatMap(({ thread, asked, automatic }) => [
      `${thread}: ${asked.reason}`,
      `  unasked: ${automatic.commits ? "it would be done now" : "it would wait"}. ${automatic.reason}`,
    ]),
    ...moves.rows.map(moveLine),
    ...(more > 0 ? [`  and ${count(more, "smaller change")}`] : []),
    ...(summaries.total > 0 ? [`${count(summaries.total, "summary", "summaries")} would stand for whole ranges`] : []),
    ...(blocked.total > 0 ? [`${count(blocked.total, "removal")} stopped by protections`] : []),
    seen.commits ? `Nothing was changed. To do it: steward prune ${session}` : "Nothing was changed.",
  ];
}

function answerLines(session: number, answer: RunAnswerView): string[] {
  if (!answer.committed) {
    return [
      `Session #${session}: nothing was changed. ${answer.reason}`,
      ...(answer.stop ? ["Do not ask again in this turn."] : []),
    ];
  }
  const { runNumber, moves, totals, reason } = answer;
  return [
    `Session #${session}, run ${runNumber}: ${count(moves, "event")} changed, ${sizes(totals)}.`,
    passesLine(totals),
    reason,
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

/** `12`, `#12` and `S-12` name the same session. */
function sessionNumber(text: string): number {
  const digits = /^(?:s-|#)?(\d{1,10})$/i.exec(text.trim())?.[1];
  const value = Number(digits);
  if (digits !== undefined && value >= 1 && value <= 2_147_483_647) return value;
  throw new InvalidArgumentError("Give the session's number, such as 12 or S-12.");
}

function passList(text: string): PassId[] {
  const names = text.split(",").map((name) => name.trim());
  const passes = names.flatMap((name) => PASSES.find((pass) => pass === name) ?? []);
  if (passes.length === names.length) return [...new Set(passes)];
  const unknown = names.filter((name) => !PASSES.some((pass) => pass === name));
  throw new InvalidArgumentError(`There is no pass ${unknown.join(", ")}. Passes: ${PASSES.join(", ")}.`);
}
