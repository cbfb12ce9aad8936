import { readFile } from "node:fs/promises";
import path from "node:path";
import { glob } from "tinyglobby";
import { runGit } from "./run-git";

export interface ListedFiles {
  /** Relative to the folder, with forward slashes, sorted. */
  readonly paths: readonly string[];
  readonly isRepository: boolean;
}

/** What never belongs to a project, for folders without git. */
const FOREIGN = [
  "node_modules",
  ".git",
  ".hg",
  ".svn",
  "dist",
  "build",
  "coverage",
  ".next",
  ".venv",
  "venv",
  "__pycache__",
];

/** The project's files: tracked ones and new ones that .gitignore lets through. */
export async function listFiles(folder: string): Promise<ListedFiles> {
  const paths = new Set<string>();
  let left = "";
  // Separated by zero bytes, since a path may hold a line break.
  const isRepository = await runGit(
    folder,
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    (line) => {
      const pieces = (left === "" ? line : `${left}\n${line}`).split("\0");
      left = pieces.pop() ?? "";
      for (const piece of pieces) paths.add(piece);
    },
  );
  if (!isRepository) for (const found of await globFiles(folder)) paths.add(found);
  paths.delete("");
  return { paths: [...paths].sort(), isRepository };
}

async function globFiles(folder: string): Promise<string[]> {
  const ignored = await readFile(path.join(folder, ".gitignore"), "utf8").catch(() => "");
  const ignore = [...FOREIGN.map((name) => `**/${name}/**`), ...ignored.split(/\r?\n/).flatMap(toGlobs)];
  const found = await glob("**/*", { cwd: folder, dot: true, ignore, followSymbolicLinks: false });
  return found.map((name) => name.replaceAll("\\", "/"));
}

/** A line of .gitignore as globs; exceptions (`!`) are left out, so that too much is ignored and never too little. */
export function toGlobs(line: string): string[] {
  const plain = line.trim();
  if (plain === "" || plain.startsWith("#") || plain.startsWith("!")) return [];
  const name = plain.replace(/\/+$/, "");
  const isAnchored = name.replace(/^\*\*\//, "").includes("/");
  const base = isAnchored ? name.replace(/^\//, "") : `**/${name}`;
  return plain.endsWith("/") ? [`${base}/**`] : [base, `${base}/**`];
}
