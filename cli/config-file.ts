import os from "node:os";
import path from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where the CLI keeps its logins. Apart from the rest of the settings, because a hook has to find it without loading
 * what checks them.
 */
export function configFile(environment: Environment = process.env): string {
  const home = environment["XDG_CONFIG_HOME"] || path.join(os.homedir(), ".config");
  return path.join(home, "context-steward", "config.json");
}
