import { isObject, stringAt } from "@/server/core/transcripts/json";
import { configFile, type Environment } from "../config-file";
import { readJson } from "./state";

export interface HookConnection {
  readonly server: string;
  readonly key: string;
  /** The default project of the login, where the key is the login's. */
  readonly project?: string;
}

/**
 * The server of the last login, read leniently: a hook has no time to check the settings, and says nothing when they are
 * wrong. The uploader reads them with all checks and notes what is.
 */
export function readConnection(environment: Environment = process.env): HookConnection | null {
  const config = readJson(configFile(environment));
  const settings = isObject(config) ? config : {};
  const told = environment["STEWARD_SERVER"] || stringAt(settings, "default");
  if (told === undefined || !URL.canParse(told)) return null;
  const server = new URL(told).origin;
  const servers = isObject(settings["servers"]) ? settings["servers"] : {};
  const entry = servers[server];
  const login = isObject(entry) ? entry : {};
  const key = environment["STEWARD_KEY"] || stringAt(login, "key");
  if (key === undefined) return null;
  const project = stringAt(login, "key") === key ? stringAt(login, "project") : undefined;
  return project === undefined ? { server, key } : { server, key, project };
}
