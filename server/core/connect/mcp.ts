import type { ConnectClient } from "./clients";

/** The name of the server in every client's list. */
export const MCP_NAME = "steward";
/** The variable that holds the key where a file must not. */
export const KEY_VARIABLE = "STEWARD_KEY";

/** The key itself, or the name of the variable that a client reads it from. */
export type KeySource = { readonly from: "environment" } | { readonly from: "value"; readonly key: string };

export interface McpPlace {
  /** `https://steward.example.org`, without a path. */
  readonly server: string;
  readonly key: KeySource;
  /** The project's slug, for a key that reaches several. */
  readonly project?: string;
}

/** How each client writes a variable inside a value; the others have no form for it. */
const REFERENCES: Partial<Record<ConnectClient, string>> = {
  "claude-code": `\${${KEY_VARIABLE}}`,
  "gemini-cli": `\${${KEY_VARIABLE}}`,
  "copilot-cli": `\${${KEY_VARIABLE}}`,
  cursor: `\${env:${KEY_VARIABLE}}`,
  roo: `\${env:${KEY_VARIABLE}}`,
  opencode: `{env:${KEY_VARIABLE}}`,
};

function mcpUrl({ server }: Pick<McpPlace, "server">): string {
  return `${server}/api/mcp`;
}

/** Whether a client's file can name a variable in place of the key. */
export function canReferToKey(client: ConnectClient): boolean {
  return client === "codex" || REFERENCES[client] !== undefined;
}

function headersFor(client: ConnectClient, { key, project }: McpPlace): Record<string, string> {
  const secret = key.from === "value" ? key.key : (REFERENCES[client] ?? `<your key>`);
  return { Authorization: `Bearer ${secret}`, ...(project !== undefined && { "x-steward-project": project }) };
}

/** The server's entry in the form of one client. */
export function mcpEntry(client: ConnectClient, place: McpPlace): Record<string, unknown> {
  const url = mcpUrl(place);
  const headers = headersFor(client, place);
  switch (client) {
    case "gemini-cli":
      return { httpUrl: url, headers };
    case "cursor":
      return { url, headers };
    case "copilot-cli":
      return { type: "http", url, headers, tools: ["*"] };
    case "opencode":
      return { type: "remote", url, headers, enabled: true };
    case "cline":
      return { type: "streamableHttp", url, headers, disabled: false };
    case "roo":
      return { type: "streamable-http", url, headers, disabled: false };
    case "openhands":
      return { transport: "http", url, headers };
    default:
      return { type: "http", url, headers };
  }
}

/** Codex keeps its servers in TOML, and reads a bearer key from a variable by itself. */
export function codexMcp(place: McpPlace): string {
  const { project } = place;
  const { Authorization, ...others } = headersFor("codex", place);
  const headers = place.key.from === "value" ? { Authorization, ...others } : others;
  return [
    `[mcp_servers.${MCP_NAME}]`,
    `url = ${tomlText(mcpUrl(place))}`,
    ...(place.key.from === "environment" ? [`bearer_token_env_var = ${tomlText(KEY_VARIABLE)}`] : []),
    ...(place.key.from === "value" || project !== undefined ? [`http_headers = ${tomlTable(headers)}`] : []),
    "",
  ].join("\n");
}

/** A basic string of TOML has the escapes of JSON. */
function tomlText(value: string): string {
  return JSON.stringify(value);
}

function tomlTable(values: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${tomlText(name)} = ${tomlText(value ?? "")}`);
  return `{ ${pairs.join(", ")} }`;
}
