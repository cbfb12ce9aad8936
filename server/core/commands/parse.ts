import { fail, ok, type Result } from "../result";
import { COMMAND_ARGS, type CommandName } from "./args";
import { nearestCommands } from "./nearest";
import { READERS } from "./read-params";
import { COMMANDS, type Command, type Param, usageOf } from "./table";
import { type Token, tokensOf, withoutPrefix, writtenIn } from "./words";

export interface ParsedCommand {
  readonly name: CommandName;
  /** Checked, and with what was left out. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Number of the session that the phrase names with `on S-12`; null where it names none. */
  readonly session: number | null;
}

export const MAX_PHRASE_CHARACTERS = 10_000;

/** A phrase that somebody quoted whole. */
const QUOTED = /^\s*["“]([^"“”]*)["”]\s*$/;

/**
 * A phrase as its command and arguments. Never throws; faults are `bad_request` and say what the command wants, or
 * which commands are written nearly like it.
 */
export function parseCommand(text: string): Result<ParsedCommand> {
  if (text.length > MAX_PHRASE_CHARACTERS) {
    return wrong(`The command has ${text.length} characters. Write at most ${MAX_PHRASE_CHARACTERS}.`);
  }
  const phrase = withoutPrefix(QUOTED.exec(text)?.[1] ?? text).trimEnd();
  const tokens = tokensOf(phrase);
  if (tokens.length === 0) return wrong("Say a command, such as context status.");
  const found = findCommand(tokens);
  if (!found) return unknownCommand(tokens);
  const { command, taken } = found;
  const { left, session } = takeSession(command, tokens.slice(taken));
  const read = readArgs(command, left, phrase);
  if (!read.ok) return read;
  const checked = checkArgs(command.name, read.value);
  return checked.ok ? ok({ name: command.name, args: checked.value, session }) : checked;
}

/** Arguments that a program sent by name, with their defaults; a fault names the argument. */
export function checkArgs(name: CommandName, args: unknown): Result<Readonly<Record<string, unknown>>> {
  const parsed = COMMAND_ARGS[name].safeParse(args);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const at = issue && issue.path.length > 0 ? `${issue.path.join(".")}: ` : "";
  return wrong(`context ${name}: ${at}${issue?.message ?? "The arguments cannot be read."}`);
}

/** A command and how many words of the phrase are its name. */
interface Named {
  readonly command: Command;
  readonly taken: number;
}

/** The longest name wins: "record decision" before a command that might be called "record". */
function findCommand(tokens: readonly Token[]): Named | null {
  const written = tokens.map(({ text, isQuoted }) => (isQuoted ? null : text.toLowerCase()));
  let best: Named | null = null;
  for (const command of COMMANDS) {
    for (const name of [command.name, ...command.aliases]) {
      const words = name.split(" ");
      const isIt = words.every((word, at) => written[at] === word);
      if (isIt && words.length > (best?.taken ?? 0)) best = { command, taken: words.length };
    }
  }
  return best;
}

const SESSION = /^(?:S-|#)([1-9]\d{0,8})$/i;

function takeSession(
  { ofSession }: Command,
  tokens: readonly Token[],
): { left: readonly Token[]; session: number | null } {
  const [word, name] = tokens.slice(-2);
  const number = SESSION.exec(name?.text ?? "")?.[1];
  const isNamed = ofSession !== "never" && word !== undefined && /^(?:on|in|of)$/i.test(word.text) && !word.isQuoted;
  if (!isNamed || number === undefined) return { left: tokens, session: null };
  return { left: tokens.slice(0, -2), session: Number(number) };
}

function readArgs(command: Command, tokens: readonly Token[], phrase: string): Result<Record<string, unknown>> {
  const args: Record<string, unknown> = {};
  const keyed = command.params.find(({ after }) => after !== undefined);
  const at = keyed ? tokens.findIndex(({ text, isQuoted }) => !isQuoted && text.toLowerCase() === keyed.after) : -1;
  if (keyed && at >= 0) {
    const behind = tokens.slice(at + 1);
    if (behind.length === 0) return lacks(command, keyed);
    args[keyed.name] = writtenIn(phrase, behind);
  }
  let left = at >= 0 ? tokens.slice(0, at) : tokens;
  for (const param of command.params.filter(({ after }) => after === undefined)) {
    if (left.length === 0) {
      if (param.required) return lacks(command, param);
      continue;
    }
    const read = READERS[param.kind](left, phrase);
    if (read === null) return lacks(command, param);
    args[param.name] = read.value;
    left = left.slice(read.taken);
  }
  if (left.length === 0) return ok(args);
  const more = writtenIn(phrase, left).slice(0, 60);
  return wrong(`${command.name} wants nothing more, and does not know “${more}”. Write it as: ${usageOf(command)}`);
}

function lacks(command: Command, { wants }: Param): Result<never> {
  return wrong(`${command.name} wants ${wants}. Write it as: ${usageOf(command)}`);
}

function unknownCommand(tokens: readonly Token[]): Result<never> {
  const written = tokens.map(({ text }) => text);
  const near = nearestCommands(written);
  const shown = (written[0] ?? "").slice(0, 60);
  if (near.length > 0) return wrong(`There is no command “${shown}”. Did you mean ${near.join(" or ")}?`);
  return wrong(`There is no command “${shown}”. Say one of: ${COMMANDS.map(({ name }) => name).join(", ")}.`);
}

function wrong(message: string): Result<never> {
  return fail("bad_request", message, { field: "text" });
}
