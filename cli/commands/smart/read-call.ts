import type { CommandName } from "@/server/core/commands/args";
import { parseCommand } from "@/server/core/commands/parse";
import { type Command, commandOf, usageOf } from "@/server/core/commands/table";
import { CliFault } from "../../fault";
import { takesSessionFirst, usageHere } from "./usage";

/** A smart command with its arguments by name, as the server takes it. */
export interface Call {
  readonly name: CommandName;
  readonly args: Readonly<Record<string, unknown>>;
  /** Null leaves it to the server: the person's last session. */
  readonly session: number | null;
}

export interface Said {
  /** What stands behind the command's name, as the shell took it apart. */
  readonly words: readonly string[];
  /** Of `--session`. */
  readonly session?: number | undefined;
  /** Arguments that came as options. */
  readonly named?: Readonly<Record<string, unknown>>;
}

/**
 * What was typed behind a command's name, read as the same phrase is read everywhere: `because`, `on S-12` and the
 * spellings of sizes, levels and checkpoints mean the same.
 * @throws CliFault that says what the command wants.
 */
export function readCall(name: CommandName, { words, session, named = {} }: Said): Call {
  const command = commandOf(name);
  const first = takesSessionFirst(command) ? onlySession(words) : null;
  const phrase = [name, phraseOf(first === null ? words : [])].join(" ");
  const parsed = parseCommand(phrase);
  if (!parsed.ok) throw new CliFault(hereInstead(command, parsed.fault.message));
  const args = { ...parsed.value.args };
  for (const [key, value] of Object.entries(named)) {
    if (value === undefined) continue;
    if (isSaid(args[key])) throw new CliFault(`${name} was told its ${key} twice. Give it once.`);
    args[key] = value;
  }
  return { name, args, session: oneSession(name, [first, parsed.value.session, session ?? null]) };
}

/** A whole phrase, such as `context status on S-12`. @throws CliFault that names the nearest commands. */
export function readPhrase(words: readonly string[], session: number | undefined): Call {
  const parsed = parseCommand(words.length === 1 ? (words[0] ?? "") : phraseOf(words));
  if (!parsed.ok) throw new CliFault(parsed.fault.message);
  const { name, args } = parsed.value;
  return { name, args, session: oneSession(name, [parsed.value.session, session ?? null]) };
}

/** Arguments as one phrase: what the shell kept together stays so. */
function phraseOf(words: readonly string[]): string {
  return words.map((word) => (/\s/.test(word) && !/["“”]/.test(word) ? `"${word}"` : word)).join(" ");
}

const SESSION = /^(?:S-|#)?([1-9]\d{0,8})$/i;

/** `12`, `#12` and `S-12` name the same session; null for anything else. */
export function sessionIn(text: string): number | null {
  const number = SESSION.exec(text.trim())?.[1];
  return number === undefined ? null : Number(number);
}

function onlySession(words: readonly string[]): number | null {
  const [only = "", ...others] = words;
  return others.length === 0 ? sessionIn(only) : null;
}

function oneSession(name: CommandName, told: readonly (number | null)[]): number | null {
  const [session = null, other] = [...new Set(told.filter((one) => one !== null))];
  if (other === undefined) return session;
  throw new CliFault(`${name} was told two sessions, S-${session} and S-${other}. Name one.`);
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function hereInstead(command: Command, message: string): string {
  return message.replace(usageOf(command), usageHere(command));
}
