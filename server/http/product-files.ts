import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const Manifest = z.object({ name: z.literal("context-steward"), version: z.string() });

/**
 * Folders in which files of the product may lie: the one that the process works in, which Next's standalone server
 * makes its own, and the checkout around it.
 */
export function productFolders(): string[] {
  // Next would otherwise take every file below for one that the server needs, and copy it.
  const cwd = /* turbopackIgnore: true */ process.cwd();
  return [cwd, path.resolve(/* turbopackIgnore: true */ cwd, "..", "..")];
}

/** The version in the package.json of the product; `unknown` where there is none. */
export function readProductVersion(folders: readonly string[] = productFolders()): string {
  return folders.map(versionIn).find((version) => version !== null) ?? "unknown";
}

function versionIn(folder: string): string | null {
  try {
    return Manifest.parse(JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"))).version;
  } catch {
    return null; // none, or another program's, which may be of any form
  }
}

/** The command as the build leaves it: `install/` beside Next's server, `dist/` in the checkout. */
export function findStewardBundle(folders: readonly string[] = productFolders()): string | null {
  const places = folders.flatMap((folder) => ["install", "dist"].map((part) => path.join(folder, part, "steward.mjs")));
  return places.find((file) => existsSync(file)) ?? null;
}
