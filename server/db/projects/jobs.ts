import type { TenantTx } from "../client";
import { indexingJob } from "../sql/jobs";

/**
 * Enqueues a task in the transaction of the change that makes it necessary: there is no change without its job. `key`
 * makes a second request for the same work replace the first. Each task works one job at a time.
 */
export async function enqueueTask(
  tx: TenantTx,
  task: "delete-project" | "delete-session" | "reanalyse-project",
  payload: Readonly<Record<string, string | boolean>>,
  key: string,
): Promise<void> {
  const json = JSON.stringify(payload);
  await tx.$executeRaw`SELECT graphile_worker.add_job(${task}, payload => ${json}::json,
    queue_name => ${`task-${task}`}, max_attempts => 8, job_key => ${key})`;
}

/** As `enqueueIndexing`, in the transaction of the change that the index shall follow. */
export async function enqueueIndexingAfter(
  tx: TenantTx,
  scope: { readonly teamId: string; readonly projectId: string },
  now: Date,
): Promise<void> {
  const [payload, queue, runAt, key] = indexingJob(scope.teamId, scope.projectId, now);
  await tx.$executeRaw`SELECT graphile_worker.add_job('index-search', payload => ${payload}::json,
    queue_name => ${queue}, run_at => ${runAt}::timestamptz, max_attempts => 8, job_key => ${key},
    job_key_mode => 'preserve_run_at')`;
}
