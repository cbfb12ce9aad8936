import path from "node:path";
import { fail, type Result } from "../core/result";
import type { AdminPlace } from "../core/setup/admin-program";
import { launcherEnv } from "../env";
import type { RestoreTarget } from "../services/backup/restore-backup";
import { openDataFolder, readEmbeddedAddress } from "./data-folder";
import { openRunningDatabase } from "./database";
import { LauncherError } from "./errors";
import { findDataFolder } from "./find-data-folder";
import { NO_PORT, runningLauncherPort, takeLauncherLock } from "./lock";
import { describeAddress, prepareOwnPostgres, probe } from "./postgres-connection";
import { productVersion } from "./product-version";

type Work<T> = (place: RestoreTarget) => Promise<Result<T>>;

/** The database to save: the owner's, the embedded one of a running product, or one started for as long as it takes. */
export function withSource<T>(place: AdminPlace, work: Work<T>): Promise<Result<T>> {
  return explained(async () => {
    const { DATABASE_URL } = launcherEnv();
    if (DATABASE_URL) return withOwn(DATABASE_URL, work);
    const folder = findDataFolder(place);
    if (!folder) {
      const where = place.data ?? path.join(place.cwd, ".data");
      return fail("not_found", `There is no data folder of Context Steward at ${where}. Name it with --data <folder>.`);
    }
    if (runningLauncherPort(folder) === null) return withStarted(folder, place, work);
    const databaseUrl = readEmbeddedAddress(folder);
    if (databaseUrl && (await probe(databaseUrl)) === "ready") return work({ databaseUrl, where: folder });
    return fail("unavailable", `The database of ${folder} is starting or stopping. Try again in a moment.`);
  });
}

/** The database to restore into: the owner's, or the embedded one of a folder that nobody works on, made when missing. */
export function withTarget<T>(place: AdminPlace, work: Work<T>): Promise<Result<T>> {
  return explained(async () => {
    const { DATABASE_URL } = launcherEnv();
    if (DATABASE_URL) {
      await prepareOwnPostgres(DATABASE_URL);
      return withOwn(DATABASE_URL, work);
    }
    const fresh = place.data === null ? path.join(place.programRoot, ".data") : path.resolve(place.cwd, place.data);
    const folder = findDataFolder(place) ?? fresh;
    if (runningLauncherPort(folder) === null) return withStarted(folder, place, work);
    return fail(
      "conflict",
      `Context Steward runs on ${folder}. Stop it first, with Ctrl-C in its terminal. Nothing was changed.`,
    );
  });
}

async function withOwn<T>(databaseUrl: string, work: Work<T>): Promise<Result<T>> {
  const where = describeAddress(databaseUrl);
  if ((await probe(databaseUrl)) === "ready") return work({ databaseUrl, where });
  return fail("unavailable", `The Postgres at ${where} does not answer. Check DATABASE_URL.`);
}

async function withStarted<T>(folder: string, place: AdminPlace, work: Work<T>): Promise<Result<T>> {
  const data = openDataFolder(folder, productVersion(place.programRoot));
  const lock = takeLauncherLock(data.path, NO_PORT);
  try {
    const database = await openRunningDatabase({
      data,
      projectRoot: place.programRoot,
      ownUrl: undefined,
      onWaiting: () => {},
      onCrash: () => {},
      onRecovered: () => {},
    });
    try {
      return await work({ databaseUrl: database.url(), where: data.path });
    } finally {
      await database.stop();
    }
  } finally {
    lock.release();
  }
}

async function explained<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LauncherError) return fail("unavailable", `${error.message} ${error.remedy}`);
    throw error;
  }
}
