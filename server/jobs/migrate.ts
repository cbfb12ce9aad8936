import { runMigrations } from "graphile-worker";
import { quietLogger } from "./queue-logger";

/** Brings the queue's own schema (`graphile_worker`) up to date; safe to call at each start and from several processes. */
export async function migrateJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: quietLogger() });
}
