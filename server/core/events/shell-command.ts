import type { ToolClass } from "./kinds";
import { normalizePath, readClassOf } from "./paths";
import {
  CHANGING_SUBCOMMANDS,
  classOfProgram,
  classOfSubcommand,
  FILE_CHANGERS,
  FLAGS_BEFORE_SUBCOMMAND,
  NEUTRAL,
  VALUE_FLAGS,
  WRAPPER_PAIRS,
  WRAPPERS,
} from "./shell-programs";
import { type ShellCommand, splitShell } from "./shell-words";

/** Lines of a file; `lastLine: null` is open-ended. */
export interface LineRange {
  firstLine: number;
  lastLine: number | null;
}

export interface CommandFacts {
  toolClass: ToolClass;
  target: string | null;
  paths: string[];
  /** Null is the whole target. */
  range: LineRange | null;
  mutates: boolean;
}

/** A part of the file that the command line does not tell. */
const UNKNOWN_RANGE: LineRange = { firstLine: 1, lastLine: null };

interface Part extends CommandFacts {
  program: string;
}

/** The strongest class of a line names it: `cd app && git status && npm test` is a test. */
const STRENGTH: readonly ToolClass[] = ["test", "build", "edit", "write", "git", "web", "shell", "search"];

/**
 * What a shell line does. Written for judging context, not for safety: a line that no rule knows is `shell`, and it
 * counts as changing files only where a rule says so.
 */
export function describeCommand(line: string, workdir?: string | null): CommandFacts {
  const inner = scriptOfShell(line);
  if (inner !== null && inner !== line) return describeCommand(inner, workdir);
  if (line.includes("*** Begin Patch")) return patchFacts(line, workdir);
  const parts = partsOf(splitShell(line), workdir ?? null);
  return combine(parts);
}

/** Files of a patch in the apply_patch format. */
function pathsOfPatch(patch: string, workdir?: string | null): string[] {
  const found = patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm);
  return unique([...found].map((match) => normalizePath(match[1] ?? "", workdir)));
}

export function patchFacts(patch: string, workdir?: string | null): CommandFacts {
  const paths = pathsOfPatch(patch, workdir);
  return { toolClass: "edit", target: only(paths), paths, range: null, mutates: true };
}

/** `bash -lc "…"` and its like run the line that they carry. */
function scriptOfShell(line: string): string | null {
  if (!/^\s*(?:\/\S*\/)?(?:ba|z|da|k)?sh\s+-\w*c\s/.test(line)) return null;
  const [command] = splitShell(line);
  const at = command?.words.findIndex((word) => /^-\w*c$/.test(word)) ?? -1;
  return command?.words[at + 1] ?? null;
}

function partsOf(commands: ShellCommand[], workdir: string | null): Part[] {
  const parts: Part[] = [];
  let folder = workdir;
  for (const command of commands) {
    const words = unwrap(command.words);
    const program = programName(words[0]);
    if (program === "cd" && words[1]) folder = normalizePath(words[1], folder);
    const before = parts.at(-1);
    if (command.piped && before) applyFilter(before, program, words.slice(1));
    else parts.push(partOf(program, words.slice(1), folder));
    const part = parts.at(-1);
    if (part) addRedirects(part, command, folder);
  }
  return parts;
}

function programName(word: string | undefined): string {
  if (!word) return "";
  return word.startsWith("./") ? word : (word.split(/[\\/]/).at(-1) ?? word);
}

/** Drops variables and programs that only run another program. */
function unwrap(words: readonly string[]): string[] {
  let rest = [...words];
  for (let inner = innerWords(rest); inner !== null; inner = innerWords(rest)) rest = inner;
  return rest;
}

