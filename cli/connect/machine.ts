import os from "node:os";
import path from "node:path";
import type { FilePlace, FileRoot } from "@/server/core/connect/clients";

type Environment = Readonly<Record<string, string | undefined>>;

/** What decides where a client keeps its files. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Environment;
  /** The folder of the project. */
  readonly project: string;
}

export function thisMachine(project: string): Machine {
  return { platform: process.platform, home: os.homedir(), environment: process.env, project };
}

const ROOTS: Readonly<Record<FileRoot, (machine: Machine, join: typeof path.join) => string>> = {
  home: ({ home }) => home,
  project: ({ project }) => project,
  claude: ({ environment, home }, join) => environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude"),
  "claude-json": ({ environment, home }) => environment["CLAUDE_CONFIG_DIR"] || home,
  codex: ({ environment, home }, join) => environment["CODEX_HOME"] || join(home, ".codex"),
  copilot: ({ environment, home }, join) => environment["COPILOT_HOME"] || join(home, ".copilot"),
  opencode: ({ environment, home }, join) => join(environment["XDG_CONFIG_HOME"] || join(home, ".config"), "opencode"),
  vscode: (machine, join) => join(vsCode(machine, join), "User", "globalStorage"),
  pi: ({ environment, home }, join) => environment["PI_CODING_AGENT_DIR"] || join(home, ".pi", "agent"),
};

function vsCode({ platform, home, environment }: Machine, join: typeof path.join): string {
  if (platform === "win32") return join(environment["APPDATA"] || join(home, "AppData", "Roaming"), "Code");
  if (platform === "darwin") return join(home, "Library", "Application Support", "Code");
  return join(environment["XDG_CONFIG_HOME"] || join(home, ".config"), "Code");
}

/** The file of a place on this machine, with the separators that it uses. */
export function fileAt(machine: Machine, { root, path: below }: FilePlace): string {
  const { join } = machine.platform === "win32" ? path.win32 : path.posix;
  const folder = ROOTS[root](machine, join);
  return below === "" ? folder : join(folder, ...below.split("/"));
}
