import { Command, InvalidArgumentError } from "commander";
import { importTranscripts } from "./commands/import";
import { login } from "./commands/login";
import { CliFault } from "./fault";
import { say } from "./output";

/** Exit codes: 0 all went well, 1 something was not taken, 2 wrong use or no server. */
const EXIT_FAULT = 2;

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("Give a whole number above 0.");
  return value;
}

const program = new Command("steward")
  .description("Sends coding agents' sessions to Context Steward.")
  .version("0.1.0")
  .showHelpAfterError("Run steward --help for the commands.");

program
  .command("login")
  .description("Keep the address and the key of a server.")
  .argument("[server]", "address of the server", "http://localhost:3000")
  .option("--key <key>", "the API key (asked for when absent; - reads it from standard input)")
  .action(login);

program
  .command("import")
  .description("Upload transcripts. Without a path: the folders of Claude Code and Codex on this machine.")
  .argument("[paths...]", "files, folders or globs")
  .option("--project <slug>", "the project that takes the sessions")
  .option("--create", "make projects that the server does not know yet")
  .option("--dry-run", "parse and count, send nothing")
  .option("--server <url>", "another server than the one of the last login")
  .option("--batch <events>", "events in a batch", positiveInteger, 500)
  .action(importTranscripts);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CliFault)) throw error;
  say.error(error.message);
  process.exitCode = EXIT_FAULT;
}