/** The words without their first wrapper, or null when they begin with a program of their own. */
function innerWords(words: readonly string[]): string[] | null {
  const [first, second] = words;
  if (first === undefined) return null;
  if (first === "" || OPENERS.has(first) || /^[A-Za-z_]\w*=/.test(first)) return words.slice(1);
  if (/^\$?\(/.test(first)) return [first.replace(/^\$?\(+/, ""), ...words.slice(1)];
  const ownArguments = WRAPPERS.get(programName(first));
  if (ownArguments !== undefined && words.length > 1) return dropFlags(words.slice(1)).slice(ownArguments);
  return second && WRAPPER_PAIRS.has(`${first}:${second}`) ? dropFlags(words.slice(2)) : null;
}

const OPENERS = new Set(["(", "{", "!"]);

function dropFlags(words: readonly string[]): string[] {
  const first = words.findIndex((word) => !word.startsWith("-"));
  return first === -1 ? [] : words.slice(first);
}

function partOf(program: string, words: readonly string[], folder: string | null): Part {
  const rest = subcommandLine(program, words);
  const bySubcommand = classOfSubcommand(program, rest);
  const found = bySubcommand === undefined ? classOfProgram(program) : bySubcommand;
  const plain: Part = {
    program,
    toolClass: found === null || found === "read" ? "shell" : found,
    ...NO_FACTS,
    paths: [],
  };
  plain.mutates = CHANGING_SUBCOMMANDS.some(([name, pattern]) => name.test(program) && pattern.test(rest));
  const operands = operandsOf(program, words);
  if (found === "read") return readPart(plain, words, operands, folder);
  if (found === "search") return searchPart(plain, operands, folder);
  if (found === "web") return { ...plain, target: operands.find((word) => /^https?:/.test(word)) ?? null };
  if (FILE_CHANGERS.has(program)) return changePart(plain, operands, folder);
  return plain;
}

/** The words from the subcommand on: `bun --filter web build` builds, `git -C web log` shows the log. */
function subcommandLine(program: string, words: readonly string[]): string {
  const valued = FLAGS_BEFORE_SUBCOMMAND.get(program);
  if (!valued) return words.join(" ");
  let at = 0;
  while (words[at]?.startsWith("-")) at += valued.has(words[at] ?? "") ? 2 : 1;
  return words.slice(at).join(" ");
}

const NO_FACTS = { target: null, range: null, mutates: false } as const;

/** Words that are neither flags nor their values; behind `--` every word counts. */
function operandsOf(program: string, words: readonly string[]): string[] {
  const valued = VALUE_FLAGS.get(program);
  const end = words.indexOf("--");
  const before = end === -1 ? words : words.slice(0, end);
  const operands = before.filter((word, index) => {
    const flag = before[index - 1];
    return !word.startsWith("-") && !(flag !== undefined && valued?.has(flag)) && word !== "<";
  });
  return end === -1 ? operands : [...operands, ...words.slice(end + 1)];
}

/** Paths that the line spells out; what a variable or a substitution holds is unknown. */
function knownPaths(files: readonly string[], folder: string | null): string[] {
  return unique(files.filter((file) => !/[$`()]/.test(file)).map((file) => normalizePath(file, folder)));
}

function readPart(part: Part, words: readonly string[], operands: readonly string[], folder: string | null): Part {
  const hasScript = part.program === "sed" || part.program === "awk";
  const paths = knownPaths(hasScript ? operands.slice(1) : operands, folder);
  if (part.mutates) return { ...part, toolClass: "edit", target: only(paths), paths };
  const [path] = paths;
  if (path === undefined || path.includes("*")) return { ...part, toolClass: path ? "search" : "shell", paths };
  return { ...part, toolClass: readClassOf(path), target: only(paths), paths, range: rangeOf(part.program, words) };
}

/** The lines that head, tail, sed and awk let through. */
function rangeOf(program: string, words: readonly string[]): LineRange | null {
  if (program === "head") return { firstLine: 1, lastLine: lineCount(words) ?? 10 };
  if (program === "tail") return tailRange(words);
  if (program === "sed") return sedRange(words);
  return program === "awk" ? UNKNOWN_RANGE : null;
}

function lineCount(words: readonly string[]): number | null {
  const found = /(?:^| )(?:-n ?|--lines[= ]|-)(\d+)\b/.exec(words.join(" "));
  return found ? Number(found[1]) : null;
}

function tailRange(words: readonly string[]): LineRange {
  const from = /(?:-n ?|--lines[= ])\+(\d+)\b/.exec(words.join(" "));
  return from ? { firstLine: Math.max(1, Number(from[1])), lastLine: null } : UNKNOWN_RANGE;
}

function sedRange(words: readonly string[]): LineRange | null {
  const script = words.find((word) => !word.startsWith("-"));
  const lines = /^(\d+)(?:,(\d+|\$))?p$/.exec(script?.trim() ?? "");
  if (!lines) return UNKNOWN_RANGE;
  const firstLine = Number(lines[1]);
  if (lines[2] === "$") return firstLine <= 1 ? null : { firstLine, lastLine: null };
  return { firstLine, lastLine: lines[2] === undefined ? firstLine : Number(lines[2]) };
}

function searchPart(part: Part, operands: readonly string[], folder: string | null): Part {
  const listsOnly = !/^(?:rg|grep|egrep|fgrep|ag|ack|fd|fdfind)$/.test(part.program);
  const pattern = listsOnly ? null : (operands[0] ?? null);
  const places = listsOnly ? (part.program === "find" ? operands.slice(0, 1) : operands) : operands.slice(1);
  const paths = knownPaths(places, folder);
  return { ...part, target: pattern ?? only(paths), paths };
}

function changePart(part: Part, operands: readonly string[], folder: string | null): Part {
  const paths = knownPaths(operands, folder);
  const toolClass = part.program === "tee" ? "write" : "shell";
  return { ...part, toolClass, target: only(paths), paths, mutates: part.program !== "mkdir" };
}

/** What stands behind a pipe narrows the output of what stands before it. */
function applyFilter(part: Part, program: string, words: readonly string[]): void {
  if (program === "tee") part.mutates = true;
  if (!isRead(part.toolClass)) return;
  const programClass = classOfProgram(program);
  if (programClass === "search") part.toolClass = "search";
  else if (programClass === "read" && part.range === null) part.range = rangeOf(program, words);
  else if (program !== "cat" && program !== "nl") part.range = UNKNOWN_RANGE;
}

function addRedirects(part: Part, command: ShellCommand, folder: string | null): void {
  const files = command.redirects.filter((file) => !file.startsWith("/dev/"));
  if (files.length === 0) return;
  part.mutates = true;
  const paths = knownPaths(files, folder);
  const writesText = part.program === "cat" || part.program === "echo" || part.program === "printf";
  if (writesText) {
    part.toolClass = "write";
    part.target = only(paths);
    part.range = null;
  }
  part.paths = unique([...part.paths, ...paths]);
}

function combine(parts: readonly Part[]): CommandFacts {
  const telling = parts.filter((part) => !NEUTRAL.has(part.program) || part.mutates);
  const [first] = telling;
  const paths = unique(telling.flatMap((part) => part.paths));
  const mutates = telling.some((part) => part.mutates);
  if (!first) return { toolClass: "shell", target: null, paths, range: null, mutates };
  if (telling.length === 1)
    return { toolClass: first.toolClass, target: first.target, paths, range: first.range, mutates };
  if (telling.every((part) => isRead(part.toolClass) || part.toolClass === first.toolClass)) {
    const targets = unique(telling.map((part) => part.target ?? ""));
    const target = only(targets) || null;
    return {
      toolClass: first.toolClass,
      target,
      paths,
      range: isRead(first.toolClass) ? UNKNOWN_RANGE : null,
      mutates,
    };
  }
  // Reads beside searches look around; anything stronger names the line.
  const strongest = STRENGTH.find((name) => telling.some((part) => part.toolClass === name)) ?? "search";
  const strong = telling.filter((part) => part.toolClass === strongest);
  const target = strong.length === 1 ? (strong[0]?.target ?? null) : null;
  return { toolClass: strongest, target, paths, range: null, mutates };
}

export function isRead(toolClass: ToolClass): boolean {
  return toolClass === "source_read" || toolClass === "doc_read" || toolClass === "dependency_read";
}

function only(values: readonly string[]): string | null {
  return values.length === 1 ? (values[0] ?? null) : null;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
