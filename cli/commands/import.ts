import path from "node:path";
import { scopeList } from "@/server/core/access/refusal";
import { type Connection, findConnection } from "../config";
import { CliFault, StopFault } from "../fault";
import { AgentCallBook } from "../files/agent-calls";
import { CLIENTS_WITH_FOLDERS, type FoundFile, findTranscripts } from "../files/find-transcripts";
import { say, shortList } from "../output";
import { openRoutes } from "../projects/open-routes";
import { type Key, openApi, toFault } from "../upload/api";
import { openProgress } from "../upload/progress";
import { sendFile } from "../upload/send-file";
import { Tally } from "../upload/tally";
import { countAll } from "./dry-run";

export interface ImportOptions {
  readonly project?: string;
  readonly create?: boolean;
  readonly dryRun?: boolean;
  readonly server?: string;
  readonly json?: boolean;
  readonly batch: number;
  /** Seconds. The default outlasts a restart of the server, with the recovery of its database. */
  readonly wait: number;
}

export const EXIT_STOPPED = 2;
const EXIT_INTERRUPTED = 130;
/** A person waits at the terminal for the first answer. */
const FIRST_PATIENCE_MS = 2_000;

export async function importTranscripts(paths: string[], options: ImportOptions): Promise<void> {
  refuseContextFolder(paths);
  const files = await findTranscripts(paths);
  if (files.length === 0) throw nothingFound(paths);
  if (options.dryRun) {
    process.exitCode = await countAll(files, options);
    return;
  }
  const connection = await findConnection(options.server);
  const key = await askKey(connection);
  checkOptions(key, options);
  const tally = new Tally();
  const stop = await sendAll(connection, key, files, options, tally);
  if (options.json) say.line(JSON.stringify({ ...tally.report(), stopped: stop?.message ?? null }, null, 2));
  else tally.print(key.projects.map((project) => project.slug));
  process.exitCode = tally.exitCode;
  if (stop) {
    say.error(`${stop.message} Run the same command again: it goes on where it stopped.`);
    process.exitCode = interrupted.signal.aborted ? EXIT_INTERRUPTED : EXIT_STOPPED;
  }
}

/** Its .jsonl files would be taken for transcripts that are damaged. */
function refuseContextFolder(paths: readonly string[]): void {
  const folder = paths.find((one) => path.basename(path.resolve(one)) === ".context");
  if (folder === undefined) return;
  throw new CliFault(`${folder} holds records and no transcripts. Run: steward import-context ${folder}`);
}

function nothingFound(paths: readonly string[]): CliFault {
  if (paths.length > 0) return new CliFault(noneIn(paths));
  return new CliFault(
    `No transcripts of ${CLIENTS_WITH_FOLDERS} are on this machine. Give a path: steward import <folder>`,
  );
}

/** Any JSON file of a folder could be anything else, so those are only taken when they are named. */
function noneIn(paths: readonly string[]): string {
  const remedy = `Name .json files (exports, message lists), or give a glob in quotes: steward import "<folder>/*.json"`;
  return `No .jsonl or .traj file, no task of Cline and no history of Aider is in ${shortList(paths)}. ${remedy}`;
}

/** Finds out before the first file whether anything can be sent at all. */
async function askKey(connection: Connection): Promise<Key> {
  const api = openApi(connection, { totalMs: FIRST_PATIENCE_MS });
  return api.keys.whoami.query().catch((error: unknown) => {
    throw toFault(error);
  });
}

function checkOptions(key: Key, { project, create }: ImportOptions): void {
  if (!key.scopes.includes("ingest")) {
    const has = scopeList(key.scopes);
    throw new CliFault(`This key has the scope ${has}; an import needs ingest. Make one under Settings, API keys.`);
  }
  if (create && !key.mayCreateProjects) {
    throw new CliFault("This key may not make projects. Leave --create out, or ask an admin of the team.");
  }
  const slugs = key.projects.map(({ slug }) => slug);
  if (project === undefined || create || slugs.includes(project)) return;
  const remedy = key.mayCreateProjects ? " Add --create to make it." : "";
  const reach = slugs.length > 0 ? `It reaches: ${shortList(slugs, 10)}.` : "It reaches no project.";
  throw new CliFault(`This key reaches no project ${project}. ${reach}${remedy}`);
}

const interrupted = new AbortController();

/** Sends one file after the other. Answers why it stopped early, or null when all files had their turn. */
async function sendAll(
  connection: Connection,
  key: Key,
  files: readonly FoundFile[],
  options: ImportOptions,
  tally: Tally,
): Promise<StopFault | null> {
  const progress = openProgress(
    files.length,
    files.reduce((sum, file) => sum + file.bytes, 0),
  );
  const api = openApi(connection, {
    totalMs: options.wait * 1000,
    onWait: progress.waits,
    signal: interrupted.signal,
  });
  // The first Ctrl-C ends the request at hand and prints what was done; a second one ends the process.
  process.once("SIGINT", () => interrupted.abort());
  process.once("SIGTERM", () => interrupted.abort());
  const create = options.create ?? false;
  const routes = openRoutes(api, connection, key, options);
  const send = { routes, calls: new AgentCallBook(), maxEntries: options.batch, create };
  try {
    for (const file of files) {
      progress.file(file.path, file.bytes);
      await sendFile(api, file, send, tally, progress);
    }
    return null;
  } catch (error) {
    if (error instanceof StopFault) return error;
    throw error;
  } finally {
    progress.end();
  }
}
