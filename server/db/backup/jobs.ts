import type { Readable } from "node:stream";
import type { ClientBase } from "pg";
import { JOBS_COLUMNS, JOBS_TABLE } from "../../core/backup/manifest";
import type { TableShape } from "./catalog";
import { copyQueryOut } from "./copy";

/** Where the jobs of a backup wait until the queue takes them; gone with the transaction. */
export const jobsShape: TableShape = { name: JOBS_TABLE, columns: JOBS_COLUMNS };

/** Whether the queue's own tables are there. */
export async function hasQueue(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS there",
  );
  return rows[0]?.there === true;
}

/** Jobs that are still to be done, the running ones too: they begin anew. Those that failed for good stay behind. */
export function copyJobsOut(client: ClientBase): Readable {
  return copyQueryOut(
    client,
    `SELECT t.identifier, j.payload::text, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
            CASE WHEN j.flags IS NULL THEN NULL
                 ELSE (SELECT array_agg(flag) FROM jsonb_object_keys(j.flags) AS flag) END
       FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
      WHERE j.attempts < j.max_attempts
      ORDER BY j.id`,
  );
}

export async function makeJobsTable(client: ClientBase): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE ${JOBS_TABLE} (
       task text NOT NULL, payload text NOT NULL, queue text, run_at timestamptz NOT NULL, max_attempts int NOT NULL,
       key text, priority int NOT NULL, flags text[]
     ) ON COMMIT DROP`,
  );
}

/** The queue holds afterwards what the backup held, and nothing else: old jobs could delete what was just restored. */
export async function replaceJobs(client: ClientBase): Promise<void> {
  await client.query("DELETE FROM graphile_worker._private_jobs");
  await client.query(
    `SELECT count(graphile_worker.add_job(task, payload => payload::json, queue_name => queue, run_at => run_at,
              max_attempts => max_attempts, job_key => key, priority => priority, flags => flags))
       FROM ${JOBS_TABLE}`,
  );
}
