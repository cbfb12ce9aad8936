import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  clusterHome,
  type DataFolder,
  EMBEDDED_DATABASE,
  keptSecret,
  PASSWORD_FILE,
  refusePostgresMajor,
} from "./data-folder";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";
import { errorMessage } from "./errors";
import { findPostgresBinaries } from "./postgres-binaries";
import { describeAddress, ensureDatabase, prepareOwnPostgres } from "./postgres-connection";
import { restartDelayMs } from "./supervisor";

/** The database that web and worker use. */
export interface RunningDatabase {
  /** May change when the embedded server had to move to another port. */
  url(): string;
  /** In a few words, for the report. */
  description: string;
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  data: DataFolder;
  projectRoot: string;
  /** The owner's own server, when there is one. */
  ownUrl: string | undefined;
  onWaiting: (what: string) => void;
  /** The embedded server ended although nobody asked it to; it is being started again. */
  onCrash: (what: string) => void;
  /** It runs again, perhaps under another address. */
  onRecovered: (moved: boolean) => void;
}

const LONGEST_RETRY_MS = 4_000;

/** Opens the owner's Postgres, or starts the embedded one and keeps it running. */
export async function openRunningDatabase(options: DatabaseOptions): Promise<RunningDatabase> {
  const { ownUrl } = options;
  if (ownUrl === undefined) return keepEmbedded(options);
  const { major } = await prepareOwnPostgres(ownUrl);
  const description = `Postgres ${major} at ${describeAddress(ownUrl)}`;
  return { url: () => ownUrl, description, stop: async () => {} };
}

async function keepEmbedded(options: DatabaseOptions): Promise<RunningDatabase> {
  const { data } = options;
  const binaries = findPostgresBinaries(options.projectRoot);
  const refusal = refusePostgresMajor(data.facts, data.path, binaries.major);
  if (refusal) throw refusal;
  const home = clusterHome(data, binaries.runAs);
  const password = keptSecret(data.path, PASSWORD_FILE);
  const logFile = path.join(data.logs, "postgres.log");

  const start = async (): Promise<EmbeddedPostgres> => {
    const preferredPort = data.facts.postgresPort;
    const { onWaiting } = options;
    const server = await startEmbeddedPostgres({ binaries, home, logFile, password, preferredPort, onWaiting });
    data.remember({ postgresMajor: binaries.major, postgresPort: server.port });
    await ensureDatabase(server.url(EMBEDDED_DATABASE));
    return server;
  };

  let server = await start();
  let stopping = false;
  const watch = async (): Promise<void> => {
    while (!stopping) {
      await server.exited;
      const again = stopping ? null : await startAgain(start, options.onCrash, () => stopping);
      if (!again) return;
      const moved = again.port !== server.port;
      server = again;
      if (stopping) return server.stop();
      options.onRecovered(moved);
    }
  };
  const watching = watch();

  return {
    url: () => server.url(EMBEDDED_DATABASE),
    description: `Postgres ${binaries.major}, embedded${server.adopted ? ", was still running" : ""}`,
    async stop() {
      stopping = true;
      await server.stop();
      await watching;
    },
  };
}

/** Tries until it runs: everybody's data waits behind this server, so giving up would help nobody. Null on a stop. */
async function startAgain(
  start: () => Promise<EmbeddedPostgres>,
  onCrash: (what: string) => void,
  isStopping: () => boolean,
): Promise<EmbeddedPostgres | null> {
  onCrash("The database ended; starting it again.");
  for (let attempts = 1; !isStopping(); attempts++) {
    try {
      return await start();
    } catch (error) {
      const delayMs = Math.min(restartDelayMs(attempts), LONGEST_RETRY_MS);
      onCrash(`${errorMessage(error)}\nTrying again in ${delayMs / 1000} s.`);
      await sleep(delayMs);
    }
  }
  return null;
}
