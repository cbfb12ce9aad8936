import { existsSync } from "node:fs";
import path from "node:path";
import { LauncherError } from "./errors";

/**
 * Flags of Node for web and worker. A batch of events lives longer than the default nursery of 16 MB holds, so half of
 * every upload was copied to the old generation first; with 32 MB an upload needs a tenth less processor time. One
 * thread collects the nursery: its helpers find little to do, and the main thread waits for them when the database
 * holds the other core.
 */
export const NODE_FLAGS = ["--max-semi-space-size=32", "--min-semi-space-size=32", "--no-parallel-scavenge"] as const;

/** The scripts that the launcher starts, as the build leaves them. */
export interface Programs {
  web: string;
  worker: string;
  firstRun: string;
  /** Loaded into web and worker before their own code: what ends them with the launcher. */
  endWithParent: string;
}

/**
 * The programs of the production build below `root`.
 * @throws LauncherError when one is missing.
 */
export function builtPrograms(root: string): Programs {
  const programs: Programs = {
    web: path.join(root, ".next", "standalone", "server.js"),
    worker: path.join(root, "dist", "worker.mjs"),
    firstRun: path.join(root, "dist", "first-run.mjs"),
    endWithParent: path.join(root, "dist", "end-with-parent.mjs"),
  };
  const missing = Object.values(programs).find((file) => !existsSync(file));
  if (missing === undefined) return programs;
  throw new LauncherError(`The build is not complete: ${missing} is missing.`, "Build it: npm run build");
}
