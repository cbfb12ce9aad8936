import { readFileSync, statSync } from "node:fs";
import path from "node:path";

/**
 * The branch of a folder's working tree, read from git's own files, since a start has no time for a process; null
 * outside of a repository and on a detached HEAD. In a linked worktree `.git` is a file. See gitrepository-layout(5).
 */
export function branchOf(folder: string): string | null {
  if (!path.isAbsolute(folder)) return null; // of another system: nothing here may answer for it
  try {
    const head = readFileSync(path.join(gitFolder(folder), "HEAD"), "utf8");
    return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]?.trim() ?? null;
  } catch {
    return null;
  }
}

/** @throws where none is. */
function gitFolder(folder: string): string {
  const git = path.join(folder, ".git");
  const kind = statSync(git, { throwIfNoEntry: false });
  if (kind?.isDirectory()) return git;
  if (kind)
    return path.resolve(
      folder,
      readFileSync(git, "utf8")
        .replace(/^gitdir:/, "")
        .trim(),
    );
  const above = path.dirname(folder);
  if (above === folder) throw new Error("No repository is here.");
  return gitFolder(above);
}
