import { mkdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { z } from "zod";
import { CliFault } from "./fault";

/** `~/.config/context-steward/config.json` (XDG): one key a server, and the server that is used by default. */
const Config = z.object({
  default: z.string().optional(),
  servers: z
    .record(z.string(), z.object({ key: z.string(), team: z.string().optional(), project: z.string().optional() }))
    .default({}),
});
type Config = z.infer<typeof Config>;

export interface Connection {
  readonly server: string;
  readonly key: string;
}

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

export function configFile(environment: NodeJS.ProcessEnv = process.env): string {
  const home = environment["XDG_CONFIG_HOME"] || path.join(os.homedir(), ".config");
  return path.join(home, "context-steward", "config.json");
}

async function readConfig(): Promise<Config> {
  const file = configFile();
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    return { servers: {} };
  }
  const parsed = Config.safeParse(safeJson(text));
  if (!parsed.success) throw new CliFault(`${file} is not readable as settings. Remove it, then run: steward login`);
  return parsed.data;
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Environment first (`STEWARD_SERVER`, `STEWARD_KEY`), so that CI needs no file. */
export async function findConnection(wanted?: string): Promise<Connection> {
  const config = await readConfig();
  const server = normalizeServer(wanted ?? process.env["STEWARD_SERVER"] ?? config.default ?? "");
  if (!server) throw new CliFault("No server is known here. Run: steward login http://localhost:3000");
  const key = process.env["STEWARD_KEY"] ?? config.servers[server]?.key;
  if (!key) throw new CliFault(`No key is known for ${server}. Run: steward login ${server}`);
  return { server, key };
}

export async function keepConnection(connection: Connection, team: string): Promise<string> {
  const config = await readConfig();
  config.servers[connection.server] = { ...config.servers[connection.server], key: connection.key, team };
  config.default = connection.server;
  const file = configFile();
  await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  await writeFile(file, `${JSON.stringify(config, null, 2)}\n`, { mode: PRIVATE_FILE });
  return file;
}

export function normalizeServer(address: string): string {
  return address.trim().replace(/\/+$/, "");
}
