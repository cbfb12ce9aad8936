import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { configFile, type Environment } from "./config-file";
import { CliFault } from "./fault";

/**
 * `~/.config/context-steward/config.json` (XDG): one key a server, and the server that is used by default. The first
 * run of a server writes the same file (`server/services/setup/key-file.ts`). Unknown fields are kept.
 */
const ServerEntry = z.looseObject({
  key: z.string(),
  team: z.string().optional(),
  /** Takes the sessions whose own folder leads to no project. */
  project: z.string().optional(),
});
const Config = z.looseObject({
  default: z.string().optional(),
  servers: z.record(z.string(), ServerEntry).default({}),
});
export type Config = z.infer<typeof Config>;

export interface Connection {
  readonly server: string;
  readonly key: string;
  /** The default project of this login. */
  readonly project?: string;
}

export interface LoginEntry {
  readonly key: string;
  readonly team: string;
  readonly project?: string;
}

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** An absent file is an empty one. @throws CliFault for one that cannot be read, so that it is never overwritten. */
export async function readConfig(file: string): Promise<Config> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return { servers: {} };
    throw new CliFault(`${file} cannot be read. Put its permissions right.`);
  }
  const parsed = Config.safeParse(safeJson(text));
  if (!parsed.success) throw new CliFault(`${file} is damaged. Correct it, or remove it and run: steward login`);
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
export async function findConnection(wanted?: string, environment: Environment = process.env): Promise<Connection> {
  const config = await readConfig(configFile(environment));
  const told = wanted || environment["STEWARD_SERVER"] || config.default;
  if (!told) throw new CliFault("No server is known here. Run: steward login http://localhost:3000");
  const server = serverOrigin(told);
  const entry = config.servers[server];
  const ownKey = environment["STEWARD_KEY"];
  const key = ownKey || entry?.key;
  if (!key) throw new CliFault(`No key is known for ${server}. Run: steward login ${server}`);
  // The default project was chosen for the key of the file; another key may not even reach it.
  const project = entry && entry.key === key ? entry.project : undefined;
  return project === undefined ? { server, key } : { server, key, project };
}

/** Keeps a login, and makes its server the default one. */
export async function keepLogin(file: string, server: string, entry: LoginEntry): Promise<void> {
  const config = await readConfig(file);
  const { project: _, ...before } = config.servers[server] ?? {};
  const servers = { ...config.servers, [server]: { ...before, ...entry } };
  await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  // Written beside and renamed, so that a kill leaves the old file or the new one and never half of it.
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify({ ...config, servers, default: server }, null, 2)}\n`, {
    mode: PRIVATE_FILE,
  });
  await rename(draft, file);
}

/** `http://localhost:3000` for each spelling of it. @throws CliFault for what is no address of a server. */
export function serverOrigin(address: string): string {
  const text = address.trim();
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text).origin;
  throw new CliFault(`${text} is no address of a server. Give one such as http://localhost:3000.`);
}
