import type pg from "pg";

/** No task of ours runs nearly as long; a job that is locked longer lost its worker. */
const MAX_JOB_SECONDS = 600;

/** Connections of workers carry this name, so that a new worker can tell whether it is alone. */
export const WORKER_APPLICATION = "steward-worker";

/**
 * Gives jobs of dead workers back, and answers how many workers those were. A worker that was killed leaves its jobs
 * locked, and the queue itself would wait four hours. When no other worker is connected every lock is stale; else those
 * that are too old. Running a job twice does no harm: tasks lock what they change.
 * @param client The only connection that this process has open yet, when it asks whether it is alone.
 */
export async function releaseStaleLocks(
  client: Pick<pg.Pool, "query">,
  options: { mayBeAlone: boolean },
): Promise<number> {
  const { rows } = await client.query<{ lockedBy: string }>(
    `SELECT DISTINCT locked_by AS "lockedBy" FROM graphile_worker.jobs
      WHERE locked_by IS NOT NULL
        AND (locked_at < now() - make_interval(secs => $1)
             OR ($2 AND NOT EXISTS (
                  SELECT FROM pg_stat_activity
                   WHERE application_name = $3 AND datname = current_database() AND pid <> pg_backend_pid())))`,
    [MAX_JOB_SECONDS, options.mayBeAlone, WORKER_APPLICATION],
  );
  const workers = rows.map((row) => row.lockedBy);
  if (workers.length > 0) await client.query("SELECT graphile_worker.force_unlock_workers($1::text[])", [workers]);
  return workers.length;
}
