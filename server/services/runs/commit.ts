import type { ProjectScope } from "@/server/core/access/scope";
import type { RunTrigger } from "@/server/core/prune/batch";
import type { Plan, SessionInput, Verdict } from "@/server/core/prune/model";
import { safeText } from "@/server/core/redact/safe-text";
import { MAIN_THREAD, type RunDraft } from "@/server/core/runs/draft";
import { seqRange } from "@/server/core/runs/seq-range";
import type { StoredEconomics } from "@/server/core/runs/views";
import { upsertBlocked, upsertVerdicts } from "@/server/db/analysis/runs";
import type { SessionKey } from "@/server/db/analysis/session";
import type { TenantSql } from "@/server/db/client";
import { bumpRevision } from "@/server/db/context/session";
import { latestTransitionAt } from "@/server/db/context/transitions";
import {
  insertCommittedRun,
  insertSummaries,
  insertTransitions,
  nextRunNumber,
  type TransitionRow,
} from "@/server/db/runs/write";
import { enqueueAnalysis } from "@/server/db/sql/jobs";
import { blockedRows, verdictRow } from "../analysis/target-state";
import type { Deps } from "../deps";
import type { RunRequest } from "./plan-run";

export interface CommitWork {
  readonly key: SessionKey;
  readonly session: SessionInput;
  readonly plan: Plan;
  readonly draft: RunDraft;
  readonly request: RunRequest;
  readonly trigger: RunTrigger;
  readonly policyVersion: number;
}

export interface CommittedRun {
  readonly id: string;
  readonly number: number;
}

/** Rows of one statement. A run is written whole or not at all, so a very long one takes several in its transaction. */
const CHUNK_ROWS = 1_000;

/**
 * Writes a run with all that it changes, and the job that will judge the session anew. In a transaction that holds the
 * session's row, on a plan of exactly what is stored.
 */
export async function commitRun(
  deps: Pick<Deps, "clock" | "ids">,
  sql: TenantSql,
  scope: ProjectScope,
  work: CommitWork,
): Promise<CommittedRun> {
  const { key, draft } = work;
  const now = deps.clock.now();
  const run = { id: deps.ids.next(), number: await nextRunNumber(sql, key) };
  await insertCommittedRun(sql, key, { ...run, ...columnsOf(work), actor: safeText(scope.actor.name), now });
  for (const rows of chunks(draft.moves.map(verdictRow))) await upsertVerdicts(sql, key, run.id, rows);
  for (const rows of chunks(blockedRows(draft))) await upsertBlocked(sql, key, run.id, rows);
  for (const rows of chunks(summaryRows(deps, work))) await insertSummaries(sql, key, run.id, rows, now);
  // The pipeline decided each change; the run names who asked for it.
  const at = await transitionTime(sql, key, now);
  const by = { actorKind: "system", actor: safeText(scope.actor.name), runId: run.id, at } as const;
  const transitions = draft.moves.map((verdict) => transitionRow(deps.ids.next(), verdict));
  for (const rows of chunks(transitions)) await insertTransitions(sql, key, by, rows);
  await bumpRevision(sql, key, now);
  await enqueueAnalysis(sql, scope, key.sessionId, now);
  return run;
}

function columnsOf({ plan, session, draft, request, trigger, policyVersion }: CommitWork) {
  const { passes, ...tokens } = draft.totals;
  return {
    trigger,
    stage: stageOf(session, plan),
    policyVersion,
    ...tokens,
    dedupEvents: passes.dedup,
    purgeEvents: passes.purgeErrors,
    compressEvents: passes.compress,
    economics: economicsOf(draft, trigger),
    passes: request.passes ?? [],
    compact: request.compact ?? false,
  };
}

function economicsOf({ threads }: RunDraft, trigger: RunTrigger): StoredEconomics {
  return {
    threads: threads.map(({ thread, agent, beforeTokens, afterTokens, throughSeq, asked, automatic }) => {
      const { economics, neededTokens, reason } = trigger === "asked" ? asked : automatic;
      return { thread, agent, beforeTokens, afterTokens, throughSeq, neededTokens, reason, ...economics };
    }),
  };
}

/** Of the main thread, where it stands now. */
function stageOf({ events }: SessionInput, { places }: Plan): string | null {
  const threadOf = new Map(events.map(({ ref, thread }) => [ref, thread]));
  const last = places.findLast(({ ref }) => threadOf.get(ref) === MAIN_THREAD) ?? places.at(-1);
  return last?.stage ?? null;
}

function summaryRows(deps: Pick<Deps, "ids">, { draft, session }: CommitWork) {
  const events = new Map(session.events.map((event) => [event.ref, event]));
  return draft.summaries.map((summary) => {
    const { thread, text, tokens, evidence } = summary;
    return { id: deps.ids.next(), thread, ...seqRange(summary, events), text: safeText(text), tokens, evidence };
  });
}

function transitionRow(id: string, verdict: Verdict): TransitionRow {
  const { ref, from, to, rule, reason, retained } = verdict;
  return {
    id,
    entryId: ref,
    fromResidency: from,
    toResidency: to,
    retained: retained === null ? null : safeText(retained),
    rule,
    reason: safeText(reason),
  };
}

/** The newest transition of an event is its standing, so a clock that lags behind must not undo this one. */
export async function transitionTime(sql: TenantSql, key: SessionKey, now: Date): Promise<Date> {
  const latest = await latestTransitionAt(sql, key);
  return new Date(Math.max(now.getTime(), (latest?.getTime() ?? 0) + 1));
}

export function chunks<T>(rows: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) parts.push(rows.slice(at, at + CHUNK_ROWS));
  return parts;
}
