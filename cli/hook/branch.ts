import { readFileSync, statSync } from "node:fs";
import path from "node:path";

/**
 * The branch of a folder's working tree, read from git's own files, since a start has no time for a process; null
 * outside of a repository and on a detached HEAD. In a linked worktree `.git` is a file. See gitrepository-layout(5).
 */
export function branchOf(folder: string): string | null {
  if (!path.isAbsolute(folder)) return null; // of another system: nothing here may answer for it
  try {
    const head = readFileSync(path.join(findGit(folder).git, "HEAD"), "utf8");
    return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]?.trim() ?? null;
  } catch {
    return null;
  }
}

interface GitPlace {
  /** The folder with HEAD. */
  readonly git: string;
  /** The working tree's. */
  readonly top: string;
}

/** @throws where none is. */
export function findGit(folder: string): GitPlace {
  const git = path.join(folder, ".git");
  const kind = statSync(git, { throwIfNoEntry: false });
  if (kind?.isDirectory()) return { git, top: folder };
  if (kind) {
    const target = readFileSync(git, "utf8")
      .replace(/^gitdir:/, "")
      .trim();
    return { git: path.resolve(folder, target), top: folder };
  }
  const above = path.dirname(folder);
  if (above === folder) throw new Error("No repository is here.");
  return findGit(above);
}
