import { type Command, InvalidArgumentError } from "commander";

/** Options that several commands have, and how their values are read. */

/** Of every command that acts on one project. */
export function onProject(command: Command): Command {
  return command
    .option("--project <slug>", "the project (else that of this folder or of the login)", slug)
    .option("--server <url>", "another server than the one of the last login")
    .option("--json", "print JSON for programs");
}

export function slug(text: string): string {
  if (text.trim()) return text.trim();
  throw new InvalidArgumentError("Give the project's slug, as it stands in its address.");
}
