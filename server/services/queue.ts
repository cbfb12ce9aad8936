import type { Database } from "../db/client";
import { enqueueAnalysis, enqueueDrift } from "../db/sql/jobs";
import type { Deps } from "./deps";

/** The queue as use cases see it: jobs are rows, so that the worker can be another process on another machine. */
export function createJobs(db: Database, clock: Deps["clock"]): Deps["jobs"] {
  return {
    analyseSession: (teamId, sessionId) =>
      db.withTenantSql({ teamId }, (sql) => enqueueAnalysis(sql, { teamId }, sessionId, clock.now())),
    findDrift: (scope, sql) =>
      sql
        ? enqueueDrift(sql, scope, clock.now())
        : db.withTenantSql(scope, (own) => enqueueDrift(own, scope, clock.now())),
  };
}
