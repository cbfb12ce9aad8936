import { type Command, InvalidArgumentError } from "commander";
import { tellRun } from "@/server/core/commands/tell-window";
import type { PassId } from "@/server/core/prune/model";
import {
  type MoveView,
  PASSES,
  type PreviewView,
  type RunAnswerView,
  type RunTotalsView,
} from "@/server/core/runs/views";
import { count, number } from "../output";
import { openProject, type ProjectPlace } from "../projects/project-place";
import { asking } from "./place";
import { type Call, readCall } from "./smart/read-call";
import { addSmartCommand, runSmart, type SmartOptions } from "./smart/register";
import { askServer, printAnswer } from "./smart/run-call";

interface PruneOptions extends SmartOptions {
  readonly passes?: PassId[];
  readonly compact?: boolean;
  readonly preview?: boolean;
  readonly thread?: string;
}

/** Changes that a preview prints, the largest savings first. */
const SHOWN_MOVES = 20;

export function addPrune(program: Command): void {
  const command = addSmartCommand(program, "prune")
    .option("--preview", "change nothing, and say what would go and why")
    .option("--passes <list>", `only these passes, with commas between: ${PASSES.join(",")}`, passList)
    .option("--compact", "also replace stale ranges by summaries")
    .option("--thread <key>", "only this window: main, or a sub-agent's");
  command.addHelpText("after", "  steward prune 12 --preview\n  steward prune 12 --passes dedup,purge-errors");
  command.action(() => prune(command.args, command.opts()));
}

async function prune(words: readonly string[], options: PruneOptions): Promise<void> {
  const { passes, compact, thread, preview, ...rest } = options;
  if (passes === undefined && !compact && thread === undefined && !preview)
    return runSmart("prune", words, { ...rest });
  const place = await openProject(options);
  const session = await sessionOf(place, readCall("prune", { words, session: options.session }));
  const request = {
    ...place.name,
    number: session,
    ...(passes && { passes }),
    ...(compact && { compact }),
    ...(thread && { thread }),
  };
  const told = preview
    ? await previewed(place, session, request)
    : ran(await asking(place.api.prune.run.mutate(request)));
  printAnswer({ command: "prune", session, links: [], ...told }, place, options);
}

/** The server knows the person's last session; asking for its status changes nothing. */
async function sessionOf(place: ProjectPlace, { session }: Call): Promise<number> {
  const status = await askServer(place, { name: "status", args: {}, session });
  return status.session ?? 0;
}

interface Told {
  readonly markdown: string;
  readonly data: PreviewView | RunAnswerView;
  readonly changed: boolean;
}

type Request = Parameters<ProjectPlace["api"]["prune"]["preview"]["query"]>[0];

async function previewed({ api }: ProjectPlace, session: number, request: Request): Promise<Told> {
  const seen = await asking(api.prune.preview.query({ ...request, limit: SHOWN_MOVES }));
  return { markdown: previewLines(session, seen).join("\n"), data: seen, changed: false };
}

function ran(answer: RunAnswerView): Told {
  return { markdown: tellRun(answer), data: answer, changed: answer.committed };
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

function passList(text: string): PassId[] {
  const names = text.split(",").map((name) => name.trim());
  const passes = names.flatMap((name) => PASSES.find((pass) => pass === name) ?? []);
  if (passes.length === names.length) return [...new Set(passes)];
  const unknown = names.filter((name) => !PASSES.some((pass) => pass === name));
  throw new InvalidArgumentError(`There is no pass ${unknown.join(", ")}. Passes: ${PASSES.join(", ")}.`);
}
