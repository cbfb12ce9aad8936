import path from "node:path";
import { v7 as uuidv7 } from "uuid";
import { fail, ok, type Result } from "../core/result";
import type { AdminPlace, ResetLinkProgram, ShownLink } from "../core/setup/admin-program";
import { openDatabase } from "../db/client";
import { launcherEnv } from "../env";
import type { Deps } from "../services/deps";
import { createResetLink, resetLinkUrl } from "../services/setup/reset-link";
import { readEmbeddedAddress } from "./data-folder";
import { findDataFolder } from "./find-data-folder";
import { runningLauncherPort } from "./lock";
import { describeAddress, probe } from "./postgres-connection";

export const resetLink: ResetLinkProgram["resetLink"] = async (place, email): Promise<Result<ShownLink>> => {
  const found = await findServer(place);
  if (!found.ok) return found;
  const { databaseUrl, baseUrl } = found.value;
  const db = openDatabase(databaseUrl, { maxConnections: 2 });
  const deps: Pick<Deps, "db" | "clock" | "ids"> = {
    db,
    clock: { now: () => new Date() },
    ids: { next: () => uuidv7() },
  };
  try {
    const link = await createResetLink(deps, email);
    if (!link.ok) return link;
    const { token, ...shown } = link.value;
    return ok({ ...shown, url: resetLinkUrl(baseUrl, token) });
  } finally {
    await db.close();
  }
};

interface Server {
  readonly databaseUrl: string;
  readonly baseUrl: string;
}

const DEFAULT_PORT = 3000;

async function findServer(place: AdminPlace): Promise<Result<Server>> {
  const { DATABASE_URL, STEWARD_BASE_URL } = launcherEnv();
  const folder = findDataFolder(place);
  const port = (folder && runningLauncherPort(folder)) ?? DEFAULT_PORT;
  const baseUrl = STEWARD_BASE_URL ?? `http://localhost:${port}`;
  if (DATABASE_URL) {
    const state = await probe(DATABASE_URL);
    if (state === "ready") return ok({ databaseUrl: DATABASE_URL, baseUrl });
    return fail("unavailable", `The Postgres at ${describeAddress(DATABASE_URL)} does not answer. Check DATABASE_URL.`);
  }
  if (!folder) {
    const where = place.data ?? path.join(place.cwd, ".data");
    return fail(
      "not_found",
      `There is no data folder of Context Steward at ${where}. Name it: steward admin reset-link <email> --data <folder>`,
    );
  }
  const databaseUrl = readEmbeddedAddress(folder);
  if (databaseUrl && (await probe(databaseUrl)) === "ready") return ok({ databaseUrl, baseUrl });
  return fail(
    "unavailable",
    `The database of ${folder} does not run. Start the server (npm run quickstart), then ask again.`,
  );
}
