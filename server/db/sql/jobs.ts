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

/** The last bits of a UUIDv7 are random. */
function queueNumber(sessionId: string): number {
  return Number.parseInt(sessionId.slice(-4), 16) % ANALYSIS_QUEUES;
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
