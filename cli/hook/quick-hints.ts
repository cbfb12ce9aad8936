import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { tellableRemote } from "../files/git-remote";
import type { ProjectHints } from "../files/project-hints";
import { readStewardFile } from "../files/steward-file";
import { findGit } from "./branch";

/**
 * What `ProjectHintReader` tells of a folder, read from git's own files, since a start has no time for processes. What
 * only git itself works out, such as `insteadOf`, is missing: the uploader finds that project a moment later.
 * @throws CliFault for a `.steward.json` that names no project.
 */
export function quickHints(folder: string): ProjectHints {
  if (!path.isAbsolute(folder)) return { root: folder }; // of another system
  const projectSlug = readStewardFile(folder);
  return { ...repository(folder), ...(projectSlug === null ? {} : { projectSlug }) };
}

function repository(folder: string): ProjectHints {
  try {
    const { git, top } = findGit(realpathSync(folder));
    const common = commonFolder(git);
    const gitRemote = tellableRemote(originIn(readFileSync(path.join(common, "config"), "utf8")));
    // A linked worktree belongs to the main repository; a submodule's files lie within those of another one.
    const root = path.basename(common) === ".git" ? path.dirname(common) : top;
    return { root, ...(gitRemote === null ? {} : { gitRemote }) };
  } catch {
    return { root: folder }; // no repository
  }
}

/** Of a linked worktree the main repository's. See gitrepository-layout(5). */
function commonFolder(git: string): string {
  try {
    return path.resolve(git, readFileSync(path.join(git, "commondir"), "utf8").trim());
  } catch {
    return git;
  }
}

function originIn(config: string): string | null {
  const [, section = ""] = /^\s*\[remote "origin"\]([^[]*)/m.exec(config) ?? [];
  return /^\s*url\s*=\s*"?([^"\r\n]+?)"?\s*$/m.exec(section)?.[1] ?? null;
}
