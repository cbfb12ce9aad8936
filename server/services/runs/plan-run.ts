import type { PassId, Plan, PlanOptions, PrunePolicy, SessionInput } from "@/server/core/prune/model";
import { plan } from "@/server/core/prune/pipeline";
import { draftRun, type RunDraft } from "@/server/core/runs/draft";
import type { LastCommits } from "@/server/core/runs/moment";
import { findSessionHead, type SessionHead, type SessionKey } from "@/server/db/analysis/session";
import type { TenantSql } from "@/server/db/client";
import { readLastCommits } from "@/server/db/runs/write";
import { loadSession } from "../analysis/analyse-session";
import { currentPolicy } from "../analysis/current-policy";
import { type LoadedSession, toSessionInput } from "../analysis/session-input";
import type { Deps } from "../deps";
import { NO_TEXTS, type SummaryTexts, withTexts } from "../summaries/rewrite-plan";

/** What is asked of one run. */
export interface RunRequest {
  /** Absent: all of them. */
  readonly passes?: readonly PassId[] | undefined;
  /** Replace whole stale ranges by summaries as well. */
  readonly compact?: boolean | undefined;
  /** Only this thread. */
  readonly thread?: string | undefined;
}

/** A session as it is stored now, with what a run of it would do. */
export interface PlannedRun {
  readonly head: SessionHead;
  readonly loaded: LoadedSession;
  readonly policy: PrunePolicy;
  readonly session: SessionInput;
  readonly plan: Plan;
  readonly draft: RunDraft;
}

/**
 * Plans a run on what `sql` sees: the pool for a preview, a transaction that holds the session's row for a run. Null
 * when the session is gone. `texts` take the place of what the rules wrote for the same summaries.
 */
export async function planRun(
  deps: Pick<Deps, "clock">,
  sql: TenantSql,
  key: SessionKey,
  request: RunRequest,
  texts: SummaryTexts = NO_TEXTS,
): Promise<PlannedRun | null> {
  const head = await findSessionHead(sql, key);
  if (!head) return null;
  const policy = await currentPolicy(sql, key.teamId, head.projectId);
  const loaded = await loadSession({ clock: deps.clock, db: { pool: sql } }, key, head);
  const session = toSessionInput(loaded);
  const planned = withTexts(plan(session, policy, optionsOf(request)), texts);
  const draft = draftRun(session, planned, {
    batching: policy.batching,
    lastCommits: await lastCommitsOf(sql, key),
    asOfMs: deps.clock.now().getTime(),
    threads: request.thread === undefined ? undefined : [request.thread],
  });
  return { head, loaded, policy, session, plan: planned, draft };
}

export async function lastCommitsOf(sql: TenantSql, key: SessionKey): Promise<LastCommits> {
  const rows = await readLastCommits(sql, key);
  return new Map(rows.map(({ thread, throughSeq }) => [thread, throughSeq]));
}

function optionsOf({ passes, compact }: RunRequest): PlanOptions {
  return { ...(passes === undefined ? {} : { passes }), ...(compact === undefined ? {} : { compact }) };
}
