/** The worker's process: `node dist/worker.mjs`, with the environment of the launcher. */

import { safeText } from "../core/redact/safe-text";
import { env } from "../env";
import { buildDeps } from "../http/deps";
import { recordFindings } from "../services/memory/record-findings";
import { considerRun } from "../services/runs/consider-run";
import { migrateJobs } from "./migrate";
import { runWorker } from "./run-worker";
import { WORKER_APPLICATION } from "./stale-locks";

const deps = buildDeps("worker", { applicationName: WORKER_APPLICATION });

// The queue library may lose a promise when the database dies while a job fails. A worker that does not know its state
// ends; the launcher starts the next one, which frees the locks of this one.
process.once("unhandledRejection", (error: unknown) => {
  deps.log.error({ error: safeText(String(error)) }, "worker ends after an error that nobody handled");
  process.exit(1);
});

/** The launcher did this already; a worker that runs alone finds the queue's tables made. */
await migrateJobs(env().DATABASE_URL).catch((error: unknown) =>
  deps.log.warn({ error: String(error) }, "the queue's tables could not be brought up to date"),
);
const worker = runWorker(deps, { recordFindings, considerRun });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void worker.stop());
deps.log.info({}, "worker started");
await worker.ended;
await deps.db.close();
deps.log.info({}, "worker stopped");
