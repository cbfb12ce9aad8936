import { cutText } from "./clean";
import type { Client, ToolClass } from "./kinds";
import { MAX_LABEL_CHARACTERS } from "./limits";
import { normalizePath, readClassOf, skillName, skillOfPath } from "./paths";
import { type CommandFacts, describeCommand, isRead, type LineRange, patchFacts } from "./shell-command";
import { PATH_KEYS, type ToolRow, toolRow } from "./tool-table";

/** What one tool call says of itself, whatever its client calls the tool. */
export interface CallFacts {
  toolClass: ToolClass;
  /** Normalized path, address or pattern that the call works on; null when it names none, or several. */
  target: string | null;
  paths: string[];
  /** The shell line of a command tool. */
  command: string | null;
  /** Lines that a read covers; null is the whole target. `lastLine: null` is open-ended and covers nothing for sure. */
  range: LineRange | null;
  /** True when a rule knows that the call changes files. */
  mutates: boolean;
  /** Name of the skill that the call loads: a call of a skill tool, or the read of a SKILL.md. */
  skill: string | null;
  /** One line for the timeline, at most 200 characters. */
  label: string;
}

type Arguments = Readonly<Record<string, unknown>>;

const NO_ARGUMENTS: Arguments = {};

/**
 * Describes a tool call. `argsText` is the JSON of the arguments, or the raw text that some tools take (a patch).
 * Broken JSON describes the tool without its arguments. Relative paths stay relative unless the arguments name a
 * working directory, or `cwd` is given.
 */
export function describeCall(client: Client, tool: string, argsText: string, cwd?: string | null): CallFacts {
  const name = splitToolName(tool);
  const row = toolRow(client, name.tool, name.server);
  const args = argumentsOf(argsText);
  const facts = factsOf(row, args, argsText, cwd ?? null);
  return { ...facts, label: labelOf(name, facts, args) };
}

interface ToolName {
  tool: string;
  server: string | null;
}

/** `mcp__server__tool` (Claude Code, Codex) names a tool of a server. */
function splitToolName(tool: string): ToolName {
  const parts = tool.split("__").filter((part) => part !== "");
  if (tool.startsWith("mcp__") && parts.length >= 3) return { server: parts[1] ?? "", tool: parts.slice(2).join("_") };
  return { server: null, tool };
}

function argumentsOf(argsText: string): Arguments {
  if (!argsText.trimStart().startsWith("{")) return NO_ARGUMENTS;
  try {
    const value: unknown = JSON.parse(argsText);
    return isArguments(value) ? value : NO_ARGUMENTS;
  } catch {
    return NO_ARGUMENTS;
  }
}

