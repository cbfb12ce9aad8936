import { splitShell } from "../../events/shell-words";
import { argumentsOf } from "../message-array/arguments";

/** A call as a tool and its arguments. */
export interface Action {
  tool: string;
  args: unknown;
}

/** Commands of SWE-agent's shell, with the names of their arguments in order; anything else is a line for bash. */
const COMMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ["open", ["path", "line_number"]],
  ["goto", ["line_number"]],
  ["scroll_up", []],
  ["scroll_down", []],
  ["create", ["filename"]],
  ["search_dir", ["search_term", "dir"]],
  ["search_file", ["search_term", "file"]],
  ["find_file", ["file_name", "dir"]],
  ["filemap", ["file_path"]],
  ["submit", []],
  ["exit_forfeit", []],
]);

/** Commands that work on the open file, which their text does not name. */
const ON_OPEN_FILE = new Set(["goto", "scroll_up", "scroll_down", "edit", "insert"]);

/**
 * Reads an action of the text style: a command of SWE-agent's own, else a line for bash. `openFile` is the file that the
 * observation before named as open; it becomes the path of commands that work on it.
 */
export function actionOf(text: string, openFile: string | null): Action {
  const action = text.trim();
  const name = /^[\w]+/.exec(action)?.[0] ?? "";
  const path = ON_OPEN_FILE.has(name) && openFile !== null ? { path: openFile } : {};
  if (name === "edit" || name === "insert") return { tool: name, args: { ...path, ...editArguments(action) } };
  if (name === "str_replace_editor") return { tool: name, args: editorArguments(action) ?? { command: action } };
  const names = COMMANDS.get(name);
  const words = names && onlyCommand(action);
  // Behind an operator stands another command: then the shell's reading of the line is the right one.
  if (!names || !words) return { tool: "bash", args: { command: action } };
  const given = names.flatMap((key, index) => {
    const word = words[index + 1];
    return word === undefined ? [] : [[key, word] as const];
  });
  return { tool: name, args: { ...path, ...Object.fromEntries(given) } };
}

function onlyCommand(action: string): string[] | null {
  const [command, ...others] = splitShell(action);
  return command && others.length === 0 && command.redirects.length === 0 ? command.words : null;
}

const LINE_EDIT = /^edit\s+(\d+):(\d+)[^\n]*\n([\s\S]*)$/;
const END_OF_EDIT = /\n?(?:end_of_edit|EOF)\s*$/;

/** `edit 3:5` with the new lines behind it, or quoted texts: what is searched and what replaces it. */
function editArguments(action: string): Record<string, unknown> {
  const lines = LINE_EDIT.exec(action);
  if (lines) {
    const [, start, end, text = ""] = lines;
    return { start_line: Number(start), end_line: Number(end), replacement_text: text.replace(END_OF_EDIT, "") };
  }
  const words = onlyCommand(action)?.slice(1) ?? [];
  const [first, second] = words;
  if (first === undefined) return { text: action };
  return action.startsWith("insert") ? { text: first, line: second } : { search: first, replace: second };
}

/** `str_replace_editor <command> <path> [--flag value …]`; flags with two numbers are ranges. */
function editorArguments(action: string): Record<string, unknown> | null {
  const words = onlyCommand(action)?.slice(1) ?? [];
  const [command, path, ...rest] = words;
  if (command === undefined || path === undefined) return null;
  const args: Record<string, unknown> = { command, path };
  for (const [index, word] of rest.entries()) {
    if (!word.startsWith("--")) continue;
    const end = rest.findIndex((next, at) => at > index && next.startsWith("--"));
    const values = rest.slice(index + 1, end === -1 ? undefined : end);
    args[word.slice(2)] = word === "--view_range" ? values.map(Number) : values.join(" ");
  }
  return args;
}

/** mini-swe-agent: the answer's one fenced block is the command. */
const FENCED = /```(?:bash|sh|mswea_bash_command)[ \t]*\n([\s\S]*?)\n?```/;

export function fencedCommand(content: string): string | undefined {
  return FENCED.exec(content)?.[1];
}

/** A call of the function-calling style. */
export function functionCall(called: Readonly<Record<string, unknown>>): Action {
  const name = called["name"];
  return { tool: typeof name === "string" && name !== "" ? name : "unknown", args: argumentsOf(called["arguments"]) };
}
