import { runGit } from "./run-git";

export interface FileHistory {
  readonly commits: number;
  readonly lastCommitAt: string;
}

/** A line that no path begins with marks a commit in the log. */
const MARK = "\u0001";

/**
 * Commits of the last days by file, relative to the folder. Merges are left out, since their commits count by
 * themselves. Empty when the folder is in no repository or has no commits.
 */
export async function readHistory(folder: string, days: number): Promise<Map<string, FileHistory>> {
  const history = new Map<string, FileHistory>();
  let at = "";
  const args = ["log", `--since=${days}.days`, "--no-merges", "--no-renames", "--name-only", "--relative"];
  await runGit(folder, [...args, `--pretty=format:${MARK}%cI`], (line) => {
    if (line.startsWith(MARK)) at = line.slice(MARK.length);
    else if (line !== "") history.set(line, add(history.get(line), at));
  });
  return history;
}

/** The log goes from new to old, but clocks differ: the latest time counts. */
function add(before: FileHistory | undefined, at: string): FileHistory {
  if (!before) return { commits: 1, lastCommitAt: at };
  const isLater = Date.parse(at) > Date.parse(before.lastCommitAt);
  return { commits: before.commits + 1, lastCommitAt: isLater ? at : before.lastCommitAt };
}
