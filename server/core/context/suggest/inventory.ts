import { splitShell } from "../../events/shell-words";
import { toolKey } from "../../events/tool-table";
import type { SessionEvent } from "../../prune/model";
import { listedPaths } from "./paths";
import { ctx, type SuggestionRule } from "./rule";

const TOOLS = new Set(
  "ls list listdir listfiles listdirectory readdir glob globfilesearch findfiles findfile findbyname filesearch".split(
    " ",
  ),
);
const PROGRAMS = new Set(["ls", "ll", "dir", "tree", "find", "fd", "fdfind", "locate"]);
/** They pass a listing on, or stand beside it. */
const BESIDE = new Set(["cd", "pwd", "echo", "head", "tail", "sort", "uniq", "wc", "grep", "sed", "awk", "xargs"]);

/** A listing of files by name: a tool that lists, or a command of which every part lists or passes on. */
export function isInventory({ tool, command }: SessionEvent): boolean {
  if (command === null) return tool !== null && TOOLS.has(toolKey(tool.slice(tool.lastIndexOf("__") + 1)));
  const parts = splitShell(command).filter(({ words }) => words.length > 0);
  const lists = parts.filter(({ words }) => listsFiles(words));
  return lists.length > 0 && parts.every(({ words }) => listsFiles(words) || BESIDE.has(words[0] ?? ""));
}

function listsFiles([program = "", second, ...rest]: readonly string[]): boolean {
  if (program === "git") return second === "ls-files" || second === "ls-tree";
  if (program === "rg") return [second, ...rest].includes("--files");
  return PROGRAMS.has(program) && ![second, ...rest].some((word) => word === "-exec" || word === "-delete");
}

/**
 * A listing, once what it was asked for has been opened or the work that asked for it has ended. Files that were not
 * opened yet may still be candidates, so their names are kept while the work goes on.
 */
export const inventory: SuggestionRule = {
  id: "suggest.inventory",
  rank: 1,
  judge(entry, window) {
    if (!isInventory(entry.event)) return null;
    const end = window.endOfWorkBehind(entry);
    if (end !== null)
      return { to: "reference", why: `The work that listed these files has ended (${end.kind}).`, evidence: [] };
    const opened = listedPaths(entry.event.text).map((path) => window.usedBehind(path, entry));
    const first = opened.find((use) => use !== null);
    if (!first) return null;
    const open = opened.filter((use) => use === null).length;
    const chosen = `A file was chosen from it and opened at ${ctx(first)}`;
    if (open === 0) return { to: "reference", why: `${chosen}; none is left.`, evidence: [first.event.ref] };
    return { to: "retained", why: `${chosen}; ${open} were not opened yet.`, evidence: [first.event.ref] };
  },
};
