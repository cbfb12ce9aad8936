import { enqueueIndexing } from "../../db/sql/jobs";
import type { AnalysisHooks } from "../analysis/analyse-session";

/** Hooks of an analysis after which the search follows: the job exists exactly when what it shall read does. */
export function indexAfter(hooks: AnalysisHooks): AnalysisHooks {
  return {
    ...hooks,
    async recordFindings(deps, sql, scope, session, plan) {
      await hooks.recordFindings?.(deps, sql, scope, session, plan);
      await enqueueIndexing(sql, scope, deps.clock.now());
    },
  };
}
