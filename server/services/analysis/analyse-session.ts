import type { ProjectScope } from "@/server/core/access/scope";
import type { Plan, PrunePolicy, SessionInput } from "@/server/core/prune/model";
import { safeText } from "@/server/core/redact/safe-text";
import { ok, type Result } from "@/server/core/result";
import {
  loadAcknowledged,
  loadBoundaries,
  loadEvents,
  loadMarks,
  loadPins,
  loadRecords,
  loadRequests,
  loadStandings,
  loadSummaries,
  loadThreads,
} from "@/server/db/analysis/load";
import { findSessionHead, noteAnalysisError, type SessionHead, type SessionKey } from "@/server/db/analysis/session";
import type { TenantSql } from "@/server/db/client";
import { countNewTables } from "@/server/db/sql/statistics";
import type { Deps } from "../deps";
import { currentPolicy } from "./current-policy";
import type { LoadedSession } from "./session-input";
import { targetState } from "./target-state";
import { type WriteOutcome, writeAnalysis } from "./write-analysis";

/** The analysis acts as the system, inside one project. */
export type AnalysisScope = ProjectScope;

/** Who else wants to see a finished plan, in the transaction that stores it: drafts of decisions, failures, handoffs. */
export interface AnalysisHooks {
  recordFindings?(
    deps: Deps,
    sql: TenantSql,
    scope: AnalysisScope,
    session: { readonly id: string; readonly number: number; readonly input: SessionInput },
    plan: Plan,
  ): Promise<void>;
  /** Asked last: it may commit a run, which makes the next analysis necessary. */
  considerRun?(
    deps: Deps,
    sql: TenantSql,
    scope: AnalysisScope,
    session: { readonly id: string },
    input: SessionInput,
    plan: Plan,
    policy: PrunePolicy,
  ): Promise<unknown>;
}

export type AnalysisOutcome = "analysed" | "up_to_date" | "outdated" | "gone";

/** A batch that arrives meanwhile makes an analysis worthless; after so many, its own job does the work. */
const MAX_ATTEMPTS = 2;
const MAX_ERROR_CHARACTERS = 500;
/** From here on it pays to have Postgres count its tables first. */
const MANY_EVENTS = 1_000;

/**
 * Judges a session and stores what it finds by deltas: states, verdicts of the shadow run, blocked removals, epochs,
 * rollups, totals, catalogue. Idempotent, whatever was stored before. With `force` it runs although nothing changed
 * since (a policy's version counts as a change anyway). An error is noted on the session and thrown on: the queue
 * tries again.
 */
export async function analyseSession(
  deps: Deps,
  key: SessionKey,
  options: { readonly force?: boolean; readonly hooks?: AnalysisHooks } = {},
): Promise<Result<AnalysisOutcome>> {
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const outcome = await attemptAnalysis(deps, key, options);
      if (outcome !== "outdated") return ok(outcome);
    }
    return ok("outdated");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await noteAnalysisError(deps.db.pool, key, safeText(reason.slice(0, MAX_ERROR_CHARACTERS)));
    throw error;
  }
}

async function attemptAnalysis(
  deps: Deps,
  key: SessionKey,
  { force = false, hooks = {} }: { force?: boolean; hooks?: AnalysisHooks },
): Promise<AnalysisOutcome> {
  const { pool } = deps.db;
  const head = await findSessionHead(pool, key);
  if (!head) return "gone";
  const policy = await currentPolicy(pool, key.teamId, head.projectId);
  const isCurrent = head.analysedRevision === head.ingestRevision && head.analysedPolicyVersion === policy.version;
  if (isCurrent && !force) return "up_to_date";

  const loaded = await loadSession(deps, key, head);
  if (loaded.events.length >= MANY_EVENTS) await countNewTables(pool);
  const target = targetState(loaded, policy);
  const scope = scopeOf(key.teamId, head);
  const work = { loaded, target, policyVersion: policy.version };
  const session = { id: head.id, number: head.number, input: target.session };
  const beforeEnd = async (sql: TenantSql) => {
    await hooks.recordFindings?.(deps, sql, scope, session, target.plan);
    await hooks.considerRun?.(deps, sql, scope, session, target.session, target.plan, policy);
  };
  let outcome: WriteOutcome;
  do {
    outcome = await deps.db.withTenantSql(scope, (sql) => writeAnalysis(deps, sql, scope, work, beforeEnd));
  } while (outcome === "more");
  return outcome === "done" ? "analysed" : outcome;
}

/** One after another on one pool: the parts are small beside the events. */
export async function loadSession(
  deps: Pick<Deps, "clock"> & { readonly db: { readonly pool: TenantSql } },
  key: SessionKey,
  head: SessionHead,
): Promise<LoadedSession> {
  const { pool } = deps.db;
  return {
    head,
    events: await loadEvents(pool, key),
    threads: await loadThreads(pool, key),
    requests: await loadRequests(pool, key),
    boundaries: await loadBoundaries(pool, key),
    marks: await loadMarks(pool, key),
    pins: await loadPins(pool, key, deps.clock.now()),
    standings: await loadStandings(pool, key),
    acknowledged: await loadAcknowledged(pool, key),
    records: await loadRecords(pool, key),
    summaries: await loadSummaries(pool, key),
  };
}

function scopeOf(teamId: string, { teamSlug, projectId, projectSlug, timeZone }: SessionHead): AnalysisScope {
  const actor = { kind: "system", memberId: null, keyId: null, name: "analysis" } as const;
  return { teamId, teamSlug, role: "owner", actor, projectId, projectSlug, timeZone };
}
