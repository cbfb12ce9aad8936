import type { inferRouterOutputs } from "@trpc/server";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { AppRouter } from "@/server/api/root";
import { tellPriority } from "@/server/core/commands/tell-records";
import { PRIORITY_LEVELS, type PriorityLevel } from "@/server/core/files/rank-files";
import { CliFault } from "../fault";
import { runGit } from "../index-project/run-git";
import { count, number } from "../output";
import { openProject, type ProjectPlace } from "../projects/project-place";
import { asking } from "./place";
import { readCall } from "./smart/read-call";
import { addSmartCommand, runSmart, type SmartOptions } from "./smart/register";
import { printAnswer, projectFile } from "./smart/run-call";

interface PriorityOptions extends SmartOptions {
  readonly task?: string;
  readonly level?: PriorityLevel;
  readonly pin?: PriorityLevel;
  readonly unpin?: boolean;
  readonly limit: number;
}

type Priorities = inferRouterOutputs<AppRouter>["files"]["priorities"];

const MAX_CHANGED = 200;

export function addPriority(program: Command): void {
  const command = addSmartCommand(program, "priority")
    .summary("Ranks the project's files, explains one, or sets its priority.")
    .usage("[file] [P0|P1|P2|P3|auto] [options]")
    .option("--task <text>", "what is to be done, in words")
    .addOption(new Option("--level <level>", "only files of this level").choices(PRIORITY_LEVELS))
    .addOption(new Option("--pin <level>", "set the file's priority by hand").choices(PRIORITY_LEVELS))
    .addOption(new Option("--unpin", "give the file back to the rules").conflicts("pin"))
    .option("--limit <files>", "how many to show, at most 200", fileLimit, 30);
  command.addHelpText(
    "after",
    '  steward priority --task "rotate refresh tokens" --level P0\n\n' +
      "Without a file it ranks all for the work at hand: that of the session, else what the working tree changes.",
  );
  command.action(() => priority(command.args, command.opts()));
}

/** Sets a file's priority as the table says it; shows files with what this working tree changes. */
async function priority(words: readonly string[], options: PriorityOptions): Promise<void> {
  const { task, level, pin, unpin, limit, ...rest } = options;
  const told = pin ?? (unpin ? "auto" : undefined);
  if (words.length === 0 && told !== undefined) throw new CliFault("Name the file: steward priority <file> --pin P0");
  const call =
    words.length === 0 ? null : readCall("priority", { words, session: options.session, named: { level: told } });
  if (call && call.args["level"] !== null) return runSmart("priority", words, { ...rest, level: told });
  const place = await openProject(options);
  const file = call === null ? null : projectFile(String(call.args["file"]), place.root);
  const found = await ask(place, file, options);
  const markdown = file === null ? listed(found) : explained(found, file);
  const session = options.session ?? null;
  printAnswer({ command: "priority", session, changed: false, markdown, links: [], data: found }, place, options);
}

async function ask(place: ProjectPlace, file: string | null, options: PriorityOptions): Promise<Priorities> {
  const { session = null, task = "", level = null, limit } = options;
  const changed = session === null ? await changedFiles(place.root) : [];
  const query = { ...place.name, number: session, task, level, changed, path: file, limit };
  const found = await asking(place.api.files.priorities.query(query));
  if (found.index === null) throw new CliFault(`${place.name.project} has no index yet. Run: steward index`);
  return found;
}

function listed({ rows, counts, active, unknown, nextCursor }: Priorities): string {
  const all = Object.entries(counts).map(([level, files]) => `${number(files)} ${level}`);
  return [
    ...rows.map((row) => `${row.level}  ${row.score.toFixed(2)}  ${row.path}  ${row.why}`),
    `${count(active.length, "file")} being edited; ${all.join(", ")}.`,
    ...(unknown.length > 0
      ? [`Not in the index yet: ${count(unknown.length, "file")}. Run steward index to add them.`]
      : []),
    ...(nextCursor !== null ? ["There are more: use --limit, --level, or --json with its nextCursor."] : []),
  ].join("\n");
}

function explained({ rows }: Priorities, file: string): string {
  const row = rows[0];
  if (row) return tellPriority(row);
  throw new CliFault(`The index has no file ${file}. Run steward index, or check the path.`);
}

/** What the working tree changes: without a session, that is what is being edited. */
async function changedFiles(root: string): Promise<string[]> {
  const files: string[] = [];
  await runGit(root, ["diff", "--name-only", "--relative", "HEAD"], (line) => files.push(line));
  await runGit(root, ["ls-files", "--others", "--exclude-standard"], (line) => files.push(line));
  return files.filter((file) => file !== "" && !file.startsWith('"')).slice(0, MAX_CHANGED);
}

function fileLimit(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 200) return value;
  throw new InvalidArgumentError("Give a whole number from 1 to 200.");
}
