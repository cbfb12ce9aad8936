import { Command, CommanderError, InvalidArgumentError } from "commander";
import { MAX_EVENTS_PER_BATCH } from "@/server/core/events/limits";
import { addAdmin } from "./commands/admin";
import { addBackup } from "./commands/backup";
import { addCompletion } from "./commands/completion";
import { addConnect } from "./commands/connect";
import { addDoctor } from "./commands/doctor";
import { addExport } from "./commands/export";
import { addHook } from "./commands/hook";
import { EXIT_STOPPED, importTranscripts } from "./commands/import";
import { addImportContext } from "./commands/import-context";
import { indexProject } from "./commands/index-project";
import { login } from "./commands/login";
import { slug } from "./commands/options";
import { addPriority } from "./commands/priority";
import { addPrune } from "./commands/prune";
import { addSmartCommands } from "./commands/smart/register";
import { addTelemetry } from "./commands/telemetry";
import { addUpgrade } from "./commands/upgrade";
import { addWatch } from "./commands/watch";
import { CliFault } from "./fault";
import { arrangeHelp, speakPlainly } from "./help";
import { say, surviveClosedPipes } from "./output";
import { CLI_VERSION } from "./version";

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

function positive(text: string): number {
  const value = Number(text.replace(/^#/, ""));
  if (Number.isInteger(value) && value >= 1 && value <= 2_147_483_647) return value;
  throw new InvalidArgumentError("Give a whole number from 1 on.");
}

/** The program with its commands; its faults are thrown, for `run` to print. */
export function createProgram(): Command {
  const program = speakPlainly(new Command("steward"))
    .description("Sends coding agents' sessions to Context Steward, and asks it what they need to know.")
    .version(CLI_VERSION, "-V, --version", "print the version")
    .exitOverride()
    .showHelpAfterError("Run steward --help for the commands.");

  program
    .command("login")
    .description("Keeps the address and the key of a server.")
    .argument("[server]", "address of the server", "http://localhost:3000")
    .option("--key <key>", "the API key (asked for when absent; - reads it from standard input)")
    .option("--project <slug>", "the project for sessions whose folder leads to none", slug)
    .option("--json", "print JSON for programs")
    .action(login);

  program
    .command("import")
    .description(
      "Uploads transcripts. Without a path: the folders of Claude Code, Codex, pi, Gemini CLI, Copilot CLI, Cursor, " +
        "Cline and Roo Code on this machine.",
    )
    .summary("Uploads what agents wrote on this machine.")
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
    .option("--json", "print JSON for programs")
    .action(importTranscripts);

  program
    .command("index")
    .description("Tells the server how a project's files hang together: imports, names, commits, coverage. Never text.")
    .argument("[folder]", "a folder of the project", ".")
    .option("--project <slug>", "the project (else that of this folder or of the login)", slug)
    .option("--server <url>", "another server than the one of the last login")
    .option("--days <days>", "how far back commits count", positive, 90)
    .option("--coverage <file>", "an lcov report (else coverage/lcov.info)")
    .option("--dry-run", "read and count, send nothing")
    .option("--wait <seconds>", "how long to wait for a server that is away or busy", seconds, 90)
    .option("--json", "print JSON for programs")
    .action(indexProject);

  addConnect(program);
  addSmartCommands(program, { except: ["prune", "priority"] });
  addPrune(program);
  addPriority(program);
  addTelemetry(program.command("telemetry"));
  addHook(program.command("hook"));
  addWatch(program.command("watch"));
  addExport(program);
  addImportContext(program);
  addBackup(program);
  addAdmin(program.command("admin"));
  addDoctor(program);
  addUpgrade(program);
  addCompletion(program);
  return arrangeHelp(program);
}

/** Runs the command that the arguments name. */
export async function main(): Promise<void> {
  surviveClosedPipes();
  try {
    await createProgram().parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_WRONG_USE;
    else if (error instanceof CliFault) {
      say.error(error.message);
      process.exitCode = EXIT_STOPPED;
    } else sayOwnFault(error);
  }
}

/** Nothing that the person did: the sentence says so, and the stack stands below for a report. */
function sayOwnFault(error: unknown): void {
  say.error(`steward failed, which is a fault of its own: ${error instanceof Error ? error.message : String(error)}`);
  if (error instanceof Error && error.stack) say.note(error.stack.split("\n").slice(1).join("\n"));
  process.exitCode = EXIT_STOPPED;
}
