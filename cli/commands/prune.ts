import { type Command, InvalidArgumentError, Option } from "commander";
import { tellRun } from "@/server/core/commands/tell-window";
import { PROJECTION_FORMATS } from "@/server/core/projection/formats";
import type { PassId } from "@/server/core/prune/model";
import { POLICIES } from "@/server/core/prune/policy";
import { PASSES, type PreviewView, type RunAnswerView } from "@/server/core/runs/views";
import { CliFault } from "../fault";
import { openProject, type ProjectPlace } from "../projects/project-place";
import { asking } from "./place";
import { previewLines } from "./prune-lines";
import { type LocalPruneOptions, pruneLocally } from "./prune-local";
import { type Call, readCall } from "./smart/read-call";
import { addSmartCommand, runSmart, type SmartOptions } from "./smart/register";
import { askServer, printAnswer } from "./smart/run-call";

interface PruneOptions extends SmartOptions, LocalPruneOptions {
  readonly preview?: boolean;
  readonly local?: string[];
  readonly json?: boolean;
}

/** Changes that a preview prints, the largest savings first. */
const SHOWN_MOVES = 20;

export function addPrune(program: Command): void {
  const command = addSmartCommand(program, "prune")
    .option("--preview", "change nothing, and say what would go and why")
    .option("--passes <list>", `only these passes, with commas between: ${PASSES.join(",")}`, passList)
    .option("--compact", "also replace stale ranges by summaries")
    .option("--thread <key>", "only this window: main, or a sub-agent's")
    .option("--local <transcripts...>", "of these files instead, without a server: nothing is sent or changed")
    .addOption(new Option("--preset <preset>", "with --local: the policy's").choices(Object.keys(POLICIES)))
    .option("--write <file>", "with --local: put the pruned window into this file")
    .addOption(new Option("--format <format>", "with --write: the form").choices(PROJECTION_FORMATS));
  command.addHelpText(
    "after",
    [
      "  steward prune 12 --preview",
      "  steward prune 12 --passes dedup,purge-errors",
      "  steward prune --local run.jsonl --preset loose --write pruned.json --format anthropic",
    ].join("\n"),
  );
  command.action(() => prune(command.args, command.opts()));
}

async function prune(words: readonly string[], options: PruneOptions): Promise<void> {
  const { passes, compact, thread, preview, local, preset, write, format, ...rest } = options;
  if (local) return pruneLocally([...local, ...words], options);
  if (preset !== undefined || write !== undefined || format !== undefined) {
    throw new CliFault("--preset, --write and --format are for --local: a project has its own policy on the server.");
  }
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
  const end = seen.commits ? `Nothing was changed. To do it: steward prune ${session}` : "Nothing was changed.";
  return { markdown: previewLines(`Session #${session}`, seen, end).join("\n"), data: seen, changed: false };
}

function ran(answer: RunAnswerView): Told {
  return { markdown: tellRun(answer), data: answer, changed: answer.committed };
}

function passList(text: string): PassId[] {
  const names = text.split(",").map((name) => name.trim());
  const passes = names.flatMap((name) => PASSES.find((pass) => pass === name) ?? []);
  if (passes.length === names.length) return [...new Set(passes)];
  const unknown = names.filter((name) => !PASSES.some((pass) => pass === name));
  throw new InvalidArgumentError(`There is no pass ${unknown.join(", ")}. Passes: ${PASSES.join(", ")}.`);
}
