import type { TenantSql } from "../client";
import { statement } from "./statement";

/** Queues run their jobs one after another; a fixed number of them keeps the queue's own tables small. */
const ANALYSIS_QUEUES = 32;
/** A burst of batches of one session gives one analysis; each further batch moves it back by this much. */
const SETTLE_MS = 400;

const ADD_ANALYSIS = statement(
  "job.add_analysis",
  `SELECT graphile_worker.add_job('analyse-session', payload => $1::json, queue_name => $2, run_at => $3::timestamptz,
          max_attempts => 8, job_key => $4, job_key_mode => 'replace')`,
);

/**
 * Enqueues the analysis of a session in the caller's transaction: it exists exactly when what it shall read does.
 * Serial per session, because a session always falls into the same queue. `force` judges it although nothing was
 * uploaded since; a later request without it takes its place, and comes with something new to judge anyway.
 */
export async function enqueueAnalysis(
  sql: TenantSql,
  scope: { readonly teamId: string },
  sessionId: string,
  now: Date,
  { force = false }: { readonly force?: boolean } = {},
): Promise<void> {
  await sql.query({
    ...ADD_ANALYSIS,
    values: [
      JSON.stringify({ teamId: scope.teamId, sessionId, ...(force ? { force } : {}) }),
      `analysis-${queueNumber(sessionId)}`,
      new Date(now.getTime() + SETTLE_MS),
      `analyse:${sessionId}`,
    ],
  });
}

/** Several changes of one sitting are looked at once. */
const DRIFT_SETTLE_MS = 3_000;

const ADD_DRIFT = statement(
  "job.add_drift",
  `SELECT graphile_worker.add_job('find-drift', payload => $1::json, queue_name => 'task-find-drift',
          run_at => $2::timestamptz, max_attempts => 8, job_key => $3, job_key_mode => 'replace')`,
);

/** Enqueues the search for drift among a project's decisions; each further change moves it back. */
export async function enqueueDrift(
  sql: TenantSql,
  { teamId, projectId }: { readonly teamId: string; readonly projectId: string },
  now: Date,
): Promise<void> {
  const runAt = new Date(now.getTime() + DRIFT_SETTLE_MS);
  await sql.query({ ...ADD_DRIFT, values: [JSON.stringify({ teamId, projectId }), runAt, `drift:${projectId}`] });
}

/** The last bits of a UUIDv7 are random. */
function queueNumber(id: string): number {
  return Number.parseInt(id.slice(-4), 16) % ANALYSIS_QUEUES;
}

const ADD_JOB = statement(
  "job.add",
  "SELECT graphile_worker.add_job($1, payload => $2::json, queue_name => $3, max_attempts => 8, job_key => $4)",
);

/** Any other job; `key` makes a second request for the same work replace the first. */
export async function enqueueJob(
  sql: TenantSql,
  task: string,
  payload: Readonly<Record<string, string>>,
  key: string,
): Promise<void> {
  await sql.query({ ...ADD_JOB, values: [task, JSON.stringify(payload), `task-${task}`, key] });
}

/** A burst of changes gives one job; the first of them says when. */
const INDEX_AFTER_MS = 300;

const ADD_INDEXING = statement(
  "job.add_indexing",
  `SELECT graphile_worker.add_job('index-search', payload => $1::json, queue_name => $2, run_at => $3::timestamptz,
          max_attempts => 8, job_key => $4, job_key_mode => 'preserve_run_at')`,
);

/** Enqueues the job that brings a project's search index up to date; serial per project. */
export async function enqueueIndexing(
  sql: TenantSql,
  { teamId, projectId }: { readonly teamId: string; readonly projectId: string },
  now: Date,
): Promise<void> {
  await sql.query({ ...ADD_INDEXING, values: indexingJob(teamId, projectId, now) });
}

/** Payload, queue, time and key of the job. */
export function indexingJob(teamId: string, projectId: string, now: Date): [string, string, Date, string] {
  return [
    JSON.stringify({ teamId, projectId }),
    `search-${queueNumber(projectId)}`,
    new Date(now.getTime() + INDEX_AFTER_MS),
    `index:${projectId}`,
  ];
}
