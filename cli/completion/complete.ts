import type { Argument, Command, Option } from "commander";
import { completionsOf } from "@/server/core/commands/complete";

/** What may stand in place of the last word; `isFile` lets the shell offer its files as well. */
export interface Candidates {
  readonly values: readonly Candidate[];
  readonly isFile: boolean;
}

export interface Candidate {
  readonly value: string;
  /** What it does, in a sentence; empty for plain values. */
  readonly detail: string;
}

const NONE: Candidates = { values: [], isFile: false };

/** Arguments and values of options that are places in the file system, by their names. */
const FILE_NAMES = new Set(["file", "files", "folder", "path", "paths", "of"]);

/**
 * What may follow on a command line. All comes from the program itself: commands, options, and the values that an
 * argument or option is known to take.
 * @param words behind `steward`; the last one is being written and may be empty.
 * @param slugs the projects that the key reaches, asked only where one is wanted.
 */
export async function complete(
  program: Command,
  words: readonly string[],
  slugs: () => Promise<readonly string[]>,
): Promise<Candidates> {
  // Bash takes `--level=P0` apart into three words.
  const said = words.filter((word) => word !== "=");
  const last = (said.at(-1) ?? "").replace(/^(["'])(.*?)\1?$/, "$2");
  const at = walk(program, said.slice(0, -1));
  const [option, given] = optionIn(at, last);
  if (option) return startingWith(await valuesOf(option, slugs), given, last.slice(0, last.length - given.length));
  if (last.startsWith("-") && !at.isPastOptions) return startingWith(optionsOf(at), last);
  if (at.command.name() === "context") return phraseValues(at.operands, last);
  return startingWith(operandsOf(at), last);
}

/** Where the words before the last one lead. */
interface Position {
  readonly command: Command;
  readonly operands: readonly string[];
  readonly options: ReadonlySet<string>;
  /** The option whose value comes next. */
  readonly open: Option | null;
  readonly isPastOptions: boolean;
}

function walk(program: Command, words: readonly string[]): Position {
  let at: Position = { command: program, operands: [], options: new Set(), open: null, isPastOptions: false };
  for (const word of words) at = after(at, word);
  return at;
}

function after(at: Position, word: string): Position {
  if (at.open) return { ...at, open: null };
  if (at.isPastOptions || !word.startsWith("-")) return afterOperand(at, word);
  if (word === "--") return { ...at, isPastOptions: true };
  const [name = "", value] = word.split("=");
  const option = optionNamed(at.command, name);
  const open = option && (option.required || option.optional) && value === undefined ? option : null;
  return { ...at, open, options: new Set([...at.options, name]) };
}

function afterOperand(at: Position, word: string): Position {
  const command = at.operands.length === 0 ? commandNamed(at.command, word) : undefined;
  return command ? { ...at, command } : { ...at, operands: [...at.operands, word] };
}

function commandNamed(parent: Command, word: string): Command | undefined {
  return parent.commands.find((command) => command.name() === word || command.aliases().includes(word));
}

function optionNamed(command: Command, name: string): Option | undefined {
  return command.options.find(({ long, short }) => long === name || short === name);
}

/** The option whose value is being written, and what is written of it. */
function optionIn({ command, open, isPastOptions }: Position, last: string): [option: Option | null, given: string] {
  if (open) return [open, last];
  const [, name = "", given = ""] = /^(--[^=]+)=(.*)$/.exec(last) ?? [];
  return [isPastOptions ? null : (optionNamed(command, name) ?? null), given];
}

async function valuesOf(option: Option, slugs: () => Promise<readonly string[]>): Promise<Candidates> {
  if (option.long === "--project") return plain(await slugs());
  const name = /<([^>]+)>/.exec(option.flags)?.[1] ?? "";
  return { ...plain(option.argChoices ?? []), isFile: FILE_NAMES.has(name) };
}

function optionsOf({ command, options }: Position): Candidates {
  const own = command.createHelp().visibleOptions(command);
  const left = own.filter(({ long }) => long && !options.has(long));
  return { values: left.map(({ long, description }) => ({ value: long ?? "", detail: description })), isFile: false };
}

function operandsOf({ command, operands }: Position): Candidates {
  if (command.name() === "help" && command.parent) return commandsOf(command.parent);
  if (command.commands.length > 0) return operands.length === 0 ? commandsOf(command) : NONE;
  const argument = argumentAt(command.registeredArguments, operands.length);
  return argument ? { ...plain(argument.argChoices ?? []), isFile: FILE_NAMES.has(argument.name()) } : NONE;
}

/** An argument of many words takes all that follows. */
function argumentAt(all: readonly Argument[], place: number): Argument | undefined {
  const last = all.at(-1);
  return all[place] ?? (last?.variadic ? last : undefined);
}

function commandsOf(parent: Command): Candidates {
  const commands = parent.createHelp().visibleCommands(parent);
  const values = commands.map((command) => ({
    value: command.name(),
    detail: command.summary() || command.description(),
  }));
  return { values, isFile: false };
}

/** The word that comes next in a phrase, as the browser's command bar completes it. */
function phraseValues(before: readonly string[], last: string): Candidates {
  const written = before.map((word) => `${word} `).join("");
  const next = completionsOf(`${written}${last}`).options.flatMap(({ text, detail }) => {
    const isOfThis = text.toLowerCase().startsWith(written.toLowerCase());
    const [value = ""] = text.slice(written.length).split(" ");
    return isOfThis && value !== "" ? [{ value, detail }] : [];
  });
  return startingWith({ values: next, isFile: false }, last);
}

function plain(values: readonly string[]): Candidates {
  return { values: values.map((value) => ({ value, detail: "" })), isFile: false };
}

/** Those that begin as what is written, each once; `before` stands before the value in the same word. */
function startingWith({ values, isFile }: Candidates, written: string, before = ""): Candidates {
  const text = written.toLowerCase();
  const fitting = values.filter(({ value }) => value.toLowerCase().startsWith(text));
  const once = new Map(fitting.map((candidate) => [candidate.value, candidate]));
  return { values: [...once.values()].map((one) => ({ ...one, value: `${before}${one.value}` })), isFile };
}
