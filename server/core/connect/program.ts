/** How a client starts the command: its bundle with Node, or the name on the PATH. */
export interface StewardProgram {
  readonly program: string;
  readonly args: readonly string[];
}

/** As a person starts it who has it on the PATH; the only form for files that other machines read too. */
export const ON_PATH: StewardProgram = { program: "steward", args: [] };

/** The bundle at a path, started by the Node that the client finds. */
export function bundleAt(path: string): StewardProgram {
  return { program: "node", args: [path] };
}

export type ShellKind = "posix" | "windows";

/** A command as a line for a shell, for clients whose hooks are no lists of arguments. */
export function shellLine({ program, args }: StewardProgram, more: readonly string[], kind: ShellKind): string {
  return [program, ...args, ...more].map((word) => quoted(word, kind)).join(" ");
}

const PLAIN = /^[\w@%+=:,./~-]+$/;
const PLAIN_WINDOWS = /^[\w@+=:,./~\\-]+$/;

function quoted(word: string, kind: ShellKind): string {
  if (kind === "windows") return PLAIN_WINDOWS.test(word) ? word : `"${word}"`; // no path there has a quote
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** `steward hook <client>`, however the command is started and whoever wrote the entry. */
const HOOK = /\bsteward(?:\.mjs|\.cmd|\.exe)?["']?\s+hook\s+([a-z-]+)\b/;

/** The client whose hook an entry of a configuration runs; null where it is somebody else's. */
export function hookClientOf(entry: unknown): string | null {
  return HOOK.exec(stringsOf(entry).join(" "))?.[1] ?? null;
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}
