/** The worker's process: `node dist/worker.mjs`, with the environment of the launcher. */

import { env } from "../env";
import { buildDeps } from "../http/deps";
import { recordFindings } from "../services/memory/record-findings";
import { migrateJobs } from "./migrate";
import { runWorker } from "./run-worker";
import { WORKER_APPLICATION } from "./stale-locks";

const deps = buildDeps("worker", { applicationName: WORKER_APPLICATION });

/** The launcher did this already; a worker that runs alone finds the queue's tables made. */
await migrateJobs(env().DATABASE_URL).catch((error: unknown) =>
  deps.log.warn({ error: String(error) }, "the queue's tables could not be brought up to date"),
);
const worker = runWorker(deps, { recordFindings });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void worker.stop());
deps.log.info({}, "worker started");
await worker.ended;
await deps.db.close();
deps.log.info({}, "worker stopped");
