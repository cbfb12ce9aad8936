import { stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { findConnection } from "../config";
import { CliFault, StopFault } from "../fault";
import { CLIENTS_WITH_FOLDERS, defaultFolders } from "../files/find-transcripts";
import { openRoutes } from "../projects/open-routes";
import { type Api, isRefusal, type Key, openApi, toFault } from "../upload/api";
import { type Tell, tellJson, tellPerson } from "../watch/report";
import { watchFiles } from "../watch/watch-files";
import { slug } from "./options";

interface WatchCommand {
  readonly project?: string;
  readonly create?: boolean;
  readonly server?: string;
  readonly json?: boolean;
}

/** A request is tried so long; then the file waits for its next turn. */
const PATIENCE_MS = 30_000;
const ASK_AGAIN_MS = 10_000;

export function addWatch(command: Command): void {
  command
    .summary("Uploads what agents write, while they write it.")
    .description(
      "Watches files and folders, and uploads what grows there, for clients without hooks. Without a path: the " +
        `folders of ${CLIENTS_WITH_FOLDERS}. Files of the last day are caught up with; older ones: steward import.`,
    )
    .argument("[paths...]", "transcripts, or folders of them")
    .option("--project <slug>", "the project that takes all sessions", slug)
    .option("--create", "make a project for each repository that the server does not know yet")
    .option("--server <url>", "another server than the one of the last login")
    .option("--json", "print a line of JSON for each thing that happens")
    .action(watchTranscripts);
}

async function watchTranscripts(paths: string[], options: WatchCommand): Promise<void> {
  const places = await placesOf(paths);
  const connection = await findConnection(options.server);
  const tell = options.json ? tellJson : tellPerson;
  // The first Ctrl-C ends the request at hand; a second one ends the process.
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  const api = openApi(connection, { totalMs: PATIENCE_MS, signal: stop.signal });
  const key = await askKey(api, stop.signal, tell);
  if (key === null) return;
  const routes = openRoutes(api, connection, key, options);
  tell({ type: "watching", folders: places, server: connection.server });
  const create = options.create ?? false;
  const sent = await watchFiles({ api, routes, places, create, signal: stop.signal, tell });
  tell({ type: "stopped", ...sent });
}

/** Places that were named have to be there; of the clients' folders those that are. */
async function placesOf(paths: readonly string[]): Promise<string[]> {
  const wanted = (paths.length > 0 ? paths : defaultFolders()).map((place) => path.resolve(place));
  const isThere = await Promise.all(
    wanted.map((place) =>
      stat(place).then(
        () => true,
        () => false,
      ),
    ),
  );
  const missing = wanted.filter((_, at) => !isThere[at]);
  if (paths.length > 0 && missing.length > 0)
    throw new CliFault(`Nothing is at ${missing[0]}. Give a file or a folder.`);
  const places = wanted.filter((_, at) => isThere[at]);
  if (places.length > 0) return places;
  throw new CliFault(`No folder of ${CLIENTS_WITH_FOLDERS} is on this machine. Give a path: steward watch <folder>`);
}

/** Waits for a server that is away; a key that does not count is a fault at once. Null on Ctrl-C. */
async function askKey(api: Api, signal: AbortSignal, tell: Tell): Promise<Key | null> {
  while (!signal.aborted) {
    try {
      const key = await api.keys.whoami.query();
      if (key.scopes.includes("ingest")) return key;
      throw new CliFault("This key lacks the scope ingest, which uploads need. Make one under Settings, API keys.");
    } catch (error) {
      const fault = toFault(error);
      if (!(fault instanceof StopFault) || isRefusal(error)) throw fault;
      if (!signal.aborted) tell({ type: "waiting", message: fault.message });
      await sleep(ASK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  return null;
}
