import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { normalizeGitRemote } from "@/server/core/events/project-source";
import { CliFault } from "../fault";

const run = promisify(execFile);
const STEWARD_FILE = ".steward.json";
const StewardFile = z.object({ project: z.string().min(1) });
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
  const [root, remote, projectSlug] = await Promise.all([
    repositoryRoot(folder),
    git(folder, "remote", "get-url", "origin"),
    readStewardFile(folder),
  ]);
  return {
    root: root ?? folder,
    ...(projectSlug === null ? {} : { projectSlug }),
    // Of a clone of a folder the remote is a path of this machine, which leads to no project.
    ...(remote === null || normalizeGitRemote(remote) === null ? {} : { gitRemote: withoutCredentials(remote) }),
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

/** `https://user:token@host/…` must not leave this machine. */
function withoutCredentials(remote: string): string {
  return remote.replace(/^(https?:\/\/)[^/@]*@/i, "$1");
}

/** Looks in the folder and above it; the nearest one counts. */
async function readStewardFile(folder: string): Promise<string | null> {
  for (let at = folder; ; at = path.dirname(at)) {
    const file = path.join(at, STEWARD_FILE);
    const text = await readFile(file, "utf8").catch(() => null);
    if (text !== null) return projectIn(text, file);
    if (at === path.dirname(at)) return null;
  }
}

function projectIn(text: string, file: string): string {
  try {
    return StewardFile.parse(JSON.parse(text)).project;
  } catch {
    throw new CliFault(`${file} names no project. Write it like {"project": "billing-api"}.`);
  }
}
