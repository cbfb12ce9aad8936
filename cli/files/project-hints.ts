import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const run = promisify(execFile);
const StewardFile = z.object({ project: z.string().min(1) });

export interface ProjectHints {
  projectSlug?: string;
  gitRemote?: string;
  root?: string;
}

/** What this machine knows of a session's folder: `.steward.json` above it, its git remote, its repository root. */
export class ProjectHintReader {
  private readonly known = new Map<string, Promise<ProjectHints>>();

  of(folder: string): Promise<ProjectHints> {
    const before = this.known.get(folder);
    if (before) return before;
    const hints = readHints(folder);
    this.known.set(folder, hints);
    return hints;
  }
}

async function readHints(folder: string): Promise<ProjectHints> {
  const root = (await git(folder, "rev-parse", "--show-toplevel")) ?? folder;
  const [projectSlug, gitRemote] = await Promise.all([
    readStewardFile(folder, root),
    git(folder, "remote", "get-url", "origin"),
  ]);
  return { root, ...(projectSlug ? { projectSlug } : {}), ...(gitRemote ? { gitRemote } : {}) };
}

async function git(folder: string, ...args: string[]): Promise<string | null> {
  try {
    const { stdout } = await run("git", ["-C", folder, ...args], { timeout: 5_000 });
    return stdout.trim() || null;
  } catch {
    return null; // no git, no such folder, no remote: the other hints remain
  }
}

async function readStewardFile(folder: string, root: string): Promise<string | null> {
  for (let at = folder; ; at = path.dirname(at)) {
    const text = await readFile(path.join(at, ".steward.json"), "utf8").catch(() => null);
    if (text !== null) return projectIn(text);
    if (at === root || at === path.dirname(at)) return null;
  }
}

function projectIn(text: string): string | null {
  try {
    return StewardFile.parse(JSON.parse(text)).project;
  } catch {
    return null;
  }
}
