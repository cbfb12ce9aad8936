import { type Fingerprint, fingerprintCommand } from "../prune/fingerprint";
import { commandTitle } from "./command-title";

/** Programs that only run another one: the script is what was asked. */
const INTERPRETERS =
  /^(?:bash|sh|zsh|dash|fish|python[\d.]*|node|ruby|perl|php|pwsh|tsx|ts-node|java -jar|go run|deno run|bun run|cargo run)(?: -\S+)*$/;

/**
 * What a command asked, as failures are grouped by it: program, subcommand and flags, without the targets that narrow
 * it, since one cause stops a run of the part and of the whole. The script of an interpreter belongs to it.
 */
export function subjectOf({ family, scope }: Pick<Fingerprint, "family" | "scope">): string {
  const [script] = scope;
  return script !== undefined && INTERPRETERS.test(family) ? `${family} ${script}` : family;
}

const MAX_CHARACTERS = 300;

/** The same of a command as it was written; a text that is no command stands for itself. */
export function subjectOfCommand(command: string): string {
  const print = fingerprintCommand(command);
  return (print && subjectOf(print)) || commandTitle(command, MAX_CHARACTERS);
}
