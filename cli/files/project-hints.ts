import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { tellableRemote } from "./git-remote";
import { readStewardFile } from "./steward-file";

const run = promisify(execFile);
const GIT_LIMIT_MS = 5_000;

export interface ProjectHints {
  readonly projectSlug?: string;
  readonly gitRemote?: string;
  readonly root?: string;
}

/** What this machine knows of a session's folder: `.steward.json` above it, its git remote, its repository root. */
export class ProjectHintReader {
  private readonly known = new Map<string, Promise<ProjectHints>>();

  /** @throws CliFault for a `.steward.json` that names no project. */
  of(folder: string): Promise<ProjectHints> {
    const before = this.known.get(folder);
    if (before) return before;
    const hints = readHints(folder);
    this.known.set(folder, hints);
    return hints;
  }
}

async function readHints(folder: string): Promise<ProjectHints> {
  // A folder of another system, such as C:\app here: nothing below the current folder may answer for it.
  if (!path.isAbsolute(folder)) return { root: folder };
  const projectSlug = readStewardFile(folder);
  const [root, remote] = await Promise.all([repositoryRoot(folder), git(folder, "remote", "get-url", "origin")]);
  const gitRemote = tellableRemote(remote);
  return {
    root: root ?? folder,
    ...(projectSlug === null ? {} : { projectSlug }),
    ...(gitRemote === null ? {} : { gitRemote }),
  };
}

/** The main repository's root also for a linked worktree, whose sessions belong to the same project. */
async function repositoryRoot(folder: string): Promise<string | null> {
  const common = await git(folder, "rev-parse", "--path-format=absolute", "--git-common-dir");
  if (common !== null && path.basename(common) === ".git") return path.dirname(common);
  return git(folder, "rev-parse", "--show-toplevel");
}

async function git(folder: string, ...args: string[]): Promise<string | null> {
  try {
    // Inside a git hook these variables would answer for the hook's repository instead.
    const env = { ...process.env };
    for (const name of Object.keys(env)) if (name.startsWith("GIT_")) delete env[name];
    const { stdout } = await run("git", ["-C", folder, ...args], { timeout: GIT_LIMIT_MS, env });
    return stdout.trim() || null;
  } catch {
    return null; // no git, no such folder, no remote: the other hints remain
  }
}
