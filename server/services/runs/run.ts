import type { ProjectScope } from "@/server/core/access/scope";
import { safeText } from "@/server/core/redact/safe-text";
import { fail, notFound, ok, type Result } from "@/server/core/result";
import { limitDraft } from "@/server/core/runs/draft";
import type { RunAnswerView } from "@/server/core/runs/views";
import type { SessionKey } from "@/server/db/analysis/session";
import type { TenantSql } from "@/server/db/client";
import { type AskedRun, countRefusals, lockForRun, noteRefusal } from "@/server/db/runs/session";
import { readSessionId } from "@/server/db/sessions/session";
import { currentPolicy } from "../analysis/current-policy";
import type { Deps } from "../deps";
import type { SummaryTexts } from "../summaries/rewrite-plan";
import { checkThread } from "./check-request";
import { commitRun } from "./commit";
import { decisionOf, type RunDecision } from "./decision";
import { type PlannedRun, planRun, type RunRequest } from "./plan-run";
import { noteOf } from "./run-note";
import { summaryTexts } from "./summary-texts";

export interface RunPrune extends RunRequest {
  readonly number: number;
  /** The `revision` of a preview: when anything has changed since, nothing is done. */
  readonly expectedRevision?: number | undefined;
  /** For a client that asks by itself: commit only what batching would commit. */
  readonly onlyIfItPays: boolean;
}

type Agreement = Extract<RunDecision, { commits: true }>;
type Refusal = Extract<RunDecision, { commits: false }>;

/** So many refusals of one question in a turn end it: asking again leads to the same answer. */
const MAX_REFUSALS = 2;
/** A turn that lasts longer begins to count anew. */
const REFUSALS_COUNT_MS = 24 * 3_600_000;

const STOPPED =
  "This was refused twice in this turn and nothing has changed since. Ask again after the next model request, or after something was restored, unpinned or acknowledged.";

/**
 * Plans and commits a run in one transaction with the session's row locked, so that an upload to a running session
 * waits and is judged afterwards. A run that would not shrink the context is refused and nothing of it is written.
 * Faults: `not_found` (session), `conflict` (`expectedRevision`), `bad_request` (`thread`).
 */
export async function runPrune(deps: Deps, scope: ProjectScope, input: RunPrune): Promise<Result<RunAnswerView>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (sessionId === null) return notFound("session", input.number);
  const key = { teamId: scope.teamId, sessionId };
  const texts = await summaryTexts(deps, key, input);
  return deps.db.withTenantSql(scope, (sql) => runLocked(deps, sql, scope, key, { ...input, texts }));
}

async function runLocked(
  deps: Deps,
  sql: TenantSql,
  scope: ProjectScope,
  key: SessionKey,
  input: RunPrune & { readonly texts: SummaryTexts },
): Promise<Result<RunAnswerView>> {
  const locked = await lockForRun(sql, key);
  if (!locked) return notFound("session", input.number);
  const { revision, requests } = locked;
  if (input.expectedRevision !== undefined && input.expectedRevision !== revision) {
    return fail("conflict", conflictSentence(input.expectedRevision, revision), { field: "expectedRevision" });
  }
  const policy = await currentPolicy(sql, scope.teamId, scope.projectId);
  const asked: AskedRun = { question: questionOf(input), requests, policyVersion: policy.version };
  const since = new Date(deps.clock.now().getTime() - REFUSALS_COUNT_MS);
  const refusals = await countRefusals(sql, key, asked, since);
  if (refusals >= MAX_REFUSALS) {
    const stopped = { committed: false, code: "stopped", reason: STOPPED, stop: true } as const;
    return ok({ ...stopped, revision, refusedInARow: refusals });
  }
  const planned = await planRun(deps, sql, key, input, input.texts);
  if (!planned) return notFound("session", input.number);
  const thread = checkThread(planned.loaded, input);
  if (!thread.ok) return thread;
  const decision = decisionOf(planned.draft, input);
  if (decision.commits) return ok(await commit(deps, sql, scope, { key, planned, decision, input, revision }));
  return ok(await refuse(deps, sql, scope, { key, asked, revision, refusals, decision }));
}

async function commit(
  deps: Deps,
  sql: TenantSql,
  scope: ProjectScope,
  agreed: { key: SessionKey; planned: PlannedRun; decision: Agreement; input: RunPrune; revision: number },
): Promise<RunAnswerView> {
  const { key, planned, decision, input, revision } = agreed;
  const { session, plan, policy } = planned;
  const { trigger, reason, threads } = decision;
  const draft = limitDraft(session, plan, threads, input.thread !== undefined);
  const work = { key, session, plan, draft, request: input, trigger, policyVersion: policy.version };
  const { number } = await commitRun(deps, sql, scope, work);
  return {
    committed: true,
    runNumber: number,
    revision: revision + 1,
    reason,
    totals: draft.totals,
    threads: [...draft.threads],
    moves: draft.moves.length,
    blocked: draft.blocked.length,
    summaries: draft.summaries.length,
  };
}

async function refuse(
  deps: Deps,
  sql: TenantSql,
  scope: ProjectScope,
  refused: { key: SessionKey; asked: AskedRun; revision: number; refusals: number; decision: Refusal },
): Promise<RunAnswerView> {
  const { key, asked, revision, refusals, decision } = refused;
  await noteRefusal(sql, scope, { ...asked, ...noteOf(deps, scope, key) });
  const refusedInARow = refusals + 1;
  const { code, reason } = decision;
  return { committed: false, code, reason, revision, refusedInARow, stop: refusedInARow >= MAX_REFUSALS };
}

/** The same question gets the same answer until something changes. */
function questionOf({ passes, compact, thread, onlyIfItPays }: RunPrune): string {
  const parts = { passes: [...(passes ?? [])].sort(), compact: compact ?? false, thread: thread ?? null, onlyIfItPays };
  return safeText(JSON.stringify(parts));
}

function conflictSentence(expected: number, revision: number): string {
  return `The session has changed since revision ${expected}: it is at ${revision} now. Preview it again, then run.`;
}