function isArguments(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Facts = Omit<CallFacts, "label">;

function factsOf(row: ToolRow, args: Arguments, argsText: string, cwd: string | null): Facts {
  const told = text(args["workdir"]) ?? text(args["cwd"]) ?? text(args["working_directory"]);
  const workdir = told === null ? cwd : normalizePath(told, cwd);
  if (row.form === "command") return commandFacts(row, args, argsText, workdir);
  if (row.form === "patch") return { ...patchFacts(patchText(args, argsText), workdir), command: null, skill: null };
  if (row.form === "read") return readFacts(row, args, workdir);
  if (row.form === "window") return { ...readFacts(row, args, workdir), range: rangeOf(args["line_number"], null) };
  return plainFacts(row, args, workdir);
}

function commandFacts(row: ToolRow, args: Arguments, argsText: string, workdir: string | null): Facts {
  const line =
    commandLine(row, args) ?? (args === NO_ARGUMENTS && argsText !== "" && !argsText.startsWith("{") ? argsText : null);
  if (line === null || line === "") {
    return {
      toolClass: row.toolClass,
      target: null,
      paths: [],
      command: line,
      range: null,
      mutates: false,
      skill: null,
    };
  }
  const facts: CommandFacts = describeCommand(line, workdir);
  return { ...facts, command: line, skill: isRead(facts.toolClass) && facts.target ? skillOfPath(facts.target) : null };
}

function commandLine(row: ToolRow, args: Arguments): string | null {
  for (const key of row.target) {
    const value = args[key];
    if (typeof value === "string") return value;
    if (Array.isArray(value)) return lineOfWords(value.filter((word) => typeof word === "string"));
  }
  const action = args["action"];
  return isArguments(action) ? commandLine(row, action) : null;
}

/** `["bash", "-lc", "npm test"]` runs its last word; other lists are quoted where they must be. */
function lineOfWords(words: readonly string[]): string {
  const [program = "", flag = "", script] = words;
  if (/(?:^|[\\/])(?:ba|z|da|k)?sh$/.test(program) && /^-\w*c$/.test(flag) && script !== undefined) return script;
  return words.map((word) => (/^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

function patchText(args: Arguments, argsText: string): string {
  return text(args["input"]) ?? text(args["patch"]) ?? text(args["patchText"]) ?? argsText;
}

function readFacts(row: ToolRow, args: Arguments, workdir: string | null): Facts {
  const plain = plainFacts(row, args, workdir);
  const paths = plain.target === null ? pathList(args, workdir) : plain.paths;
  const target = plain.target ?? (paths.length === 1 ? (paths[0] ?? null) : null);
  const path = target ?? paths[0];
  const toolClass = path === undefined ? row.toolClass : readClassOf(path);
  return { ...plain, toolClass, target, paths, range: readRange(args), skill: target ? skillOfPath(target) : null };
}

/** Tools that read several files at once name them in a list. */
function pathList(args: Arguments, workdir: string | null): string[] {
  const lists = [args["paths"], args["files"], args["file_paths"], args["filePaths"]];
  const found = lists.find(Array.isArray) ?? [];
  return found.filter((path) => typeof path === "string").map((path) => normalizePath(path, workdir));
}

/** Offsets count lines from 1; a limit without an offset starts at line 1. */
function readRange(args: Arguments): LineRange | null {
  const viewRange = args["view_range"];
  if (Array.isArray(viewRange)) return rangeOf(viewRange[0], viewRange[1]);
  const start = integer(args["offset"] ?? args["start_line"] ?? args["startLine"] ?? args["start_line_one_indexed"]);
  const limit = integer(args["limit"]);
  const end = integer(args["end_line"] ?? args["endLine"] ?? args["end_line_one_indexed_inclusive"]);
  if (args["pages"] !== undefined) return { firstLine: 1, lastLine: null };
  if (start === null && limit === null && end === null) return null;
  const firstLine = Math.max(1, start ?? 1);
  if (limit !== null) return { firstLine, lastLine: firstLine + Math.max(1, limit) - 1 };
  return rangeOf(firstLine, end);
}

function rangeOf(first: unknown, last: unknown): LineRange {
  const firstLine = Math.max(1, integer(first) ?? 1);
  const lastLine = integer(last);
  return { firstLine, lastLine: lastLine === null || lastLine < firstLine ? null : lastLine };
}

function plainFacts(row: ToolRow, args: Arguments, workdir: string | null): Facts {
  if (row.isPath) return pathFacts(row, args, workdir);
  const target = firstText(args, row.target);
  return {
    toolClass: row.toolClass,
    target: target === null ? null : cutText(target, MAX_TARGET_CHARACTERS),
    paths: row.toolClass === "search" ? searchedPlaces(args, target, workdir) : [],
    command: null,
    range: null,
    mutates: row.mutates,
    skill: row.toolClass === "skill" && target !== null ? skillName(target.split(/\s/)[0] ?? target) : null,
  };
}

/** Where a search looks; an argument that holds the pattern itself is no place. */
function searchedPlaces(args: Arguments, pattern: string | null, workdir: string | null): string[] {
  const place = firstText(args, PATH_KEYS);
  return place === null || place === pattern ? [] : [normalizePath(place, workdir)];
}

function pathFacts(row: ToolRow, args: Arguments, workdir: string | null): Facts {
  const named = firstText(args, row.target);
  const target = named === null ? null : cutText(normalizePath(named, workdir), MAX_TARGET_CHARACTERS);
  const facts: Facts = {
    toolClass: row.toolClass,
    target,
    paths: target === null ? [] : [target],
    command: null,
    range: null,
    mutates: row.mutates,
    skill: null,
  };
  // Editors with commands also show and create files.
  const command = row.mutates && target !== null ? text(args["command"]) : null;
  if (command === "create") return { ...facts, toolClass: "write" };
  if (command !== "view" || target === null) return facts;
  return {
    ...facts,
    toolClass: readClassOf(target),
    range: readRange(args),
    mutates: false,
    skill: skillOfPath(target),
  };
}

/** Questions and prompts can be long; a target is a name to compare and to show. */
const MAX_TARGET_CHARACTERS = 1_000;

function firstText(args: Arguments, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = args[key];
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === "string" && first !== "") return first;
  }
  return null;
}

function labelOf(name: ToolName, facts: Facts, args: Arguments): string {
  const tool = name.server === null ? name.tool : `${name.server} ${name.tool}`;
  const subject =
    facts.command ??
    facts.skill ??
    facts.target ??
    (facts.paths.join(", ") || firstText(args, Object.keys(args))) ??
    "";
  const range = facts.range && facts.command === null ? rangeLabel(facts.range) : "";
  const line = `${tool.slice(0, MAX_LABEL_CHARACTERS)} ${subject.slice(0, 10 * MAX_LABEL_CHARACTERS)}${range}`;
  return cutText(line.replace(/\s+/g, " ").trim(), MAX_LABEL_CHARACTERS);
}

function rangeLabel(range: LineRange): string {
  return range.lastLine === null ? `:${range.firstLine}-` : `:${range.firstLine}-${range.lastLine}`;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function integer(value: unknown): number | null {
  const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : null;
}
