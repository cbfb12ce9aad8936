import { CONNECT_GUIDES, type ConnectClient } from "@/server/core/connect/clients";

export const SYSTEMS = ["posix", "windows"] as const;
export type System = (typeof SYSTEMS)[number];

export const SYSTEM_WORDS: Readonly<Record<System, string>> = {
  posix: "macOS, Linux, WSL",
  windows: "Windows PowerShell",
};

/**
 * One block for a terminal: it installs the command, signs in and connects. It is one statement, because a line that
 * follows `login` by itself would be taken for the key that login asks for. PowerShell 5 has no `&&`.
 * Where the client is not known it ends with the list of those on the machine.
 */
export function pasteBlock(origin: string, client: ConnectClient | null, system: System): string {
  const login = `steward login ${origin}`;
  const last = lastStep(client);
  if (system === "windows") return `irm ${origin}/install.ps1 | iex; ${login}; if ($?) { ${last} }`;
  return [`curl -fsSL ${origin}/install.sh | sh`, 'export PATH="$HOME/.local/bin:$PATH"', login, last].join(" &&\n");
}

/** A client without hooks, MCP and skills has nothing to be written. */
function lastStep(client: ConnectClient | null): string {
  if (client === null) return "steward connect";
  return CONNECT_GUIDES[client].scopes.length > 0 ? `steward connect ${client}` : "steward import .";
}
