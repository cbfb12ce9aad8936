import { Argument, InvalidArgumentError, Option, type Command as Program } from "commander";
import type { CommandName } from "@/server/core/commands/args";
import { READERS } from "@/server/core/commands/read-params";
import { COMMANDS, type Command, commandOf, type Param } from "@/server/core/commands/table";
import { STAGES } from "@/server/core/events/kinds";
import { onProject } from "../options";
import type { PlaceOptions } from "../place";
import { readCall, readPhrase, sessionIn } from "./read-call";
import { runCall } from "./run-call";
import { argumentsHere, exampleHere, isMany, isOption, takesSessionFirst } from "./usage";

export interface SmartOptions extends PlaceOptions {
  readonly session?: number;
}

/** Commands with two words stand in a group of the first. */
const GROUPS: Readonly<Record<string, string>> = {
  record: "Writes down a decision or a failure.",
  check: "Says whether something was tried before.",
};

const SESSION_WORDS = { needed: "of this session (else your last one)", possible: "for this session" } as const;

/** Options that only the command line has; each fills an argument of the command. */
const MORE_OPTIONS: Partial<Record<CommandName, (command: Program) => void>> = {
  checkpoint: (command) => command.option("--note <text>", "what the next session should know"),
  resume: (command) =>
    command.option("--window <size>", "window of the fresh session, for a text that fits it", windowSize),
  load: (command) =>
    command
      .addOption(new Option("--stage <stage>", "for this stage").choices(STAGES))
      .option("--window <size>", "size of the window, when no session tells it", windowSize),
};

/** The smart commands of the table, but those that bring their own action, and `context <phrase>` for all of them. */
export function addSmartCommands(program: Program, { except }: { readonly except: readonly CommandName[] }): void {
  for (const { name } of COMMANDS) {
    if (except.includes(name)) continue;
    const command = addSmartCommand(program, name);
    MORE_OPTIONS[name]?.(command);
    command.action(() => runSmart(name, command.args, command.opts()));
  }
  addPhrase(program);
}

/** A command with the arguments, options, help and examples that the table gives it; its action is left to the caller. */
export function addSmartCommand(program: Program, name: CommandName): Program {
  const smart = commandOf(name);
  const words = name.split(" ");
  const parent = words.length > 1 ? groupOf(program, words[0] ?? "") : program;
  const command = parent.command(words.at(-1) ?? name).description(smart.summary);
  if (parent === program) command.aliases(smart.aliases.filter((alias) => !alias.includes(" ")));
  command.usage(argumentsHere(smart)).allowExcessArguments();
  for (const argument of argumentsOf(smart)) command.addArgument(argument);
  for (const { name: option, shown = option, wants } of smart.params.filter(isOption)) {
    command.option(`--${option} <${shown}>`, wants);
  }
  if (smart.ofSession !== "never")
    command.option("--session <number>", "of this session (else your last one)", session);
  onProject(command);
  const examples = smart.examples.map((example) => `  ${exampleHere(name, smart.params, example)}`);
  return command.addHelpText("after", ["", "Examples:", ...examples].join("\n"));
}

/** Runs it with what was typed; options with the name of an argument are that argument. */
export function runSmart(
  name: CommandName,
  words: readonly string[],
  { session, project, server, json, ...named }: SmartOptions & Readonly<Record<string, unknown>>,
): Promise<void> {
  return runCall(readCall(name, { words, session, named }), {
    ...(project !== undefined && { project }),
    ...(server !== undefined && { server }),
    ...(json !== undefined && { json }),
  });
}

function groupOf(program: Program, name: string): Program {
  const made = program.commands.find((command) => command.name() === name);
  return (
    made ??
    program
      .command(name)
      .description(GROUPS[name] ?? "")
      .helpCommand(false)
  );
}

/** All optional to commander: what is missing is said by the table, with the whole usage. */
function argumentsOf(smart: Command): Argument[] {
  const placed = smart.params.filter((param) => !isOption(param)).map(argumentOf);
  if (!takesSessionFirst(smart)) return placed;
  const session = "its number, such as 12 or S-12 (else your last one)";
  const note = placed.length > 0 ? `${session}; or ${smart.params[0]?.wants}` : session;
  return [new Argument(placed.length > 0 ? "[words...]" : "[session]", note)];
}

function argumentOf({ name, kind, wants, values }: Param): Argument {
  const argument = new Argument(`[${name}${isMany(kind) ? "..." : ""}]`, wants);
  // For help and completion alone: `.choices()` would refuse the spellings that the table takes, such as p0.
  if (values) argument.argChoices = [...values];
  return argument;
}

function addPhrase(program: Program): void {
  const command = onProject(program.command("context"))
    .description("Runs a command by its phrase, as agents say it.")
    .argument("[phrase...]", "such as: status on S-12")
    .option("--session <number>", SESSION_WORDS.needed, session)
    .addHelpText(
      "after",
      '\nExamples:\n  steward context status on S-12\n  steward context budget 200k\n  steward context search "stale lock"',
    );
  command.action((words: string[], options: SmartOptions) => runCall(readPhrase(words, options.session), options));
}

function session(text: string): number {
  const number = sessionIn(text);
  if (number !== null) return number;
  throw new InvalidArgumentError("Give the session's number, such as 12 or S-12.");
}

/** Tokens: `200k`, `1m` or `200000`. */
function windowSize(text: string): number {
  const value = READERS.size([{ text, isQuoted: false, start: 0, end: text.length }], text)?.value;
  if (typeof value === "number") return value;
  throw new InvalidArgumentError("Give a size in tokens, such as 200k or 1m.");
}
