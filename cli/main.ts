import { readFileSync } from "node:fs";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { z } from "zod";
import { STAGES } from "@/server/core/events/kinds";
import { MAX_EVENTS_PER_BATCH } from "@/server/core/events/limits";
import { PRIORITY_LEVELS } from "@/server/core/files/rank-files";
import { addAdmin } from "./commands/admin";
import { checkpoint } from "./commands/checkpoint";
import { EXIT_STOPPED, importTranscripts } from "./commands/import";
import { indexProject } from "./commands/index-project";
import { load } from "./commands/load";
import { login } from "./commands/login";
import { priority } from "./commands/priority";
import { addPrune } from "./commands/prune";
import { resume } from "./commands/resume";
import { status } from "./commands/status";
import { addTelemetry } from "./commands/telemetry";
import { CliFault } from "./fault";
import { say, surviveClosedPipes } from "./output";

/** Exit codes: 0 all went well, 1 something was not taken, 2 wrong use or no server, 130 Ctrl-C. */
const EXIT_WRONG_USE = EXIT_STOPPED;

function batchSize(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= MAX_EVENTS_PER_BATCH) return value;
  throw new InvalidArgumentError(`Give a whole number from 1 to ${MAX_EVENTS_PER_BATCH}.`);
}

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 86_400) return value;
  throw new InvalidArgumentError("Give seconds from 0 to 86400.");
}

function slug(text: string): string {
  if (text.trim()) return text.trim();
  throw new InvalidArgumentError("Give the project's slug, as it stands in its address.");
}

function positive(text: string): number {
  const value = Number(text.replace(/^#/, ""));
  if (Number.isInteger(value) && value >= 1 && value <= 2_147_483_647) return value;
  throw new InvalidArgumentError("Give a whole number from 1 on.");
}

function fileLimit(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 200) return value;
  throw new InvalidArgumentError("Give a whole number from 1 to 200.");
}

/** Options of every command that acts on one project. */
function onProject(command: Command): Command {
  return command
    .option("--project <slug>", "the project (else that of this folder or of the login)", slug)
    .option("--server <url>", "another server than the one of the last login")
    .option("--json", "print JSON for programs");
}

/** The command and its bundle lie one folder below package.json. */
function productVersion(): string {
  try {
    const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    return z.object({ version: z.string() }).parse(manifest).version;
  } catch {
    return "unknown"; // moved away from its checkout
  }
}

/** The program with its commands; its faults are thrown, for `run` to print. */
function createProgram(): Command {
  const program = new Command("steward")
    .description("Sends coding agents' sessions to Context Steward.")
    .version(productVersion())
    .exitOverride()
    .showHelpAfterError("Run steward --help for the commands.");

  program
    .command("login")
    .description("Keep the address and the key of a server.")
    .argument("[server]", "address of the server", "http://localhost:3000")
    .option("--key <key>", "the API key (asked for when absent; - reads it from standard input)")
    .option("--project <slug>", "the project for sessions whose folder leads to none", slug)
    .action(login);

  program
    .command("import")
    .description(
      "Upload transcripts. Without a path: the folders of Claude Code, Codex, pi, Gemini CLI, Copilot CLI, Cursor, " +
        "Cline and Roo Code on this machine.",
    )
    .argument(
      "[paths...]",
      "files, folders (their .jsonl and .traj, tasks of Cline, Aider's history) or globs; name exports of OpenCode, " +
        "Cursor and OpenHands and message lists (.json) themselves",
    )
    .option("--project <slug>", "the project that takes all sessions", slug)
    .option("--create", "make a project for each repository that the server does not know yet")
    .option("--dry-run", "parse and count, send nothing")
    .option("--server <url>", "another server than the one of the last login")
    .option("--batch <events>", `events in a batch, at most ${MAX_EVENTS_PER_BATCH}`, batchSize, 500)
    .option("--wait <seconds>", "how long to wait for a server that is away or busy", seconds, 90)
    .action(importTranscripts);

  onProject(program.command("status"))
    .description("How full a session's window is, what it should hold, and what to do now.")
    .argument("[session]", "number of the session (else the one that worked last)", positive)
    .action(status);

  onProject(program.command("checkpoint"))
    .description("Save the state of a session, from which a fresh one can go on.")
    .argument("[session]", "number of the session (else the one that worked last)", positive)
    .option("--note <text>", "what the next session should know")
    .action(checkpoint);

  onProject(program.command("resume"))
    .description("Print what a fresh session starts from.")
    .argument("[checkpoint]", "its name, such as 12.3 (else the latest of the project)")
    .option("--window <tokens>", "window of the fresh session, for a text that fits it", positive)
    .action(resume);

  program
    .command("index")
    .description("Tell the server how a project's files hang together: imports, names, commits, coverage. Never text.")
    .argument("[folder]", "a folder of the project", ".")
    .option("--project <slug>", "the project (else that of this folder or of the login)", slug)
    .option("--server <url>", "another server than the one of the last login")
    .option("--days <days>", "how far back commits count", positive, 90)
    .option("--coverage <file>", "an lcov report (else coverage/lcov.info)")
    .option("--dry-run", "read and count, send nothing")
    .option("--wait <seconds>", "how long to wait for a server that is away or busy", seconds, 90)
    .action(indexProject);

  onProject(program.command("priority"))
    .description("Rank the project's files for the work at hand, explain one, or pin it.")
    .argument("[file]", "a file of the project")
    .option("--session <number>", "for this session (else for what the working tree changes)", positive)
    .option("--task <text>", "what is to be done, in words")
    .addOption(new Option("--level <level>", "only files of this level").choices(PRIORITY_LEVELS))
    .addOption(new Option("--pin <level>", "set the file's priority by hand").choices(PRIORITY_LEVELS))
    .addOption(new Option("--unpin", "give the file back to the rules").conflicts("pin"))
    .option("--limit <files>", "how many to show, at most 200", fileLimit, 30)
    .action(priority);

  onProject(program.command("load"))
    .description("Which rules and skills to load at a stage, which wait, and why.")
    .option("--session <number>", "for this session and its stage", positive)
    .addOption(new Option("--stage <stage>", "for this stage").choices(STAGES))
    .option("--window <tokens>", "size of the window, when no session tells it", positive)
    .action(load);
  addPrune(onProject(program.command("prune")));
  addTelemetry(program.command("telemetry"));
  addAdmin(program.command("admin"));
  return program;
}

surviveClosedPipes();
try {
  await createProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_WRONG_USE;
  else if (error instanceof CliFault) {
    say.error(error.message);
    process.exitCode = EXIT_STOPPED;
  } else throw error;
}
