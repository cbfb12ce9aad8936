import { existsSync } from "node:fs";
import path from "node:path";
import type { AdminPlace } from "../core/setup/admin-program";

/** The data folder that a command on the server's machine means; null when none was ever used there. */
export function findDataFolder({ data, cwd, programRoot }: AdminPlace): string | null {
  const folders =
    data === null ? [path.join(cwd, ".data"), path.join(programRoot, ".data")] : [path.resolve(cwd, data)];
  return folders.find((folder) => existsSync(path.join(folder, "steward-data.json"))) ?? null;
}
