import type { ProjectScope } from "@/server/core/access/scope";
import { notFound, ok, type Result } from "@/server/core/result";
import { previewLists } from "@/server/core/runs/preview-lists";
import type { PreviewView } from "@/server/core/runs/views";
import { capabilityOf } from "@/server/core/telemetry/capability";
import { readSessionId } from "@/server/db/sessions/session";
import type { Deps } from "../deps";
import { checkThread } from "./check-request";
import { decisionOf } from "./decision";
import type { RunRequest } from "./plan-run";
import { freshPlan } from "./seen-plans";
import { summaryTexts } from "./summary-texts";

export interface PreviewRun extends RunRequest {
  readonly number: number;
  /** Rows of each list at most; the lists tell how many there are. */
  readonly limit: number;
}

/** A preview answers what a run would do when somebody asks for it. */
const ANYWAY = { onlyIfItPays: false } as const;

/** What a run would change now, under the current policy. Nothing is written. */
export async function previewRun(deps: Deps, scope: ProjectScope, input: PreviewRun): Promise<Result<PreviewView>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (sessionId === null) return notFound("session", input.number);
  const key = { teamId: scope.teamId, sessionId };
  const texts = await summaryTexts(deps, key, { ...input, ...ANYWAY });
  const planned = await freshPlan(deps, key, input, texts);
  if (!planned) return notFound("session", input.number);
  const thread = checkThread(planned.loaded, input);
  if (!thread.ok) return thread;
  const { head, policy, draft, session, loaded } = planned;
  const labels = new Map(loaded.events.map(({ entryId, label }) => [entryId, label]));
  const { commits, reason } = decisionOf(draft, ANYWAY);
  return ok({
    revision: head.ingestRevision,
    policyVersion: policy.version,
    capability: capabilityOf(head.client),
    commits,
    reason,
    totals: draft.totals,
    threads: [...draft.threads],
    ...previewLists(session, draft, labels, input.limit),
  });
}
