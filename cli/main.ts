import { readFileSync } from "node:fs";
import { Command, CommanderError, InvalidArgumentError } from "commander";
import { z } from "zod";
import { MAX_EVENTS_PER_BATCH } from "@/server/core/events/limits";
import { EXIT_STOPPED, importTranscripts } from "./commands/import";
import { login } from "./commands/login";
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
    .description("Upload transcripts. Without a path: the folders of Claude Code and Codex on this machine.")
    .argument("[paths...]", "files, folders or globs")
    .option("--project <slug>", "the project that takes all sessions", slug)
    .option("--create", "make a project for each repository that the server does not know yet")
    .option("--dry-run", "parse and count, send nothing")
    .option("--server <url>", "another server than the one of the last login")
    .option("--batch <events>", `events in a batch, at most ${MAX_EVENTS_PER_BATCH}`, batchSize, 500)
    .option("--wait <seconds>", "how long to wait for a server that is away or busy", seconds, 90)
    .action(importTranscripts);
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
