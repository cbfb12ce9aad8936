import { findConnection } from "./config";
import type { Place } from "./hook/place";
import { main } from "./main";
import { findProject } from "./projects/find-project";
import { openApi } from "./upload/api";

/** What the command loads only when it is needed: all but its hooks. */

export async function runCommand(): Promise<void> {
  await main();
}

/** The project of a folder, by the server; null when none is known or the server does not answer in time. */
export async function findPlaceOf(cwd: string, deadlineMs: number): Promise<Place | null> {
  const connection = await findConnection();
  const signal = AbortSignal.timeout(deadlineMs);
  const api = openApi(connection, { totalMs: deadlineMs, signal });
  return findProject(api, connection, cwd, undefined);
}
