import { COMMANDS, type Command, type Param, usageOf } from "./table";
import { withoutPrefix } from "./words";

export interface Completion {
  /** The whole phrase with it. */
  readonly text: string;
  readonly label: string;
  /** What a command does, in one sentence; empty for a value. */
  readonly detail: string;
  /** Nothing more has to be said: it may be run as it stands. */
  readonly isWhole: boolean;
}

export interface Completions {
  readonly options: readonly Completion[];
  /** Of the command that is written already: how it is used, and what it does. */
  readonly usage: string | null;
  readonly summary: string | null;
}

/** What may follow in a phrase: commands while its name is written, then the values of the argument at its end. */
export function completionsOf(phrase: string): Completions {
  const written = withoutPrefix(phrase);
  const command = commandIn(written);
  if (!command) return { options: commandsLike(written), usage: null, summary: null };
  return { options: valuesFor(command, written), usage: usageOf(command), summary: command.summary };
}

/** The command whose name, with a space behind it, begins the phrase; the longest one. */
function commandIn(written: string): Command | null {
  const text = written.toLowerCase();
  const named = COMMANDS.flatMap((command) => [command.name, ...command.aliases].map((name) => ({ command, name })));
  const found = named.filter(({ name }) => text.startsWith(`${name} `)).sort((a, b) => b.name.length - a.name.length);
  return found[0]?.command ?? null;
}

/** By the beginning of a name first, then by any word of the name, an alias or the sentence. */
function commandsLike(written: string): Completion[] {
  const text = written.trim().toLowerCase();
  const scored = COMMANDS.map((command) => ({ command, score: likeness(command, text) })).filter(
    ({ score }) => score > 0,
  );
  return scored.sort((a, b) => b.score - a.score).map(({ command }) => toCompletion(command));
}

function likeness({ name, aliases, summary }: Command, text: string): number {
  if (text === "" || name.startsWith(text)) return 4;
  if (aliases.some((alias) => alias.startsWith(text))) return 3;
  if (name.split(" ").some((word) => word.startsWith(text))) return 2;
  return text.length > 2 && ` ${summary.toLowerCase()}`.includes(` ${text}`) ? 1 : 0;
}

function toCompletion(command: Command): Completion {
  const { name, summary, params } = command;
  const text = params.length === 0 ? name : `${name} `;
  return { text, label: usageOf(command).replace(/^context /, ""), detail: summary, isWhole: params.length === 0 };
}

/** Values of the parameter that the last word stands for. */
function valuesFor({ params }: Command, written: string): Completion[] {
  const words = written.split(/\s+/);
  const last = words.at(-1) ?? "";
  const placed = params.filter(({ after }) => after === undefined);
  const at = placed.findIndex(({ values }) => values !== undefined);
  const param: Param | undefined = placed[at];
  if (!param?.values || !isAt(words, at)) return [];
  const head = words.slice(0, -1).join(" ");
  return param.values
    .filter((value) => value.toLowerCase().startsWith(last.toLowerCase()) && value.toLowerCase() !== last.toLowerCase())
    .map((value) => ({ text: `${head} ${value}`, label: value, detail: "", isWhole: true }));
}

/** The command itself is one word wherever a parameter has values. */
function isAt(words: readonly string[], place: number): boolean {
  return words.length - 2 === place;
}
