import path from "node:path";
import { fileURLToPath } from "node:url";
import type { AdminPlace } from "@/server/core/setup/admin-program";
import { CliFault } from "./fault";

/**
 * Programs for the server's own machine. Each is a bundle of its own beside this one, since the other commands never
 * need a database, and the command that the server hands out has none of them. `Program` is the shape of the bundle,
 * which the build makes of a file of server/launcher.
 * @throws CliFault where it is missing.
 */
export async function loadServerProgram<Program>(file: "admin.mjs" | "backup.mjs"): Promise<Program> {
  try {
    return (await import(new URL(file, import.meta.url).href)) as Program;
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
    if (!missing) throw error;
    throw new CliFault("This command works in the folder of Context Steward, on the server's machine, after a build.");
  }
}

/** The server that a command means: its data folder, named or found, and the folder of its programs. */
export function serverPlace(data: string | undefined): AdminPlace {
  const programRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
  return { data: data ?? null, cwd: process.cwd(), programRoot };
}
